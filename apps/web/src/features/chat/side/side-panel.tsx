import type { ConversationView, ShopView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { type ComponentType, useId } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { setLayout, useLayout } from '../../../base/layout.ts';
import { lazyScreen } from '../../../base/lazy-screen.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { moveTab } from '../../../ui/move-tab.ts';
import type { OrdersPanelProps } from '../orders/orders-panel.tsx';
import type { ProductsPanelProps } from '../products/products-panel.tsx';
import type { PanelProps } from '../quick-replies/panel.tsx';
import { BuyerPanel } from './buyer/buyer-panel.tsx';
import styles from './side-panel.module.css';

const load = () => import('./load-tabs.ts');
const OrdersPanel = lazyScreen<OrdersPanelProps>(() => load().then(({ loadOrders }) => loadOrders()));
const ProductsPanel = lazyScreen<ProductsPanelProps>(() => load().then(({ loadProducts }) => loadProducts()));
const QuickRepliesPanel = lazyScreen<PanelProps>(() => load().then(({ loadQuickReplies }) => loadQuickReplies()));

/** What a tab shows: of the open conversation, or that none is open. */
interface TabProps {
  readonly conversation: ConversationView | null;
  readonly shop: ShopView | null;
}

/** The tabs of the right panel, in their order. A new tab is a row here and its text. */
const TABS = [
  { key: 'buyer', text: 'buyer.label', Panel: BuyerPanel },
  { key: 'orders', text: 'side.orders', Panel: OrdersPanel },
  { key: 'products', text: 'side.products', Panel: ProductsPanel },
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
        <Panel key={id ?? ''} conversation={conversation ?? null} shop={shop ?? null} />
      </div>
    </section>
  );
}
