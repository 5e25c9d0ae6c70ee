import type { ConversationView, ShopView } from '@pasar/api';
import { messagesOf } from '@pasar/sync';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDeskState, useReadable } from '../../../base/desk.tsx';
import { useFavorites } from '../pickers/use-favorites.ts';
import { type CardSubject, cardSubject, showSubject } from '../place/card-subject.ts';
import parts from '../tab/tab.module.css';
import { namedSince, productsInMessages, voucherInMessages } from './known.ts';
import { ProductList } from './product-list.tsx';
import { ProductPage } from './product-page.tsx';
import type { ProductPlace } from './use-product-actions.ts';
import { VoucherPage } from './voucher-page.tsx';

interface ProductsPanelProps {
  readonly conversation: ConversationView | null;
  readonly shop: ShopView | null;
  readonly hasStayed: boolean;
}

/** The products that the conversation is about, then the shop's; or the product or the voucher that is open. */
export function ProductsPanel({ conversation, shop, hasStayed }: ProductsPanelProps) {
  if (conversation === null || shop === null) return null;
  return <Products conversation={conversation} shop={shop} isWanted={hasStayed} />;
}

const isOfGoods = ({ kind }: CardSubject): boolean => kind === 'product' || kind === 'voucher';

interface ProductsProps {
  readonly conversation: ConversationView;
  readonly shop: ShopView;
  readonly isWanted: boolean;
}

function Products({ conversation, shop, isWanted }: ProductsProps) {
  const id = conversation.conversationId;
  const chosen = useReadable(cardSubject);
  const open = chosen !== null && chosen.conversationId === id && isOfGoods(chosen) ? chosen : null;
  const window = useDeskState((state) => state.windows.get(id));
  const messages = useMemo(() => messagesOf(window), [window]);
  const told = useMemo(() => productsInMessages(messages), [messages]);
  const [openedAt] = useState(Date.now);
  const named = useMemo(() => namedSince(messages, openedAt), [messages, openedAt]);
  const favorites = useFavorites(shop, isWanted);
  const box = useRef<HTMLDivElement>(null);
  /** What gets the focus once it is drawn, because the control that had it is gone. */
  const focusNext = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element to focus is drawn anew when `open` changes.
  useEffect(() => {
    if (focusNext.current === null) return;
    box.current?.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focusNext.current)}"]`)?.focus();
    focusNext.current = null;
  }, [open]);
  const onOpen = (productId: string) => {
    focusNext.current = 'back';
    showSubject({ conversationId: id, kind: 'product', id: productId });
  };
  const onBack = () => {
    focusNext.current = open?.id ?? null;
    cardSubject.update(() => null);
  };
  const place: ProductPlace = { conversation, shop, favorites, isWanted, onOpen };
  return (
    <div ref={box} className={parts.panel}>
      {open === null && <ProductList named={named} told={told} place={place} />}
      {open?.kind === 'product' && (
        <ProductPage key={open.id} productId={open.id} told={told.get(open.id) ?? null} place={place} onBack={onBack} />
      )}
      {open?.kind === 'voucher' && (
        <VoucherPage
          key={open.id}
          conversation={conversation}
          shop={shop}
          voucherId={open.id}
          told={voucherInMessages(messages, open.id)}
          isWanted={isWanted}
          onBack={onBack}
        />
      )}
    </div>
  );
}
