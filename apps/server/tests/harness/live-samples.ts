import type { Change, ChangeKind, Moment } from '@pasar/api';
import {
  asConversationId,
  asDeliveryId,
  asMessageId,
  type Position,
  type ShopId,
  USUAL_MEMBER_CHAT_SETTING,
} from '@pasar/domain';
import type { NewChange } from '../../src/records/change-feed.ts';

type Sample<Kind extends ChangeKind> = Omit<Extract<Change, { kind: Kind }>, 'seq'>;
type MomentSample<Kind extends Moment['kind']> = Extract<Moment, { kind: Kind }>;

const id = () => crypto.randomUUID();
const none = { refusal: null, marks: [], quote: null };

/** A change of each kind about a shop; a kind without a sample does not compile. */
export const CHANGE_SAMPLES: { readonly [Kind in ChangeKind]: (shopId: ShopId) => Sample<Kind> } = {
  message: () => ({
    kind: 'message',
    message: {
      messageId: asMessageId(id()),
      conversationId: asConversationId(id()),
      platformMessageId: '1',
      position: '1' as Position,
      sentAt: 1,
      author: 'buyer',
      content: { type: 'text', text: 'only for the shop' },
      status: 'available',
      quote: none.quote,
      marks: none.marks,
      clientId: null,
    },
  }),
  conversation: (shopId) => ({
    kind: 'conversation',
    conversation: {
      conversationId: asConversationId(id()),
      shopId,
      buyer: { buyerId: '1', name: 'Buyer', avatarUrl: null },
      status: 'activated',
      isPinned: false,
      isMuted: false,
      isFavorite: false,
      isBuyerBlocked: false,
      unreadCount: 1,
      isUnreply: true,
      waitingSince: 1,
      dueAt: 2,
      isSetAside: false,
      isDeleted: false,
      closing: null,
      assigneeId: null,
      tagIds: [],
      buyerWroteAt: 1,
      lastMessageAt: 1,
      lastMessage: { author: 'buyer', text: 'only for the shop', placeholder: null, status: 'available' },
      sellerReadPosition: null,
      buyerReadPosition: null,
    },
  }),
  delivery: (shopId) => ({
    kind: 'delivery',
    delivery: {
      deliveryId: asDeliveryId(id()),
      clientId: id(),
      conversationId: asConversationId(id()),
      shopId,
      memberId: id(),
      cause: null,
      content: { type: 'text', text: 'only for the buyer' },
      quote: none.quote,
      mark: 'pending',
      isInDoubt: false,
      refusal: none.refusal,
      createdAt: 1,
      anchorPosition: null,
    },
  }),
  shop: (shopId) => ({
    kind: 'shop',
    shop: {
      shopId,
      marketplace: 'shopee',
      platformShopId: '1',
      name: 'shop',
      alias: null,
      country: 'SG',
      isCb: false,
      connectionId: id(),
      connection: { state: 'live', refusal: none.refusal },
      unreadCount: 0,
      waitingCount: 0,
      firstDueAt: null,
      isOnVacation: false,
      isIsolated: false,
      unreadableCount: 0,
    },
  }),
  signIn: (shopId) => ({
    kind: 'signIn',
    signIn: {
      signInId: id(),
      marketplace: 'shopee',
      country: 'SG',
      identifier: 'seller',
      connectionId: null,
      ipSubjectId: null,
      state: 'waiting',
      challenge: null,
      refusal: none.refusal,
      shopIds: [shopId],
      createdAt: 1,
    },
  }),
  shopImport: () => ({
    kind: 'shopImport',
    shopImport: {
      importId: id(),
      fileName: 'shops.xlsx',
      createdAt: 1,
      counts: { waiting: 0, importing: 0, success: 0, failed: 0 },
    },
  }),
  arrangement: (shopId) => ({ kind: 'arrangement', arrangement: { order: [shopId], hidden: [] } }),
  chatSetting: () => ({ kind: 'chatSetting', setting: USUAL_MEMBER_CHAT_SETTING }),
  quickReplies: () => ({ kind: 'quickReplies' }),
  buyerNotes: () => ({ kind: 'buyerNotes' }),
  remarks: () => ({ kind: 'remarks' }),
  conversationViews: () => ({ kind: 'conversationViews' }),
  bulkActions: () => ({ kind: 'bulkActions' }),
  buyerTags: () => ({ kind: 'buyerTags' }),
  notes: () => ({ kind: 'notes', conversationId: asConversationId(id()) }),
  mentions: () => ({ kind: 'mentions' }),
  assigned: () => ({
    kind: 'assigned',
    conversationId: asConversationId(id()),
    cause: { kind: 'member', name: 'Suda' },
    note: 'Speaks Thai',
  }),
  remarkAssigned: (shopId) => ({
    kind: 'remarkAssigned',
    remarkId: id(),
    shopId,
    conversationId: null,
    buyerName: 'Ann Lim',
    by: 'Suda',
  }),
  draft: () => ({
    kind: 'draft',
    draft: { conversationId: asConversationId(id()), text: 'half', changedAt: 1 },
  }),
  gone: () => ({ kind: 'gone', conversationIds: [asConversationId(id())] }),

  readings: () => ({ kind: 'readings', subject: 'orders' }),
  responseRules: () => ({ kind: 'responseRules' }),
  assignmentRules: () => ({ kind: 'assignmentRules' }),
  autoReply: () => ({ kind: 'autoReply' }),
  automation: () => ({ kind: 'automation' }),
  buyerTagRules: () => ({ kind: 'buyerTagRules' }),
  bulkSend: () => ({ kind: 'bulkSend' }),
  orderCare: () => ({ kind: 'orderCare' }),
  colleagues: () => ({ kind: 'colleagues' }),
  shopGroups: () => ({ kind: 'shopGroups' }),
  alerts: () => ({ kind: 'alerts' }),
  purge: (shopId) => ({ kind: 'purge', shopId }),
  resync: () => ({ kind: 'resync' }),
};
export const CHANGE_KINDS = Object.keys(CHANGE_SAMPLES) as readonly ChangeKind[];

/** A moment of each kind; a kind without a sample does not compile. */
export const MOMENT_SAMPLES: { readonly [Kind in Moment['kind']]: MomentSample<Kind> } = {
  typing: { kind: 'typing', conversationId: asConversationId(id()), isTyping: true },
  notice: { kind: 'notice', notice: 'shop_login_expire', connectionId: id(), host: null },
  signInNotice: { kind: 'signInNotice', notice: 'ip_tip', connectionId: null, host: 'seller.example' },
  present: { kind: 'present', windows: [], gone: [id()] },
  wishRefused: {
    kind: 'wishRefused',
    conversationId: asConversationId(id()),
    wish: 'pin',
    refusal: { reason: 'no_permission', detail: null },
  },
};

/** A change that every member is told who sees the shop and holds the key of the kind. */
export const changeOfKind = (kind: ChangeKind, shopId: ShopId): NewChange => ({
  change: CHANGE_SAMPLES[kind](shopId),
  shopId,
  memberId: null,
});
