import { CALLS, type Call } from '@pasar/api';
import { ANY_BUYER } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ingest } from '../src/engine/ingest/ingest.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { PNG } from './harness/picture-connector.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

/**
 * Every call of the desk with an id of a conversation, message, delivery or shop, made with ids of another account and
 * of a shop that the sub-account may not see: the call answers that the id does not exist, and changes nothing.
 */
let database: TestDatabase;
let web: TestWeb;
let sub: Visitor;
let ours: TestTenant;
let theirs: TestTenant;

beforeAll(async () => {
  database = await openTestDatabase();
  const person = {
    username: 'ours:sub',
    password: 'right',
    name: 'sub',
    permissionCodeList: ['chat', 'order', 'remark', 'shopManager', 'setting', 'batchReply', 'orderCare'] as const,
  };
  const shops = [{ marketplace: 'tiktok' as const, platformShopId: '11' }];
  ours = await makeTenant(database, 'ours@x', [['11', '12']], [{ ...person, shops }], 'tiktok');
  theirs = await makeTenant(database, 'theirs@x', [['11', '99']], [], 'tiktok');
  await fill(ours, ['11', '12']);
  await fill(theirs, ['11', '99']);
  await tagBuyer();
  web = await openTestWeb(database);
  sub = new Visitor(web.origin);
  await sub.logIn(CALLS.account.login, 'ours:sub', 'right');
});
afterAll(async () => {
  await web.close();
  await database.close();
});

/** In every shop an order, a conversation with a message of each side and a failed delivery, and a remark about its buyer. */
async function fill(tenant: TestTenant, shops: readonly string[]): Promise<void> {
  const [owner] = tenant.connections;
  if (!owner) throw new Error('no connection');
  for (const shop of shops) {
    const conversation = listing(shop, `c-${shop}`);
    await ingest(database.engine, tenant.accountId, [
      { kind: 'event', owner, event: { kind: 'conversation.listed', conversation } },
      ...(['buyer', 'seller'] as const).map((author, number) => ({
        kind: 'event' as const,
        owner,
        event: {
          kind: 'message.received' as const,
          message: messageAt(shop, `c-${shop}`, number + 1, author),
          via: 'live' as const,
        },
      })),
    ]);
    await database.owner.query(
      `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state, created_at, refusal_reason)
         select account_id, shop_id, conversation_id, $3, gen_random_uuid(), '{"type":"text","text":"hello"}', 'refused', 1, 'message_refused'
         from conversation where account_id = $1 and platform_conversation_id = $2`,
      [tenant.accountId, `c-${shop}`, tenant.mainId],
    );
    await database.owner.query(
      `insert into remark (account_id, shop_id, buyer_id, buyer_name, kind, content, author, created_at)
         select account_id, shop_id, buyer_id, buyer_name, 'pre_sales', 'x', 'main', 1
         from conversation where account_id = $1 and platform_conversation_id = $2`,
      [tenant.accountId, `c-${shop}`],
    );
  }
  await database.owner.query(
    `insert into shop_order (account_id, shop_id, order_id, record, order_number, status, total, currency, created_at,
       changed_at, read_at, status_known_at, is_ratable, has_note)
     select account_id, shop_id, '1', '{}', '1', 'unpaid', 1, 'SGD', 1, 1, 1, 1, false, false from shop where account_id = $1`,
    [tenant.accountId],
  );
}

/** A tag of our account, which the buyer of shop 11 has. */
const TAG = '01a20aec-fa56-7f71-804b-107f17e6328d';
const tagBuyer = () =>
  database.owner.query(
    `with made as (insert into buyer_tag (tag_id, account_id, name, color) values ($1, $2, 'Late', 'red') returning tag_id)
     insert into buyer_tag_relation (account_id, tag_id, shop_id, buyer_id, conversation_id, added_by, added_at,
       last_message_at, is_unread, is_pinned)
     select account_id, tag_id, shop_id, buyer_id, conversation_id, 'main', 1, 1, false, false
     from conversation, made where account_id = $2 and platform_conversation_id = 'c-11'`,
    [TAG, ours.accountId],
  );

const idsShape = z.object({
  shopId: z.uuid(),
  conversationId: z.uuid(),
  messageId: z.uuid(),
  deliveryId: z.uuid(),
  remarkId: z.uuid(),
});
type Ids = z.infer<typeof idsShape>;
async function idsOf({ accountId }: TestTenant, shop: string): Promise<Ids> {
  const found = await database.owner.query(
    `select c.shop_id as "shopId", c.conversation_id as "conversationId", d.delivery_id as "deliveryId",
       (select r.remark_id from remark r where r.shop_id = c.shop_id order by r.remark_id limit 1) as "remarkId",
       (select m.message_id from message m where m.conversation_id = c.conversation_id and m.author = 'seller') as "messageId"
     from conversation c join delivery d using (conversation_id)
     where c.account_id = $1 and c.platform_conversation_id = $2 order by d.created_at limit 1`,
    [accountId, `c-${shop}`],
  );
  return idsShape.parse(found.rows[0]);
}

const {
  autoReply,
  automation,
  bulkSend,
  orderCare,
  buyers,
  buyerTags,
  chat,
  chatSettings,
  closing,
  orders,
  quickReplies,
  remarks,
  shops,
  suggestions,
  teamFigures,
  together,
  translation,
} = CALLS;
const file = PNG.toString('base64');
const voucher = { voucherId: '1', voucherCode: null, title: null, discount: null };
const card = { type: 'voucher', voucher } as const;
const given = <Kept extends keyof Ids>(key: Kept, more: object = {}) => {
  return (ids: Ids) => ({ [key]: ids[key], ...more });
};
const video = { fileName: 'a.mp4', bytes: 9_000, width: null, height: null, durationSeconds: null };
const hello = { parts: [{ kind: 'text', text: 'x' }] };
const named = (ids: Ids) => ({ kind: 'named', conversationIds: [ids.conversationId] });
const ofOrders = (ids: Ids) => ({ kind: 'orders', shopIds: [ids.shopId], days: 30 });
/** The input of each call. */
const ASKED: readonly [Call, (ids: Ids) => object][] = [
  [closing.closeConversation, given('conversationId', { isClosed: true })],
  [closing.closeConversation, given('conversationId', { isClosed: false })],
  [chat.messages, given('conversationId')],
  [chat.findMessages, given('conversationId', { words: 'm' })],
  [chat.messageAt, given('conversationId', { at: '0' })],
  [chat.cardDetail, given('messageId')],
  [chat.answerOffer, given('messageId', { isAccepted: true, amount: '1', currency: 'SGD', quantity: 1 })],
  [chat.sendText, (ids) => ({ conversationId: ids.conversationId, clientId: crypto.randomUUID(), text: 'x' })],
  [
    chat.sendImage,
    (ids) => ({
      ...given('conversationId')(ids),
      clientId: crypto.randomUUID(),
      fileName: 'a.png',
      type: 'image/png',
      file,
    }),
  ],
  [chat.sendCard, given('conversationId', { clientId: crypto.randomUUID(), card })],
  [chat.beginVideo, given('conversationId', { clientId: crypto.randomUUID(), video })],
  [chat.takeReplyVideo, given('conversationId', { clientId: crypto.randomUUID(), videoId: crypto.randomUUID() })],
  [chat.sendVideo, given('conversationId', { clientId: crypto.randomUUID() })],
  [chat.resendVideo, given('deliveryId', { clientId: crypto.randomUUID() })],
  [chat.retryDelivery, given('deliveryId')],
  [chat.checkDelivery, given('deliveryId')],
  [chat.dismissDelivery, given('deliveryId')],
  [chat.markRead, given('conversationId', { position: '9000000000000000099' })],
  [chat.markUnread, given('conversationId')],
  [chat.muteConversation, given('conversationId', { isMuted: true })],
  [chat.setAside, given('conversationId', { isSetAside: true })],
  [chat.deleteConversation, given('conversationId', { isDeleted: true })],
  [chat.favoriteConversation, given('conversationId', { isFavorite: true })],
  [chat.showTyping, given('conversationId', { isTyping: true })],
  [chat.recallMessage, given('messageId')],
  [chat.deleteMessage, given('messageId')],
  [chat.markMessage, given('messageId', { mark: 'favorite', isMarked: true })],
  [chat.pinnedConversation, given('conversationId', { pinned: true })],
  [chat.searchProducts, given('shopId')],
  [chat.productDetail, given('shopId', { productId: '1' })],
  [chat.listVouchers, given('shopId')],
  [chat.voucherDetail, given('conversationId', { voucherId: '1' })],
  [chat.listStickers, given('shopId')],
  [chat.listBuyerOrders, given('conversationId')],
  [chat.openConversation, given('shopId', { orderNumber: '1' })],
  [chat.searchAtMarketplaces, given('shopId', { words: 'aisyah' })],
  [buyers.buyerRecord, given('conversationId')],
  [buyers.buyerProfile, given('conversationId')],
  [buyers.buyerOrders, given('conversationId')],
  [buyers.blockBuyer, given('conversationId', { isBlocked: true })],
  [buyers.buyerNotes, given('conversationId')],
  [buyers.writeBuyerNote, given('conversationId', { text: 'x' })],
  [remarks.addBuyerRemark, given('conversationId', { kind: 'pre_sales', content: 'x' })],
  [remarks.getRemarkList, given('conversationId')],
  [remarks.remarkAssignees, given('conversationId')],
  [remarks.updateRemarkStatusFinish, (ids) => ({ remarkIds: [ids.remarkId] })],
  [remarks.reopenRemarks, (ids) => ({ remarkIds: [ids.remarkId] })],
  [remarks.planRemarks, (ids) => ({ remarkIds: [ids.remarkId], dueAt: 1 })],
  [remarks.deleteRemarks, (ids) => ({ remarkIds: [ids.remarkId] })],
  [buyerTags.getBuyerTagsInfo, given('conversationId')],
  [buyerTags.addBuyerTagToBuyer, given('conversationId', { buyerTagName: 'Loyal' })],
  [buyerTags.removeBuyerTagRelation, given('conversationId', { buyerTagId: TAG })],
  [together.assign, given('conversationId', { from: null, to: null })],
  [together.assignees, given('conversationId')],
  [together.assignments, given('conversationId')],
  [together.notes, given('conversationId')],
  [together.leftDraft, given('conversationId')],
  [together.saveDraft, given('conversationId', { text: 'x', changedAt: 1 })],
  [together.seeMentions, given('conversationId')],
  [
    together.writeNote,
    (ids) => ({ ...given('conversationId')(ids), noteId: crypto.randomUUID(), text: 'x', mentions: [] }),
  ],
  [orders.orderList, given('conversationId')],
  [orders.orderDetail, given('shopId', { orderId: '1' })],
  [orders.orderLogistics, given('shopId', { orderId: '1' })],
  [orders.rateBuyer, given('shopId', { orderId: '1', stars: 5 })],
  [shops.checkStatus, given('shopId')],
  [teamFigures.shopResponseShare, given('shopId')],
  [shops.hideShop, given('shopId', { isHidden: true })],
  [translation.translateLanguage, given('conversationId', { text: '你好', targetLanguage: 'en' })],
  [translation.translateToChinese, given('conversationId', { text: 'hello there' })],
  [translation.translateToCountryLanguage, given('conversationId', { text: '你好', country: 'TH' })],
  [
    translation.translateMessages,
    (ids) => ({ conversationId: ids.conversationId, messageIds: [ids.messageId], targetLanguage: 'en' }),
  ],
  [suggestions.suggestionSettings, given('conversationId')],
  [suggestions.previewSuggestion, given('conversationId', { task: 'answer', text: '' })],
  [suggestions.suggest, given('conversationId', { task: 'answer', text: '' })],
  [suggestions.switchSuggestions, given('shopId', { isOn: false })],
  [translation.translationSwitches, given('conversationId')],
  [translation.switchConversationTranslation, given('conversationId', { isOn: true })],
  [autoReply.tryAutoReply, given('shopId', { text: 'x' })],
  [
    bulkSend.saveBatchSendTask,
    (ids) => ({ taskName: 'x', taskType: 'immediate', content: hello, buyerListJson: ofOrders(ids) }),
  ],
  [
    bulkSend.saveBatchSendTask,
    (ids) => ({ taskName: 'x', taskType: 'immediate', content: hello, buyerListJson: named(ids) }),
  ],
  [bulkSend.previewBulkSend, (ids) => ({ content: hello, buyerListJson: ofOrders(ids) })],
  [bulkSend.previewBulkSend, (ids) => ({ content: hello, buyerListJson: named(ids) })],
  [bulkSend.previewBulkSendRecipients, (ids) => ({ content: hello, buyerListJson: named(ids) })],
  [bulkSend.bulkSendDistribution, given('shopId')],
  [bulkSend.readFans, (ids) => ({ shopIds: [ids.shopId] })],
  [bulkSend.previewBulkSend, (ids) => ({ content: hello, buyerListJson: { kind: 'fans', shopIds: [ids.shopId] } })],
  [bulkSend.getSkipSendByHaveOrderCare, (ids) => ({ conversationIds: [ids.conversationId] })],
  [orderCare.createOrderCareTask, (ids) => ({ kind: 'pay', shopIds: [ids.shopId] })],
  [orderCare.previewOrderCare, (ids) => ({ kind: 'pay', shopIds: [ids.shopId] })],
  [orderCare.previewOrderCareRecipients, (ids) => ({ kind: 'pay', shopIds: [ids.shopId] })],
  [orderCare.saveOrderCareTaskItemList, (ids) => ({ kind: 'pay', orders: [{ shopId: ids.shopId, orderId: '1' }] })],
  [orderCare.searchOrderCareTaskItemList, given('shopId')],
  [orderCare.getOrderIdAndOrderCareTypeListMap, given('shopId', { orderIds: ['1'] })],
  [automation.stopAutomatic, given('shopId')],
  [automation.resumeAutomatic, given('shopId')],
  [chatSettings.saveChatSetting, (ids) => ({ member: { rules: [{ ...ANY_BUYER, shopIds: [ids.shopId] }] } })],
  [translation.switchTranslation, given('shopId', { isOn: true })],
];
/** Lists, which name no foreign rows (see `isolation` and `queue`), and the calls that `quick-replies` asks. */
const ELSEWHERE: readonly Call[] = [
  chat.conversations,
  chat.nextConversation,
  quickReplies.getShortcuts,
  quickReplies.saveShopeeShortcuts,
  quickReplies.saveLazadaShortcuts,
];
const FOREIGN = ['99 of another tenant', '11 of another tenant', '12 of the own account'] as const;

const watched = [
  'conversation',
  'message',
  'delivery',
  'delivery_image',
  'outgoing_video',
  'setting_outbox',
  'conversation_assignment',
  'conversation_note',
  'note_mention',
  'draft',
  'change',
  'translation_switch',
  'known_buyer',
  'buyer_note',
  'remark',
  'buyer_tag',
  'buyer_tag_relation',
  'automatic_stop',
  'bulk_send_task',
  'bulk_send_item',
  'reading',
];
/** Every row, as text. */
async function everything(): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = {};
  for (const table of watched) {
    const found = await database.owner.query(`select to_jsonb(t)::text as row from ${table} t order by 1`);
    tables[table] = found.rows.map((row) => row.row);
  }
  return tables;
}

describe('a sub-account that is given an id', () => {
  const cases = ASKED.flatMap(([call, input]) => FOREIGN.map((shop) => ({ path: call.path, shop, call, input })));
  test.each(cases)('$path: shop $shop does not exist, and nothing changes', async ({ call, input, shop }) => {
    const ids = await idsOf(shop.endsWith('tenant') ? theirs : ours, shop.slice(0, 2));
    const before = await everything();
    const asked = input(ids);
    const answer = await sub.call(call, call.method === 'GET' ? (asked as Record<string, string>) : asked);
    expect(answer).toMatchObject({ result: 'fail', code: 'not_found' });
    expect(await everything()).toEqual(before);
  });

  test.each(ASKED)('$0.path: its own rows exist', async (call, input) => {
    await database.owner.query("update delivery set state = 'refused' where account_id = $1", [ours.accountId]);
    const asked = input(await idsOf(ours, '11'));
    const answer = await sub.call(call, call.method === 'GET' ? (asked as Record<string, string>) : asked);
    expect(answer).not.toMatchObject({ code: 'not_found' });
  });

  test('every call with such an id is covered', () => {
    const known = new Set([...ASKED.map(([call]) => call), ...ELSEWHERE].map((call) => call.path));
    const all: readonly Call[] = [
      ...Object.values(buyers),
      ...Object.values(buyerTags),
      ...Object.values(chat),
      ...Object.values(quickReplies),
      ...Object.values(remarks),
      ...Object.values(shops),
      ...Object.values(suggestions),
      ...Object.values(together),
      ...Object.values(translation),
    ];
    // What only main accounts may do is asked by another tenant in `permission-matrix`.
    const ofMembers = all.filter(({ access }) => access.kind !== 'main');
    const given = ofMembers.filter(({ input }) => {
      const shape = 'shape' in input && typeof input.shape === 'object' ? input.shape : null;
      return Object.keys(shape ?? {}).some((key) => key in idsShape.shape);
    });
    expect(given.map((call) => call.path).filter((path) => !known.has(path))).toEqual([]);
  });
});
