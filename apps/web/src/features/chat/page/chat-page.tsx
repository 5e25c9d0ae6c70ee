import type { ConversationFilter, ConversationTab } from '@pasar/api';
import type { ConversationId, ShopId } from '@pasar/domain';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import {
  areShopsFolded,
  DEFAULT_LAYOUT,
  doesBuyerSlide,
  FOLDED_SHOPS_PX,
  isOnePane,
  PANE_LIMITS,
  setLayout,
  useLayout,
} from '../../../base/layout.ts';
import { lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { useMay } from '../../../base/may.tsx';
import type { ChatScope } from '../../../base/scopes.ts';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { Divider } from '../../../ui/divider.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { useWindowWidth } from '../../../ui/use-width.ts';
import { ConversationList } from '../conversations/conversation-list.tsx';
import { needQueueTexts } from '../conversations/need-texts.ts';
import { loadRound, useRound } from '../conversations/use-round.ts';
import { cardSubject } from '../place/card-subject.ts';
import { listScope, requestFocus, select, selectionOf, selectToWrite, useSelection } from '../place/selection.ts';
import { ExpiredShop } from '../shops/expired-shop.tsx';
import { ShopList } from '../shops/shop-list.tsx';
import { BuyerPanel, SidePanel } from '../side/side-panel.tsx';
import { AskedPlace } from './asked-place.tsx';
import styles from './chat-page.module.css';
import { MessagePanel, OpenConversation } from './message-panel.tsx';

const focusPane = (pane: string): void => {
  document.querySelector<HTMLElement>(`[data-pane="${pane}"] [data-pane-focus]`)?.focus();
};

const FirstStep = lazyScreen(() =>
  withTexts(needQueueTexts, () => import('./first-step.tsx').then(({ FirstStep }) => FirstStep)),
);

/**
 * A chat screen: shops, conversations, messages, buyer. The four screens differ only in the marketplaces that they
 * show.
 */
export function ChatPage({ scope }: { readonly scope: ChatScope }) {
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const layout = useLayout();
  const width = useWindowWidth();
  const desk = useDesk();
  const chosen = useSelection(scope);
  const isShopKnown = useDeskState(
    ({ shops, arrangement }) =>
      chosen.shopId === null || (shops.has(chosen.shopId) && !arrangement.hidden.includes(chosen.shopId)),
  );
  const mayRead = useMay(['chat']);
  // Until the member is loaded the panes show skeletons.
  const isClosed = useDeskState(({ member }) => member !== null) && !mayRead;
  const isFolded = areShopsFolded(layout, width);
  const isNarrow = isOnePane(width);
  const isOpen = chosen.conversationId !== null;
  const isListShown = !isNarrow || !isOpen;
  const isPanelShown = !isNarrow || isOpen;
  const isSliding = doesBuyerSlide(layout, width);
  // The buyer panel is opened for a moment when it lies over the messages; beside them it is part of the stored layout.
  const [isSlideOpen, setIsSlideOpen] = useState(false);
  const isBuyerShown = isSliding ? isSlideOpen : layout.isBuyerShown;
  const toggleBuyer = () => (isSliding ? setIsSlideOpen(!isSlideOpen) : setLayout({ isBuyerShown: !isBuyerShown }));
  const hasNoShop = useDeskState(({ boot, shops }) => boot.state === 'ready' && shops.size === 0);
  // A card that was clicked shows its subject in the right panel, also where the panel lies over the messages.
  useEffect(() => cardSubject.subscribe(() => setIsSlideOpen((held) => held || cardSubject.get() !== null)), []);
  // When the chosen shop is unbound or hidden, the list shows all shops again.
  const shopId = isShopKnown ? chosen.shopId : null;
  const range = listScope(scope, { ...chosen, shopId });
  const [filter, setFilter] = useState<ConversationFilter>({});
  useRound(scope, { scope: range, filter }, mayRead);
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    void OpenConversation.load()
      .then(() => BuyerPanel.load())
      .then(() => loadRound().catch(() => undefined))
      .then(() => setIsLoaded(true));
  }, []);
  // Stable functions, so that choosing a conversation draws two rows again and not the whole list.
  const look = useCallback(
    (id: ConversationId | null) => {
      select(scope, { conversationId: id });
      requestFocus(null);
    },
    [scope],
  );
  const open = useCallback((id: ConversationId) => selectToWrite(scope, id), [scope]);
  const close = useCallback(() => look(null), [look]);
  const closeToList = useCallback(() => {
    // At once, because the pane that takes the focus may come into the document only now.
    flushSync(close);
    focusPane('conversations');
  }, [close]);
  const chooseTab = useCallback((tab: ConversationTab) => select(scope, { tab }), [scope]);
  // The open conversation of another shop is closed, so that nobody answers it under the name of this shop.
  const chooseShop = useCallback(
    (id: ShopId | null) => {
      const { conversationId } = selectionOf(scope);
      const open = conversationId === null ? undefined : desk.state.get().shown.get(conversationId);
      const stays = id === null || open === undefined || open.shopId === id;
      select(scope, stays ? { shopId: id } : { shopId: id, conversationId: null });
    },
    [desk, scope],
  );
  const showWaiting = useCallback(
    (id: ShopId | null) => {
      chooseShop(id);
      select(scope, { tab: 'waiting' });
    },
    [chooseShop, scope],
  );
  const fold = useCallback(() => setLayout({ shopFold: isFolded ? 'open' : 'folded' }), [isFolded]);
  if (hasNoShop) return <FirstStep scope={scope} />;
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{scope === 'all' ? common('rail.all') : MARKETPLACE_NAMES[scope]}</h1>
      {isListShown && (
        <>
          <div className={styles.pane} style={paneWidths('shops', isFolded ? FOLDED_SHOPS_PX : layout.shops)}>
            <ShopList
              scope={scope}
              chosen={shopId}
              isFolded={isFolded}
              onChoose={chooseShop}
              onWaiting={showWaiting}
              onFold={fold}
            />
          </div>
          <PaneDivider pane="shops" side="before" isFixed={isFolded} />
        </>
      )}
      {isClosed ? (
        <Empty icon="chat" title={t('closed.title')} text={reasonText('no_permission', locale)} />
      ) : (
        <>
          {isListShown && (
            <div
              className={isNarrow ? styles.onePane : styles.pane}
              style={isNarrow ? undefined : paneWidths('conversations', layout.conversations)}
            >
              <ConversationList
                scope={range}
                tab={chosen.tab}
                filter={filter}
                isPageLoaded={isLoaded}
                chosen={chosen.conversationId}
                onFilter={setFilter}
                onTab={chooseTab}
                onLook={isNarrow ? open : look}
                onOpen={open}
                onLeave={close}
              />
            </div>
          )}
          {!isNarrow && <PaneDivider pane="conversations" side="before" isFixed={false} />}
          {isPanelShown && (
            <MessagePanel
              id={chosen.conversationId}
              isBuyerShown={isBuyerShown}
              isAlone={isNarrow}
              onToggleBuyer={toggleBuyer}
              onLeave={isNarrow ? closeToList : () => focusPane('conversations')}
              onClose={closeToList}
            />
          )}
          {isBuyerShown && !isSliding && <PaneDivider pane="buyer" side="after" isFixed={false} />}
          {isBuyerShown && isPanelShown && (
            // biome-ignore lint/a11y/noStaticElementInteractions: Escape inside closes what lies over the messages.
            <div
              className={isSliding ? styles.slide : styles.pane}
              style={paneWidths('buyer', layout.buyer)}
              onKeyDown={(event) => isSliding && event.key === 'Escape' && toggleBuyer()}
            >
              <SidePanel id={chosen.conversationId} onClose={isSliding ? toggleBuyer : null} />
            </div>
          )}
        </>
      )}
      <ExpiredShop conversationId={chosen.conversationId} />
      <AskedPlace />
      <span className="visually-hidden">{t('page.hint')}</span>
    </div>
  );
}

/** In a narrow window the lists shrink to their least width before the messages do. */
const paneWidths = (pane: keyof typeof PANE_LIMITS, width: number) => ({
  width,
  minWidth: Math.min(width, PANE_LIMITS[pane].min),
});

const DIVIDER_TEXTS = {
  shops: 'divider.shops',
  conversations: 'divider.conversations',
  buyer: 'divider.buyer',
} as const;

function PaneDivider(props: {
  readonly pane: 'shops' | 'conversations' | 'buyer';
  readonly side: 'before' | 'after';
  /** A folded pane has a fixed width: the divider is only a line. */
  readonly isFixed: boolean;
}) {
  const { t } = useTranslation('chat');
  const layout = useLayout();
  const { pane, side } = props;
  if (props.isFixed) return <span className={styles.line} />;
  return (
    <Divider
      label={t(DIVIDER_TEXTS[pane])}
      controls={`${pane}-pane`}
      width={layout[pane]}
      {...PANE_LIMITS[pane]}
      side={side}
      onResize={(to) => setLayout({ [pane]: to })}
      onReset={() => setLayout({ [pane]: DEFAULT_LAYOUT[pane] })}
    />
  );
}
