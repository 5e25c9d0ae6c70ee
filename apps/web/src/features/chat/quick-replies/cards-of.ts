import type { QuickReplyPart, ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES, type OutgoingCard, offers } from '@pasar/domain';
import { PART_TEXTS } from '../../../base/parts/texts.ts';
import { currentLocale, type Translate } from '../../../base/texts/i18n.ts';
import { listText } from '../../../base/texts/list-text.ts';
import { toast } from '../../../ui/toasts.tsx';

type OtherPart = Extract<QuickReplyPart, { kind: 'product' | 'voucher' | 'video' }>;
type CardPart = Exclude<OtherPart, { kind: 'video' }>;
/** The texts about a reply and about its parts. */
export interface ReplyTexts {
  readonly t: Translate<'quickReplies'>;
  readonly ofParts: Translate<'parts'>;
}

/** Why a part of a reply does not become a message. */
type LeftOut = 'sendOnly' | 'otherShop' | 'noCard' | 'noFile';

const LEFT_OUT_TEXTS = {
  sendOnly: 'part.sendOnly',
  otherShop: 'part.otherShop',
  noCard: 'part.noCard',
  noFile: 'part.noFile',
} as const satisfies Record<LeftOut, string>;

const ABILITIES = { product: 'productCard', voucher: 'voucherCard' } as const;

/** Why a part that is no text and no picture does not become a message; null where it does. */
export function whyLeftOut(part: OtherPart, shop: ShopView | undefined): LeftOut | null {
  if (part.kind === 'video') {
    if (part.video === null) return 'noFile';
    return shop !== undefined && offers(shop.marketplace, 'video') ? null : 'noCard';
  }
  const card = cardOf(part, shop);
  return typeof card === 'string' ? card : null;
}

/**
 * The card that a part becomes in a conversation of the shop, or why it becomes none. Of a thing of the shop, a reply
 * holds the ids and the name; the buyer sees the rest as the marketplace has it.
 */
export function cardOf(part: CardPart, shop: ShopView | undefined): OutgoingCard | LeftOut {
  if (shop?.shopId !== part.shopId) return 'otherShop';
  if (!offers(shop.marketplace, ABILITIES[part.kind])) return 'noCard';
  const { title } = part;
  if (part.kind === 'voucher') {
    const { voucherId, voucherCode } = part;
    return { type: 'voucher', voucher: { voucherId, voucherCode, title, discount: null } };
  }
  const { itemId } = part;
  const product = { itemId, title, price: null, oldPrice: null, iconUrl: null, actionUrl: null };
  return { type: 'products', products: [product] };
}

/** Names the parts that do not become messages, with the reason, so that none is dropped in silence. */
export function tellLeftOut(
  parts: readonly QuickReplyPart[],
  how: 'insert' | 'send',
  shop: ShopView | undefined,
  { t, ofParts }: ReplyTexts,
): void {
  const left = Map.groupBy(
    parts.filter((part) => part.kind !== 'text' && part.kind !== 'image'),
    (part): LeftOut | 'sent' => {
      return whyLeftOut(part, shop) ?? (how === 'insert' ? 'sendOnly' : 'sent');
    },
  );
  const marketplace = shop === undefined ? '' : MARKETPLACE_NAMES[shop.marketplace];
  for (const [why, held] of left) {
    if (why === 'sent') continue;
    const names = held.map((part) => `${ofParts(PART_TEXTS[part.kind])}: ${part.title}`);
    toast('info', t(LEFT_OUT_TEXTS[why], { parts: listText(names, currentLocale()), marketplace }));
  }
}
