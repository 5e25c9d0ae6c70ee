import type { ConversationView, ShopView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { type ComponentType, memo, useDeferredValue, useId } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { setLayout, useLayout } from '../../../base/layout.ts';
import { lazyScreen } from '../../../base/lazy-screen.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { moveTab } from '../../../ui/move-tab.ts';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import styles from './side-panel.module.css';
import { useStayed } from './use-stayed.ts';

/** What a tab shows: of the open conversation, or that none is open. */
interface TabProps {
  readonly conversation: ConversationView | null;
  readonly shop: ShopView | null;
  /** Whether a marketplace may be asked: no question of a tab delays the messages. */
  readonly hasStayed: boolean;
}

/** Memoised, because the panel is drawn once more before it follows to another conversation. */
function tab(key: 'buyer' | 'orders' | 'products' | 'quickReplies') {
  const Screen = lazyScreen<TabProps>(() => import('./load-tabs.ts').then(({ TAB_LOADERS }) => TAB_LOADERS[key]()), {
    coming: () => <SkeletonLines count={6} />,
  });
  return Object.assign(memo(Screen), { load: Screen.load });
}
/** Loaded behind the first paint, so that it is there with the first conversation. */
export const BuyerPanel = tab('buyer');

/** The tabs of the right panel, in their order. A new tab is a row here and its text. */
const TABS = [
  { key: 'buyer', text: 'buyer.label', Panel: BuyerPanel },
  { key: 'orders', text: 'side.orders', Panel: tab('orders') },
  { key: 'products', text: 'side.products', Panel: tab('products') },
  { key: 'quickReplies', text: 'side.quickReplies', Panel: tab('quickReplies') },
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
export function SidePanel(props: SidePanelProps) {
  const { onClose } = props;
  const { t } = useTranslation('chat');
  const panelId = useId();
  const { sideTab } = useLayout();
  // The messages are painted first.
  const id = useDeferredValue(props.id);
  const hasStayed = useStayed(id);
  const conversation = useDeskState((state) => (id === null ? undefined : state.shown.get(id)));
  const shop = useDeskState((state) => (conversation === undefined ? undefined : state.shops.get(conversation.shopId)));
  const chosen = TABS.find(({ key }) => key === sideTab) ?? TABS[0];
  const { Panel } = chosen;
  return (
    <section className={styles.panel} aria-label={t('buyer.label')} data-pane="buyer" tabIndex={-1} id="buyer-pane">
      <header className={styles.header}>
        <div className={styles.tabs} role="tablist" aria-label={t('side.label')} onKeyDown={moveTab}>
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
              data-tab={key}
              onFocus={() => setLayout({ sideTab: key })}
              onClick={() => setLayout({ sideTab: key })}
            >
              {t(text)}
            </button>
          ))}
        </div>
        {onClose !== null && <IconButton icon="close" label={t('buyer.close')} onClick={onClose} />}
      </header>
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${chosen.key}`} className={styles.body}>
        {conversation === undefined && chosen.key !== 'quickReplies' ? (
          <p className={styles.none}>{t('buyer.emptyText')}</p>
        ) : (
          <Panel key={id ?? ''} conversation={conversation ?? null} shop={shop ?? null} hasStayed={hasStayed} />
        )}
      </div>
    </section>
  );
}
