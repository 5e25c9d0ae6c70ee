import type { ComingFeature } from './coming-features.ts';
import type { Marketplace } from './marketplace.ts';

/**
 * `yes`: the desk uses the ability. `planned`: the marketplace has a call for it, and no feature of the desk uses that
 * call yet. `no`: no call for it is publicly known.
 */
export type AbilityLevel = 'yes' | 'planned' | 'no';

type Levels<Level extends AbilityLevel> = Readonly<Record<Marketplace, Level>>;
/** A row with a planned level names the coming feature that will use it. */
export type AbilityRow = Levels<'yes' | 'no'> | (Levels<AbilityLevel> & { readonly awaits: ComingFeature });
/** The contract of a session has no method for these abilities, so their rows cannot say yes. */
type WantedRow = Levels<'no'> | (Levels<'planned' | 'no'> & { readonly awaits: ComingFeature });

const ALL = { shopee: 'yes', lazada: 'yes', tiktok: 'yes' } as const;
const SHOPEE = { shopee: 'yes', lazada: 'no', tiktok: 'no' } as const;
const TIKTOK = { shopee: 'no', lazada: 'no', tiktok: 'yes' } as const;
const NONE = { shopee: 'no', lazada: 'no', tiktok: 'no' } as const;

/** The rows that screens ask for. The browser loads only these, because its scripts have a budget. */
const SHOWN = {
  typing: TIKTOK,
  favorite: TIKTOK,
  recall: TIKTOK,
  delete: TIKTOK,
  deleteConversation: { shopee: 'yes', lazada: 'no', tiktok: 'yes' },
  mark: TIKTOK,
  quote: { shopee: 'planned', lazada: 'no', tiktok: 'yes', awaits: 'quotes' },
  reopen: SHOPEE,
  'buyers.closeConversation': TIKTOK,
  lines: SHOPEE,
  sticker: { shopee: 'planned', lazada: 'yes', tiktok: 'planned', awaits: 'rich-messages' },
  video: SHOPEE,
  productCard: ALL,
  productList: SHOPEE,
  orderCard: { shopee: 'yes', lazada: 'yes', tiktok: 'no' },
  voucherCard: { shopee: 'yes', lazada: 'yes', tiktok: 'no' },
  followInvitation: { shopee: 'no', lazada: 'yes', tiktok: 'no' },
  ratingCard: TIKTOK,
  'goods.voucherDetail': { shopee: 'yes', lazada: 'yes', tiktok: 'no' },
  'goods.quickReplies': { shopee: 'yes', lazada: 'yes', tiktok: 'no' },
  'affairs.dashboard': SHOPEE,
  'affairs.income': SHOPEE,
  'affairs.bankAccounts': SHOPEE,
  'orders.writeSellerNote': SHOPEE,
  'orders.rateBuyer': SHOPEE,
  // Publicly known, and beyond the catalogue of the calls.
  'orders.answerCancellation': SHOPEE,
  'orders.createWaybills': SHOPEE,
  'buyers.answerOffer': SHOPEE,
  'affairs.listFollowers': SHOPEE,
  'affairs.shopStatus': { shopee: 'yes', lazada: 'no', tiktok: 'yes' },
  'buyers.setBlocked': SHOPEE,
  'buyers.searchConversations': SHOPEE,
} as const satisfies Readonly<Record<string, AbilityRow>>;
export type ShownAbility = keyof typeof SHOWN;

/** A function with a PURE mark at its call, so that the bundler leaves the other rows out of the browser. */
const joined = <Part, Rest>(part: Part, rest: Rest): Part & Rest => ({ ...part, ...rest });

/**
 * The one table of what the desk can do at each marketplace. A name without a group is an ability of a session's chat.
 * A name that begins with `wanted.` is an ability for which the contract of a session has no method. Every other row is
 * the method of that name of a shop's calls (`packages/connectors/kit/src/shop`): a method without a row, or a row
 * without its method, does not compile.
 */
export const ABILITIES = /* @__PURE__ */ joined(SHOWN, {
  events: ALL,
  conversations: ALL,
  unreplied: SHOPEE,
  history: ALL,
  text: ALL,
  picture: ALL,
  read: ALL,
  unread: SHOPEE,
  buyerReadPosition: ALL,
  pin: ALL,
  mute: TIKTOK,
  switchShop: { shopee: 'yes', lazada: 'no', tiktok: 'yes' },

  'goods.searchProducts': ALL,
  'goods.productDetail': ALL,
  'goods.listVouchers': { shopee: 'yes', lazada: 'yes', tiktok: 'no' },
  'goods.listStickers': { shopee: 'no', lazada: 'yes', tiktok: 'no' },
  'buyers.openConversation': ALL,
  'buyers.profile': ALL,
  'buyers.restartConversation': TIKTOK,
  'buyers.offerDetail': SHOPEE,
  'orders.listOrders': ALL,
  'orders.listChangedOrders': ALL,
  'orders.orderDetail': ALL,
  'orders.logistics': ALL,
  'orders.listReturns': SHOPEE,
  'orders.returnDetail': SHOPEE,
  'affairs.shopInfo': ALL,
  'affairs.setVacation': { shopee: 'planned', lazada: 'planned', tiktok: 'no', awaits: 'vacation' },
  'affairs.listReviews': SHOPEE,
  'affairs.listIncome': SHOPEE,
  'affairs.listNotifications': SHOPEE,
  'affairs.readNotification': SHOPEE,
  'affairs.listAddresses': { shopee: 'planned', lazada: 'no', tiktok: 'no', awaits: 'addresses' },
  'media.uploadImage': ALL,
  'media.uploadVideo': SHOPEE,
  'media.mediaUrl': ALL,
  'media.translate': { shopee: 'no', lazada: 'yes', tiktok: 'yes' },
  'creators.recommend': { shopee: 'no', lazada: 'no', tiktok: 'planned', awaits: 'creators' },
  'creators.invite': { shopee: 'no', lazada: 'no', tiktok: 'planned', awaits: 'creators' },

  'wanted.autoReplySetting': { shopee: 'planned', lazada: 'no', tiktok: 'no', awaits: 'auto-reply' },
  'wanted.follow': { shopee: 'planned', lazada: 'no', tiktok: 'no', awaits: 'follow-tasks' },
  'wanted.replyToReview': NONE,
} as const satisfies Readonly<Record<string, AbilityRow>> & Readonly<Record<`wanted.${string}`, WantedRow>>);
export type Ability = keyof typeof ABILITIES;

export const levelOf = (marketplace: Marketplace, ability: Ability): AbilityLevel => ABILITIES[ability][marketplace];

/** Whether the desk has the ability at this marketplace. The server refuses it elsewhere. */
export const offers = (marketplace: Marketplace, ability: ShownAbility): boolean =>
  SHOWN[ability][marketplace] === 'yes';

/** Whether no call of the marketplace for it is known. Screens then show it disabled, with the reason. */
export const lacks = (marketplace: Marketplace, ability: ShownAbility): boolean => SHOWN[ability][marketplace] === 'no';
