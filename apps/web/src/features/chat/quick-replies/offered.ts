import type { QuickReplyConfigView, QuickReplyGroupView, QuickReplyPart, QuickReplyView, ShopView } from '@pasar/api';
import type { BuyerLanguage, Marketplace } from '@pasar/domain';

/** A reply as it is offered in one conversation. */
export interface Offered {
  readonly reply: QuickReplyView;
  readonly group: string;
  /** In the language of the buyer where the reply has it. */
  readonly parts: readonly QuickReplyPart[];
  /** Null for the parts that are for every language. */
  readonly language: BuyerLanguage | null;
}

const ENABLED = {
  shopee: 'isEnable',
  lazada: 'isLazadaEnable',
  tiktok: 'isTiktokEnable',
} as const satisfies Readonly<Record<Marketplace, keyof QuickReplyConfigView>>;
/** Whether replies are offered at a marketplace; as long as it is not known, they are. */
export const isEnabledAt = (marketplace: Marketplace, config: QuickReplyConfigView | null): boolean =>
  config === null || config[ENABLED[marketplace]];

/** What decides which replies a shop is offered. Its counts change with every message, and decide nothing. */
export type OfferedShop = Pick<ShopView, 'shopId' | 'marketplace' | 'country'>;

/** Whether a reply is for a shop: its sites or its shops name it, or it names neither. */
function isFor({ sites, shopIds }: QuickReplyView, { shopId, marketplace, country }: OfferedShop): boolean {
  if (sites.length === 0 && shopIds === null) return true;
  if (shopIds?.includes(shopId) === true) return true;
  return sites.some((site) => site.platform === marketplace && site.country === country);
}

/** The replies for a shop, the most used first, else in the order in which they were made. */
export function offeredIn(
  replies: readonly QuickReplyView[],
  groups: readonly QuickReplyGroupView[],
  shop: OfferedShop | null,
  language: BuyerLanguage | null,
): readonly Offered[] {
  const names = new Map(groups.map(({ groupId, name }) => [groupId, name]));
  return replies
    .filter((reply) => shop === null || isFor(reply, shop))
    .map((reply) => {
      const variant = reply.variants.find((known) => known.language === language);
      return {
        reply,
        group: names.get(reply.groupId) ?? '',
        parts: variant?.parts ?? reply.parts,
        language: variant?.language ?? null,
      };
    })
    .toSorted((left, right) => right.reply.useCount - left.reply.useCount);
}

/** What a reply says, in one text. */
export const wordsOf = (parts: readonly QuickReplyPart[]): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
