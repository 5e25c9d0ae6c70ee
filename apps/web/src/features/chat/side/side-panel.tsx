import type { ConversationView, ShopView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { type ComponentType, type KeyboardEvent, useId } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { setLayout, useLayout } from '../../../base/layout.ts';
import { lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { needQuickRepliesTexts } from '../quick-replies/need-texts.ts';
import type { PanelProps } from '../quick-replies/panel.tsx';
import { BuyerPanel } from './buyer/buyer-panel.tsx';
import styles from './side-panel.module.css';

const QuickRepliesPanel = lazyScreen<PanelProps>(() =>
  withTexts(needQuickRepliesTexts, () =>
    import('../quick-replies/panel.tsx').then(({ QuickRepliesPanel }) => QuickRepliesPanel),
  ),
);

/** What a tab shows: of the open conversation, or that none is open. */
interface TabProps {
  readonly conversation: ConversationView | null;
  readonly shop: ShopView | null;
}

/** The tabs of the right panel, in their order. A new tab is a row here and its text. */
const TABS = [
  { key: 'buyer', text: 'side.buyer', Panel: BuyerPanel },
  { key: 'quickReplies', text: 'side.quickReplies', Panel: QuickRepliesPanel },
] as const satisfies readonly {
  readonly key: string;
  readonly text: string;
  readonly Panel: ComponentType<TabProps>;
}[];

interface SidePanelProps {
  readonly id: ConversationId | null;
  /** Null where the panel stands beside the messages. */
  readonly onClose: (() => void) | null;
}

/** The right panel: what helps to answer the open conversation. Every tab stays with its conversation. */
export function SidePanel({ id, onClose }: SidePanelProps) {
  const { t } = useTranslation('chat');
  const panelId = useId();
  const { sideTab } = useLayout();
  const conversation = useDeskState((state) => (id === null ? undefined : state.shown.get(id)));
  const shop = useDeskState((state) => (conversation === undefined ? undefined : state.shops.get(conversation.shopId)));
  const chosen = TABS.find(({ key }) => key === sideTab) ?? TABS[0];
  const { Panel } = chosen;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = TABS.indexOf(chosen);
    const to = { ArrowRight: (at + 1) % TABS.length, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined || event.altKey ? undefined : TABS.at(to);
    if (next === undefined) return;
    event.preventDefault();
    setLayout({ sideTab: next.key });
    document.getElementById(`${panelId}-${next.key}`)?.focus();
  };
  return (
    <section className={styles.panel} aria-label={t('buyer.label')} data-pane="buyer" tabIndex={-1} id="buyer-pane">
      <header className={styles.header}>
        <div role="tablist" aria-label={t('side.label')} className={styles.tabs} onKeyDown={onKeyDown}>
          {TABS.map(({ key, text }) => (
            <button
              key={key}
              type="button"
              role="tab"
              id={`${panelId}-${key}`}
              className={styles.tab}
              aria-selected={key === chosen.key}
              aria-controls={panelId}
              tabIndex={key === chosen.key ? 0 : -1}
              onClick={() => setLayout({ sideTab: key })}
            >
              {t(text)}
            </button>
          ))}
        </div>
        {onClose !== null && <IconButton icon="close" label={t('buyer.close')} onClick={onClose} />}
      </header>
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${chosen.key}`} className={styles.body}>
        <Panel key={id ?? ''} conversation={conversation ?? null} shop={shop ?? null} />
      </div>
    </section>
  );
}
