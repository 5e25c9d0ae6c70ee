import type { ConversationView, MessageView, ShopView, SubAccountView } from '@pasar/api';
import { conversationView, messageView, shopView } from '@pasar/api';
import { type Country, type Marketplace, PERMISSION_KEYS } from '@pasar/domain';
import { aMember, uuidOf } from '@pasar/sync/testing/builders';
import { countersOf, lastOf } from '@pasar/sync/testing/model/conversation-facts';
import type { ModelServer } from '@pasar/sync/testing/model/model-server';

interface ShopPlan {
  readonly marketplace: Marketplace;
  readonly name: string;
  readonly country: Country;
  readonly state?: ShopView['connection']['state'];
  readonly reason?: NonNullable<ShopView['connection']['refusal']>['reason'];
}
const SHOP_PLANS: readonly ShopPlan[] = [
  { marketplace: 'shopee', name: 'Bangkok Gadget House', country: 'TH' },
  { marketplace: 'shopee', name: 'Saigon Sneaker Corner', country: 'VN' },
  {
    marketplace: 'shopee',
    name: '深圳优选旗舰店',
    country: 'CNSC',
    state: 'interrupted',
    reason: 'marketplace_unreachable',
  },
  { marketplace: 'shopee', name: 'Manila Home Deals', country: 'PH' },
  { marketplace: 'shopee', name: 'Loja Paulista de Eletrônicos e Acessórios para Celular', country: 'BR' },
  { marketplace: 'lazada', name: 'KL Beauty Lab', country: 'MY' },
  { marketplace: 'lazada', name: 'Jakarta Outdoor', country: 'ID' },
  { marketplace: 'lazada', name: 'ร้านแม่บ้านญี่ปุ่น', country: 'TH', state: 'failed', reason: 'shop_login_expired' },
  { marketplace: 'tiktok', name: 'GlowUp Official', country: 'ID' },
  { marketplace: 'tiktok', name: 'Snack Haul', country: 'MY' },
  { marketplace: 'tiktok', name: 'Thames Trinkets', country: 'GB', state: 'catching_up' },
];

export const shops = (): ShopView[] =>
  SHOP_PLANS.map((plan, index) =>
    shopView.parse({
      shopId: uuidOf(`shop ${index}`),
      marketplace: plan.marketplace,
      platformShopId: String(9_007_199_254_740_993n + BigInt(index)),
      name: plan.name,
      alias: null,
      country: plan.country,
      isCb: plan.country === 'CNSC',
      connectionId: uuidOf(`connection ${index}`),
      connection: {
        state: plan.state ?? 'live',
        refusal: plan.reason === undefined ? null : { reason: plan.reason, detail: null },
      },
      unreadCount: 0,
      waitingCount: 0,
      firstDueAt: null,
      isOnVacation: index === 3,
      isIsolated: false,
      unreadableCount: 0,
    }),
  );

export const BUYER_NAMES = [
  'สมชาย ใจดี',
  'nguyen_thi_mai',
  'Siti Rahayu',
  'Ma. Cristina de la Cruz-Villanueva y Santos-Bautista III Jr',
  '陳美玲',
  'budi.santoso88',
  'Nurul Izzah',
  'Trần Văn Đức',
  'พิมพ์ชนก วงศ์สุวรรณ',
  'John Tan',
  'ana_oliveira',
  'Wei Ling',
] as const;

export const LINES = [
  'สวัสดีค่ะ สินค้ารุ่นนี้ยังมีอยู่ไหมคะ ถ้าสั่งวันนี้จะได้ของประมาณวันไหนคะ',
  'Shop ơi, đôi giày này còn size 42 không ạ? Mình muốn mua 2 đôi, có được giảm giá không?',
  'Halo kak, pesanan saya kenapa belum dikirim ya? Sudah 3 hari.',
  'Hi po, available pa po ba ito?',
  '你好，这个可以发海运吗？大概几天能到？',
  'Terima kasih banyak! Barangnya bagus sekali 👍',
  'Boleh saya tukar warna? Saya tersilap pilih hitam, sepatutnya biru.',
  'Do you ship to Northern Ireland?',
  'ขอใบเสร็จด้วยนะคะ ที่อยู่: 99/12 หมู่ 4 ต.บางกระสอ อ.เมือง จ.นนทบุรี 11000',
  'ok',
] as const;
const ANSWERS = [
  'Hello! Yes, it is in stock and ships today before 17:00.',
  '您好，可以的，今天下单明天发货。',
  'สวัสดีค่ะ มีของพร้อมส่งค่ะ จัดส่งภายใน 24 ชั่วโมงนะคะ',
] as const;

export function message(conversationId: string, number: number, over: Partial<MessageView> = {}): MessageView {
  const isBuyer = number % 5 !== 3 && number % 7 !== 5;
  const lines = isBuyer ? LINES : ANSWERS;
  return messageView.parse({
    messageId: uuidOf(`message ${conversationId} ${number}`),
    conversationId,
    platformMessageId: String(number),
    position: String(1_000 + number),
    sentAt: 0,
    author: isBuyer ? 'buyer' : 'seller',
    content: { type: 'text', text: lines[number % lines.length] },
    clientId: null,
    status: 'available',
    quote: null,
    marks: [],
    ...over,
  });
}

export function conversation(number: number, shop: ShopView, over: Partial<ConversationView> = {}): ConversationView {
  const name = BUYER_NAMES[number % BUYER_NAMES.length] ?? 'Buyer';
  return conversationView.parse({
    conversationId: uuidOf(`conversation ${number}`),
    shopId: shop.shopId,
    buyer: {
      buyerId: String(7_700_000_000_000_000_000n + BigInt(number)),
      name: number < BUYER_NAMES.length ? name : `${name} ${number}`,
      avatarUrl: null,
    },
    status: number % 17 === 4 ? 'closed' : 'activated',
    isPinned: number === 6,
    isMuted: false,
    isFavorite: false,
    isBuyerBlocked: false,
    unreadCount: 0,
    isUnreply: false,
    waitingSince: null,
    dueAt: null,
    buyerWroteAt: null,
    lastMessageAt: 0,
    lastMessage: null,
    sellerReadPosition: null,
    buyerReadPosition: null,
    ...over,
  });
}

const MINUTE = 60_000;
const unreadOf = (index: number): number => (index === 1 ? 120 : index % 4 === 0 ? (index % 3) + 1 : 0);

/** Fills a model: `count` conversations over all shops, the newest a minute old. Nobody is told. */
export function fill(
  model: ModelServer,
  count: number,
  messagesEach: (index: number) => number,
  all: readonly ShopView[] = shops(),
): void {
  const now = Date.now();
  for (let index = 0; index < count; index += 1) {
    const shop = all[index % all.length];
    if (shop === undefined) continue;
    const bare = conversation(index, shop);
    const size = messagesEach(index);
    const last = now - (1 + index * index * 3) * MINUTE;
    const list = Array.from({ length: size }, (_, number) =>
      message(bare.conversationId, number, { sentAt: Math.max(0, last - (size - 1 - number) * 4 * MINUTE) }),
    );
    const unreadCount = unreadOf(index);
    const newest = list.at(-1);
    model.chat.messages.set(bare.conversationId, list);
    model.chat.conversations.set(bare.conversationId, {
      ...bare,
      ...(newest === undefined ? {} : lastOf(newest)),
      buyerWroteAt: list.findLast(({ author }) => author === 'buyer')?.sentAt ?? null,
      unreadCount,
      sellerReadPosition: list.at(-1 - unreadCount)?.position ?? null,
      buyerReadPosition: list.at(-3)?.position ?? null,
    });
  }
  const conversations = [...model.chat.conversations.values()];
  for (const shop of all) {
    const counters = countersOf(conversations.filter(({ shopId }) => shopId === shop.shopId));
    model.shops.byId.set(shop.shopId, { ...shop, ...counters });
  }
}

/** The signed-in main account. */
export const MEMBER = aMember({
  name: '林小芳 Lin',
  accountName: 'Demo Trading',
  permissionCodeList: [...PERMISSION_KEYS],
});

/** A sub-account of the team. */
export const ANNA: SubAccountView = {
  memberId: uuidOf('anna'),
  username: 'shop:anna',
  name: 'Anna',
  groupName: 'Night',
  permissionCodeList: ['chat', 'order', 'remark'],
  responsibility: { kind: 'countries', countries: ['TH', 'VN'] },
  shopCount: 4,
  createdAt: Date.UTC(2026, 10, 20, 12),
  loggedInAt: Date.UTC(2026, 10, 20, 12),
  hasSecondFactor: false,
};
