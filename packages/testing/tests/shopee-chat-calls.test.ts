/**
 * Shopee's chat through the connector, compared with the simulator's own data: conversations, messages, buyers,
 * uploads.
 */
import { createHash, randomUUID } from 'node:crypto';
import { CATALOGUE_CALLS } from '@pasar/connector-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StreamLog } from '../src/stream-log.ts';
import { eventually } from '../src/wait.ts';
import { allPages, ChatWorld, found, value } from './shopee-chat-world.ts';

let world: ChatWorld;
beforeAll(async () => {
  world = await ChatWorld.open();
});
afterAll(() => world.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

describe('lists and searches', () => {
  it('the list of a sub-account is its own, and has pages like the other list', async () => {
    const merchant = await world.stage.session(await world.stage.login('merchant'));
    const first = merchant.shops[0]?.platformShopId ?? world.shop;
    const all = await allPages((cursor) => merchant.fetchConversations(first, cursor));
    const sim = (await world.stage.control.shops('shopee')).find(({ shopId }) => shopId === first);
    expect(all.map(({ buyer }) => buyer.buyerId).toSorted()).toEqual(
      sim?.buyers.map(({ buyerId }) => buyerId).toSorted(),
    );
    await world.make('shopee-chat GET subaccount/conversations', { tab: null, cursor: null }, merchant);
    await world.make('shopee-chat GET conversations', { tab: null, cursor: null });
  });

  it('each tab holds the conversations that its name promises', async () => {
    const { facts, ref } = await world.talkAt(1);
    await world.stage.control.post(world.place(ref.buyerId), 'still waiting');
    await world.make('shopee-chat PUT conversations/{id}/pin', { conversation: ref });
    const idsOf = (page: unknown) =>
      z
        .object({ items: z.array(z.looseObject({ platformConversationId: z.string() })) })
        .parse(page)
        .items.map(({ platformConversationId }) => platformConversationId);
    const pinned = await world.make('shopee-chat GET conversation_list', { tab: 'pinned', cursor: null });
    expect(idsOf(pinned)).toContain(facts.platformConversationId);
    const unreplied = await world.make('shopee-chat GET conversation/list', { tab: 'unreplied', cursor: null });
    expect(idsOf(unreplied)).toContain(facts.platformConversationId);
    await world.make('shopee-chat PUT conversations/{id}/unpin', { conversation: ref });
    expect((await world.stage.control.conversation(world.place(ref.buyerId))).isPinned).toBe(false);
  });

  it('unreplied conversations are read in at most three rounds', async () => {
    const { session } = world;
    const page = value(await session.fetchUnreplied(world.shop));
    const states = await Promise.all(
      page.items.map(({ buyer }) => world.stage.control.conversation(world.place(buyer.buyerId))),
    );
    expect(states.every(({ messages }) => messages.at(-1)?.from === 'buyer')).toBe(true);
    const waiting: string[] = [];
    for (const { buyer } of await world.allConversations()) {
      const state = await world.stage.control.conversation(world.place(buyer.buyerId));
      if (state.messages.at(-1)?.from === 'buyer') waiting.push(buyer.buyerId);
    }
    expect(page.items.length).toBeGreaterThanOrEqual(Math.min(waiting.length, 21));
    expect(page.next === null).toBe(page.items.length === waiting.length);
  });

  it('a search finds a buyer by name, and by the number of an order', async () => {
    const { facts } = await world.talkAt(2);
    const idsOf = (page: unknown) =>
      z
        .object({ items: z.array(z.looseObject({ platformConversationId: z.string() })) })
        .parse(page)
        .items.map(({ platformConversationId }) => platformConversationId);
    const byName = await world.make('shopee-chat GET user/conversation_search', { keyword: facts.buyer.name, page: 1 });
    expect(idsOf(byName)).toContain(facts.platformConversationId);
    const conversations = await world.allConversations();
    const ordered = found((await world.trade()).orders, ({ buyerId }) =>
      conversations.some(({ buyer }) => buyer.buyerId === buyerId),
    );
    const byOrder = await world.make('shopee-chat GET search/combined_search', {
      keyword: ordered.orderNumber,
      page: 1,
    });
    const meant = found(conversations, ({ buyer }) => buyer.buyerId === ordered.buyerId);
    expect(idsOf(byOrder)).toContain(meant.platformConversationId);
  });

  it('a deleted conversation is not listed until the buyer writes again', async () => {
    const { facts, ref } = await world.talkAt(5);
    await world.make('shopee-chat DELETE conversations/{id}', ref);
    const has = async () =>
      (await world.allConversations()).some((each) => each.platformConversationId === facts.platformConversationId);
    expect(await has()).toBe(false);
    await world.stage.control.post(world.place(ref.buyerId), 'hello again');
    expect(await has()).toBe(true);
  });
});

describe('one conversation', () => {
  it('settings, reopening and news', async () => {
    const { ref } = await world.talkAt(3);
    const messageId = await world.stage.control.post(world.place(ref.buyerId), 'read me');
    await world.make('shopee-chat PUT conversations/{id}/read', { conversation: ref, messageId });
    expect((await world.stage.control.conversation(world.place(ref.buyerId))).sellerReadMessageId).toBe(messageId);
    await world.make('shopee-chat PUT conversations/{id}/unread', { conversation: ref });
    const news = z.object({ unreadCount: z.int().min(1), hasNewMessage: z.literal(true) });
    news.parse(await world.make('shopee-chat POST user/sync', null));
    await world.make('shopee-chat PUT conversations/{id}/status', { conversation: ref, status: 'closed' });
    expect((await world.stage.control.conversation(world.place(ref.buyerId))).status).toBe('closed');
    expect(await world.make('shopee-chat POST conversation/redirection', { buyerId: ref.buyerId })).toBe(
      ref.platformConversationId,
    );
    expect(value(await world.session.reopen(ref)).platformConversationId).toBe(ref.platformConversationId);
    expect((await world.stage.control.conversation(world.place(ref.buyerId))).status).toBe('activated');
  });

  it('its history has pages of twenty, and shows cards by kind', async () => {
    const kinds = new Set<string>();
    for (const facts of await world.allConversations()) {
      const ref = { ...facts, buyerId: facts.buyer.buyerId };
      const all = await allPages((cursor) => world.session.fetchHistory(ref, cursor));
      const sim = await world.stage.control.conversation(world.place(facts.buyer.buyerId));
      expect(all.map(({ platformMessageId }) => platformMessageId)).toEqual(
        sim.messages.map(({ messageId }) => messageId).toReversed(),
      );
      for (const { content } of all) kinds.add(content.type === 'placeholder' ? content.kind : content.type);
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['text', 'image', 'products', 'order', 'voucher', 'sticker']));
    const { ref } = await world.talkAt(0);
    await world.make('shopee-chat GET conversations/{id}/messages', { conversation: ref, offset: 0 });
  });

  it('a picture is uploaded, sent, and read back as a picture', async () => {
    const { ref } = await world.talkAt(4);
    const image = { name: 'bag.png', type: 'image/png', bytes: new Uint8Array(PNG) } as const;
    const uploaded = value(await world.session.calls.media.uploadImage(ref, image));
    expect(new Uint8Array(await (await fetch(uploaded.url)).arrayBuffer())).toEqual(image.bytes);
    expect(value(await world.session.calls.media.mediaUrl(world.shop, uploaded.url))).toBe(uploaded.url);
    world.made.add('shopee-chat POST images');

    const log = new StreamLog();
    const stream = value(await world.session.listen(log));
    const idempotencyKey = randomUUID();
    const sent = await world.session.sendImage({ conversation: ref, image: uploaded, idempotencyKey });
    if (sent.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(sent)}`);
    world.made.add('shopee-chat POST messages');
    const received = await eventually(async () => {
      const [newest] = value(await world.session.fetchHistory(ref, null)).items;
      return newest?.platformMessageId === sent.platformMessageId ? newest : null;
    }, 'the picture in the history');
    expect(received).toMatchObject({
      author: 'seller',
      idempotencyKey,
      content: { type: 'image', picture: { url: uploaded.url, width: uploaded.width, height: uploaded.height } },
    });
    expect((await world.stage.control.ledger(world.place(ref.buyerId))).at(-1)).toMatchObject({ idempotencyKey });
    stream.close();
  });

  it('refuses a picture that is too large', async () => {
    const { ref } = await world.talkAt(4);
    const large = { name: 'x.png', type: 'image/png', bytes: new Uint8Array(2 * 1024 * 1024 + 1) } as const;
    expect(await world.session.calls.media.uploadImage(ref, large)).toMatchObject({
      ok: false,
      refusal: { detail: expect.stringContaining('file_too_large') },
    });
  });

  it('a video is uploaded in three steps', async () => {
    const { ref } = await world.talkAt(4);
    const bytes = new Uint8Array(Buffer.from('not really a video, but bytes of one'));
    const cover = { name: 'cover.png', type: 'image/png', bytes: new Uint8Array(PNG) } as const;
    const video = value(await world.session.calls.media.uploadVideo(ref, { name: 'v.mp4', bytes, cover }));
    expect(video.isReady).toBe(true);
    const served = new Uint8Array(await (await fetch(video.url)).arrayBuffer());
    expect(createHash('md5').update(served).digest('hex')).toBe(createHash('md5').update(bytes).digest('hex'));
    expect(video.coverUrl).toMatch(/^http/);

    const announced = z
      .object({ vid: z.string(), serviceId: z.string(), extendId: z.string(), uploadUrl: z.string() })
      .parse(await world.make('shopee-chat POST video/preupload', { conversation: ref }));
    await fetch(announced.uploadUrl, { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: bytes });
    const wrong = { place: announced, coverUrl: '', fileSize: bytes.byteLength, md5: 'wrong' };
    await expect(world.make('shopee-chat POST video/report_upload', wrong)).rejects.toThrow('video_check_failed');
    expect(await world.make('shopee-chat GET video/upload_status', { vid: announced.vid })).toMatchObject({
      status: 'processing',
    });
    const md5 = createHash('md5').update(bytes).digest('hex');
    await world.make('shopee-chat POST video/report_upload', { ...wrong, md5 });
    expect(await world.make('shopee-chat GET video/upload_status', { vid: announced.vid })).toMatchObject({
      status: 'ready',
    });
  });
});

it('a video is never uploaded to an address of this machine, even when the announcement names one', async () => {
  const { ref } = await world.talkAt(4);
  const { signIn, asked } = await world.stage.enter(world.login, { isLoopbackAllowed: false });
  if (!signIn.ok) throw new Error('not let in');
  const video = { name: 'v.mp4', bytes: new Uint8Array(Buffer.from('bytes of a video')), cover: null };
  expect(await signIn.value.calls.media.uploadVideo(ref, video)).toMatchObject({
    ok: false,
    refusal: { reason: 'unexpected_answer', detail: expect.stringContaining('may not be dialled') },
    canRetry: false,
  });
  expect(asked.at(-1)).toContain('video/preupload');
});

describe('the buyer', () => {
  it('profile, statistics, blocking', async () => {
    const conversations = await world.allConversations();
    const OPEN = new Set(['unpaid', 'toShip', 'shipping', 'cancelRequested', 'returning']);
    const { orders } = await world.trade();
    const isOpen = (buyerId: string) => orders.some((each) => each.buyerId === buyerId && OPEN.has(each.status));
    const quiet = found(conversations, ({ buyer }) => !isOpen(buyer.buyerId)).buyer;
    const params = { buyerId: quiet.buyerId };
    expect(await world.make('shopee-chat GET users/{id}', params)).toMatchObject({
      username: quiet.name,
      isBlocked: false,
    });
    const own = orders.filter(({ buyerId }) => buyerId === quiet.buyerId);
    expect(await world.make('shopee-chat GET users/{id}/get_user_shop_statistics_info', params)).toMatchObject({
      orderCount: own.length,
      deliveredOrderCount: own.filter(({ status }) => status === 'completed').length,
    });
    await world.make('shopee-chat PUT user/blocks/{id}', params);
    expect(await world.make('shopee-chat GET users/{id}', params)).toMatchObject({ isBlocked: true });
    await world.make('shopee-chat DELETE user/blocks/{id}', params);
    expect(await world.make('shopee-chat GET users/{id}', params)).toMatchObject({ isBlocked: false });
    const busy = found(conversations, ({ buyer }) => isOpen(buyer.buyerId)).buyer;
    await expect(world.make('shopee-chat PUT user/blocks/{id}', { buyerId: busy.buyerId })).rejects.toThrow(
      'buyer_has_open_orders',
    );
  });
});

it('every call about conversations, messages, buyers and uploads was made', () => {
  const rows = CATALOGUE_CALLS.filter((key) =>
    /^shopee-chat \w+ (conversation|subaccount|search|messages|users\/|user\/(blocks|sync|conversation)|video|images)/.test(
      key,
    ),
  );
  expect(rows).toHaveLength(24);
  expect(rows.filter((key) => !world.made.has(key))).toEqual([]);
});
