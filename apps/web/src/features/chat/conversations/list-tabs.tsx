import type { ConversationTab } from '@pasar/api';
import type { Scope } from '@pasar/sync';
import { dueUntil, isMoreDue, waitingIn } from '@pasar/sync';
import { useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MenuButton, type MenuItem } from '../../../ui/menu.tsx';
import { moveTab } from '../../../ui/move-tab.ts';
import styles from './conversation-list.module.css';
import { useDueEnd } from './use-due-end.ts';

const TEXTS = {
  waiting: 'tab.waiting',
  due: 'tab.due',
  unread: 'tab.unread',
  unreplied: 'tab.unreplied',
  pinned: 'tab.pinned',
  all: 'tab.all',
  deleted: 'tab.deleted',
} as const satisfies Record<ConversationTab, string>;
const ALWAYS: readonly ConversationTab[] = ['waiting', 'due', 'unread'];
/** One of these stands behind the others: the last that was chosen. A menu has them all. */
const FURTHER: readonly ConversationTab[] = ['unreplied', 'pinned', 'all', 'deleted'];

interface Count {
  readonly count: number;
  readonly text: string;
  /** Whether it may be more. */
  readonly isMore: boolean;
}

interface ListTabsProps {
  readonly scope: Scope;
  readonly tab: ConversationTab;
  readonly onTab: (tab: ConversationTab) => void;
}

/** Seven tabs do not fit beside each other. Those of the buyers who wait, and of whose answers are due, have a number. */
export function ListTabs({ scope, tab, onTab }: ListTabsProps) {
  const { t } = useTranslation('chat');
  const [further, setFurther] = useState<ConversationTab>('all');
  if (FURTHER.includes(tab) && tab !== further) setFurther(tab);
  const dueEnd = useDueEnd();
  const waiting = useDeskState((state) => waitingIn(state, scope));
  const due = useDeskState((state) => dueUntil(state, scope, dueEnd));
  const isMore = useDeskState((state) => isMoreDue(state, scope, dueEnd));
  const counts: Partial<Record<ConversationTab, Count>> = {
    waiting: { count: waiting, text: t('shops.waiting', { count: waiting }), isMore: false },
    due: { count: due, text: t(isMore ? 'tab.dueMore' : 'tab.dueCount', { count: due }), isMore },
  };
  return (
    <div className={styles.tabBar}>
      <div className={styles.tabs} role="tablist" aria-label={t('tab.label')} onKeyDown={moveTab}>
        {[...ALWAYS, further].map((item) => {
          const { count = 0, text, isMore = false } = counts[item] ?? {};
          return (
            <button
              key={item}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={item === tab}
              aria-controls="conversation-options"
              tabIndex={item === tab ? 0 : -1}
              data-tab={item}
              aria-description={count > 0 ? text : undefined}
              onFocus={() => onTab(item)}
              onClick={() => onTab(item)}
            >
              <span className={styles.tabName}>{t(TEXTS[item])}</span>
              <CountBadge count={count} isQuiet={tab !== item} isMore={isMore} />
            </button>
          );
        })}
      </div>
      <MenuButton label={t('tab.further')} items={FURTHER.map(choice)} className={styles.further}>
        <Icon name="down" size={14} />
      </MenuButton>
    </div>
  );

  function choice(item: ConversationTab): MenuItem {
    return { kind: 'action', key: item, label: t(TEXTS[item]), isChosen: item === tab, onChoose: () => onTab(item) };
  }
}
