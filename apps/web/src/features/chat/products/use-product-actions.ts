import type { ConversationView, ProductView, ShopView } from '@pasar/api';
import type { ProductCard } from '@pasar/domain';
import { useCopyNumber } from '../cards/use-copy-number.ts';
import { useSendCards } from '../guard/use-send-cards.ts';
import { productCard } from '../pickers/product-cards.ts';
import type { Favorites } from '../pickers/use-favorites.ts';
import { linkOf, openAtMarketplace } from './product-link.ts';

/** What every product of the tab needs. */
export interface ProductPlace {
  readonly conversation: ConversationView;
  readonly shop: ShopView;
  readonly favorites: Favorites;
  /** Whether the marketplace is asked: not before the messages are painted. */
  readonly isWanted: boolean;
  readonly onOpen: (productId: string) => void;
}

/** What is known of a product: as the marketplace has it now, and as a message tells it. */
export interface KnownProduct {
  readonly productId: string;
  readonly product: ProductView | null;
  readonly told: ProductCard | null;
}

interface ProductActions {
  /** Null: nothing that could be sent is known yet. */
  readonly send: (() => void) | null;
  readonly isOffline: boolean;
  /** Its page at the marketplace; null where nobody told its address. */
  readonly link: string | null;
  readonly copyLink: () => void;
  readonly openLink: () => void;
}

/** What can be done with a product, whatever draws the buttons. */
export function useProductActions(
  { conversation: { conversationId } }: Pick<ProductPlace, 'conversation'>,
  { product, told }: KnownProduct,
): ProductActions {
  const sendCards = useSendCards(conversationId);
  const copy = useCopyNumber();
  const link = linkOf(product?.actionUrl ?? told?.actionUrl);
  const card = product === null ? told : { ...productCard(product), actionUrl: link };
  const isOffline = product?.status === 'offline';
  return {
    send: card === null || isOffline ? null : () => sendCards({ type: 'products', products: [card] }),
    isOffline,
    link,
    copyLink: () => {
      if (link !== null) copy(link);
    },
    openLink: () => {
      if (link !== null) openAtMarketplace(link);
    },
  };
}
