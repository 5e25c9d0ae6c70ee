/**
 * Shopee's chat through the connector, compared with the simulator's own data: conversations, messages, buyers,
 * uploads.
 */
import { createHash, randomUUID } from 'node:crypto';
import { CATALOGUE_CALLS, type ConversationsFound } from '@pasar/connector-kit';
import { sampleVideoOf } from '@pasar/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inMost } from '../src/contract/search-affairs.ts';
import { StreamLog } from '../src/stream-log.ts';
import { eventually } from '../src/wait.ts';
import { allPages, found, ShopeeChatHarness, value } from './shopee-chat-harness.ts';

let harness: ShopeeChatHarness;
beforeAll(async () => {
  harness = await ShopeeChatHarness.open();
});
afterAll(() => harness.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

describe('lists and searches', () => {
  it('the list of a sub-account is its own, and has pages like the other list', async () => {
    const merchant = await harness.shopee.session(await harness.shopee.login('merchant'));
    const first = merchant.shops[0]?.platformShopId ?? harness.shop;
    const all = await allPages((cursor) => merchant.fetchConversations(first, cursor));
    const sim = (await harness.shopee.control.shops('shopee')).find(({ shopId }) => shopId === first);
    expect(all.map(({ buyer }) => buyer.buyerId).toSorted()).toEqual(
      sim?.buyers.map(({ buyerId }) => buyerId).toSorted(),
    );
    await harness.make('shopee-chat GET subaccount/conversations', { tab: null, cursor: null }, merchant);
    await harness.make('shopee-chat GET conversations', { tab: null, cursor: null });
  });

  it('each tab holds the conversations that its name promises', async () => {
    const { facts, ref } = await harness.talkAt(1);
    await harness.shopee.control.post(harness.place(ref.buyerId), 'still waiting');
    await harness.make('shopee-chat PUT conversations/{id}/pin', { conversation: ref });
    const idsOf = (page: unknown) =>
      z
        .object({ items: z.array(z.looseObject({ platformConversationId: z.string() })) })
        .parse(page)
        .items.map(({ platformConversationId }) => platformConversationId);
    const pinned = await harness.make('shopee-chat GET conversation_list', { tab: 'pinned', cursor: null });
    expect(idsOf(pinned)).toContain(facts.platformConversationId);
    const unreplied = await harness.make('shopee-chat GET conversation/list', { tab: 'unreplied', cursor: null });
    expect(idsOf(unreplied)).toContain(facts.platformConversationId);
    await harness.make('shopee-chat PUT conversations/{id}/unpin', { conversation: ref });
    expect((await harness.shopee.control.conversation(harness.place(ref.buyerId))).isPinned).toBe(false);
  });

  it('unreplied conversations are read in at most three rounds', async () => {
    const { session } = harness;
    const page = value(await session.fetchUnreplied(harness.shop));
    const states = await Promise.all(
      page.items.map(({ buyer }) => harness.shopee.control.conversation(harness.place(buyer.buyerId))),
    );
    expect(states.every(({ messages }) => messages.at(-1)?.from === 'buyer')).toBe(true);
    const waiting: string[] = [];
    for (const { buyer } of await harness.allConversations()) {
      const state = await harness.shopee.control.conversation(harness.place(buyer.buyerId));
      if (state.messages.at(-1)?.from === 'buyer') waiting.push(buyer.buyerId);
    }
    expect(page.items.length).toBeGreaterThanOrEqual(Math.min(waiting.length, 21));
    expect(page.next === null).toBe(page.items.length === waiting.length);
  });

  it('a search finds buyers by name and orders by number, twenty at once, and goes on with the call of each kind', async () => {
    const { facts } = await harness.talkAt(2);
    const idsOf = ({ conversations }: ConversationsFound) =>
      conversations.map(({ conversation }) => conversation.platformConversationId);
    const search = async (words: string, cursor: string | null) =>
      value(await harness.session.calls.buyers.searchConversations(harness.shop, { words, cursor }));
    const pagesOf = async (words: string) => {
      const pages = [await search(words, null)];
      for (let next = pages[0]?.next ?? null; next !== null; next = pages.at(-1)?.next ?? null) {
        pages.push(await search(words, next));
      }
      return pages;
    };
    expect(idsOf(await search(facts.buyer.name, null))).toContain(facts.platformConversationId);
    const listed = await harness.allConversations();
    const named = listed.filter(({ buyer }) => buyer.name.toLowerCase().includes('a'));
    const byName = await pagesOf('A');
    expect(byName.flatMap(idsOf)).toEqual(named.map(({ platformConversationId }) => platformConversationId));
    expect(idsOf(found(byName, () => true))).toHaveLength(20);

    const { orders } = await harness.trade();
    const all = orders.map(({ orderNumber }) => orderNumber);
    const part = inMost(all);
    const numbers = all.filter((number) => number.toLowerCase().includes(part));
    const byNumber = await pagesOf(part);
    expect(byNumber.flatMap((page) => page.orders.map(({ orderNumber }) => orderNumber))).toEqual(numbers);
    expect(byNumber[0]?.orders).toHaveLength(20);
    harness.made.add('shopee-chat GET search/combined_search');
    harness.made.add('shopee-chat GET user/conversation_search');
    expect(await harness.session.calls.buyers.searchConversations(harness.shop, { words: 'a', cursor: '-:-' })).toEqual(
      {
        ok: false,
        refusal: { reason: 'invalid_request', detail: 'unknown cursor' },
        canRetry: false,
      },
    );
    // Ours: the marketplace refuses a search without words.
    await expect(harness.make('shopee-chat GET user/conversation_search', { keyword: ' ', page: 1 })).rejects.toThrow(
      'param_error',
    );
  });

  it('a deleted conversation is not listed until the buyer writes again', async () => {
    const { facts, ref } = await harness.talkAt(5);
    await harness.make('shopee-chat DELETE conversations/{id}', ref);
    const has = async () =>
      (await harness.allConversations()).some((each) => each.platformConversationId === facts.platformConversationId);
    expect(await has()).toBe(false);
    await harness.shopee.control.post(harness.place(ref.buyerId), 'hello again');
    expect(await has()).toBe(true);
  });
});

describe('one conversation', () => {
  it('settings, reopening and news', async () => {
    const { ref } = await harness.talkAt(3);
    const messageId = await harness.shopee.control.post(harness.place(ref.buyerId), 'read me');
    await harness.make('shopee-chat PUT conversations/{id}/read', { conversation: ref, messageId });
    expect((await harness.shopee.control.conversation(harness.place(ref.buyerId))).sellerReadMessageId).toBe(messageId);
    await harness.make('shopee-chat PUT conversations/{id}/unread', { conversation: ref });
    const news = z.object({ unreadCount: z.int().min(1), hasNewMessage: z.literal(true) });
    news.parse(await harness.make('shopee-chat POST user/sync', null));
    await harness.make('shopee-chat PUT conversations/{id}/status', { conversation: ref, status: 'closed' });
    expect((await harness.shopee.control.conversation(harness.place(ref.buyerId))).status).toBe('closed');
    expect(await harness.make('shopee-chat POST conversation/redirection', { buyerId: ref.buyerId })).toBe(
      ref.platformConversationId,
    );
    expect(value(await harness.session.reopen(ref)).platformConversationId).toBe(ref.platformConversationId);
    expect((await harness.shopee.control.conversation(harness.place(ref.buyerId))).status).toBe('activated');
  });

  it('its history has pages of twenty, and shows cards by kind', async () => {
    const kinds = new Set<string>();
    for (const facts of await harness.allConversations()) {
      const ref = { ...facts, buyerId: facts.buyer.buyerId };
      const all = await allPages((cursor) => harness.session.fetchHistory(ref, cursor));
      const sim = await harness.shopee.control.conversation(harness.place(facts.buyer.buyerId));
      expect(all.map(({ platformMessageId }) => platformMessageId)).toEqual(
        sim.messages.map(({ messageId }) => messageId).toReversed(),
      );
      for (const { content } of all) kinds.add(content.type === 'placeholder' ? content.kind : content.type);
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['text', 'image', 'products', 'order', 'voucher', 'sticker']));
    const { ref } = await harness.talkAt(0);
    await harness.make('shopee-chat GET conversations/{id}/messages', { conversation: ref, offset: 0 });
  });

  it('a picture is uploaded, sent, and read back as a picture', async () => {
    const { ref } = await harness.talkAt(4);
    const image = { name: 'bag.png', type: 'image/png', bytes: new Uint8Array(PNG) } as const;
    const uploaded = value(await harness.session.calls.media.uploadImage(ref, image));
    expect(new Uint8Array(await (await fetch(uploaded.url)).arrayBuffer())).toEqual(image.bytes);
    expect(value(await harness.session.calls.media.mediaUrl(harness.shop, uploaded.url))).toBe(uploaded.url);
    harness.made.add('shopee-chat POST images');

    const log = new StreamLog();
    const stream = value(await harness.session.listen(log));
    const idempotencyKey = randomUUID();
    const sent = await harness.session.sendImage({ conversation: ref, image: uploaded, idempotencyKey });
    if (sent.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(sent)}`);
    harness.made.add('shopee-chat POST messages');
    const received = await eventually(async () => {
      const [newest] = value(await harness.session.fetchHistory(ref, null)).items;
      return newest?.platformMessageId === sent.platformMessageId ? newest : null;
    }, 'the picture in the history');
    expect(received).toMatchObject({
      author: 'seller',
      idempotencyKey,
      content: { type: 'image', picture: { url: uploaded.url, width: uploaded.width, height: uploaded.height } },
    });
    expect((await harness.shopee.control.ledger(harness.place(ref.buyerId))).at(-1)).toMatchObject({ idempotencyKey });
    stream.close();
  });

  it('a video is uploaded, sent, and read back as a video', async () => {
    const { ref } = await harness.talkAt(4);
    const bytes = new Uint8Array(sampleVideoOf(2_000_000));
    const cover = { name: 'cover.png', type: 'image/png', bytes: new Uint8Array(PNG) } as const;
    const video = value(await harness.session.calls.media.uploadVideo(ref, { name: 'v.mp4', bytes, cover }));
    const idempotencyKey = randomUUID();
    const facts = { width: 320, height: 180, durationSeconds: 4.2 };
    const sent = await harness.session.sendVideo({ conversation: ref, video, facts, idempotencyKey });
    if (sent.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(sent)}`);
    const received = await eventually(async () => {
      const [newest] = value(await harness.session.fetchHistory(ref, null)).items;
      return newest?.platformMessageId === sent.platformMessageId ? newest : null;
    }, 'the video in the history');
    expect(received).toMatchObject({
      author: 'seller',
      idempotencyKey,
      content: {
        type: 'video',
        video: { url: video.url, coverUrl: video.coverUrl, width: 320, height: 180, durationSeconds: 4 },
      },
    });
    const served = Buffer.from(await (await fetch(video.url)).arrayBuffer());
    expect(served.equals(bytes)).toBe(true);
    // A video that was never uploaded is certainly not accepted.
    const nothing = { ...video, vid: randomUUID() };
    const refused = { conversation: ref, video: nothing, facts, idempotencyKey: randomUUID() };
    expect(await harness.session.sendVideo(refused)).toMatchObject({ kind: 'refused', next: { kind: 'stop' } });
  });

  it('refuses a picture that is too large', async () => {
    const { ref } = await harness.talkAt(4);
    const large = { name: 'x.png', type: 'image/png', bytes: new Uint8Array(2 * 1024 * 1024 + 1) } as const;
    expect(await harness.session.calls.media.uploadImage(ref, large)).toMatchObject({
      ok: false,
      refusal: { detail: expect.stringContaining('file_too_large') },
    });
  });

  it('a video is uploaded in three steps', async () => {
    const { ref } = await harness.talkAt(4);
    const bytes = new Uint8Array(Buffer.from('not really a video, but bytes of one'));
    const cover = { name: 'cover.png', type: 'image/png', bytes: new Uint8Array(PNG) } as const;
    const video = value(await harness.session.calls.media.uploadVideo(ref, { name: 'v.mp4', bytes, cover }));
    expect(video.isReady).toBe(true);
    const served = new Uint8Array(await (await fetch(video.url)).arrayBuffer());
    expect(createHash('md5').update(served).digest('hex')).toBe(createHash('md5').update(bytes).digest('hex'));
    expect(video.coverUrl).toMatch(/^http/);

    const announced = z
      .object({ vid: z.string(), serviceId: z.string(), extendId: z.string(), uploadUrl: z.string() })
      .parse(await harness.make('shopee-chat POST video/preupload', { conversation: ref }));
    await fetch(announced.uploadUrl, { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: bytes });
    const wrong = { target: announced, coverUrl: '', fileSize: bytes.byteLength, md5: 'wrong' };
    await expect(harness.make('shopee-chat POST video/report_upload', wrong)).rejects.toThrow('video_check_failed');
    expect(await harness.make('shopee-chat GET video/upload_status', { vid: announced.vid })).toMatchObject({
      status: 'processing',
    });
    const md5 = createHash('md5').update(bytes).digest('hex');
    await harness.make('shopee-chat POST video/report_upload', { ...wrong, md5 });
    expect(await harness.make('shopee-chat GET video/upload_status', { vid: announced.vid })).toMatchObject({
      status: 'ready',
    });
  });
});

it('a video is never uploaded to an address of this machine, even when the announcement names one', async () => {
  const { ref } = await harness.talkAt(4);
  const { signIn, asked } = await harness.shopee.enter(harness.login, { isLoopbackAllowed: false });
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
    const conversations = await harness.allConversations();
    const OPEN = new Set(['unpaid', 'toShip', 'shipping', 'cancelRequested', 'returning']);
    const { orders } = await harness.trade();
    const isOpen = (buyerId: string) => orders.some((each) => each.buyerId === buyerId && OPEN.has(each.status));
    const quiet = found(conversations, ({ buyer }) => !isOpen(buyer.buyerId)).buyer;
    const params = { buyerId: quiet.buyerId };
    expect(await harness.make('shopee-chat GET users/{id}', params)).toMatchObject({
      username: quiet.name,
      isBlocked: false,
    });
    const own = orders.filter(({ buyerId }) => buyerId === quiet.buyerId);
    expect(await harness.make('shopee-chat GET users/{id}/get_user_shop_statistics_info', params)).toMatchObject({
      orderCount: own.length,
      deliveredOrderCount: own.filter(({ status }) => status === 'completed').length,
    });
    await harness.make('shopee-chat PUT user/blocks/{id}', params);
    expect(await harness.make('shopee-chat GET users/{id}', params)).toMatchObject({ isBlocked: true });
    await harness.make('shopee-chat DELETE user/blocks/{id}', params);
    expect(await harness.make('shopee-chat GET users/{id}', params)).toMatchObject({ isBlocked: false });
    const busy = found(conversations, ({ buyer }) => isOpen(buyer.buyerId)).buyer;
    await expect(harness.make('shopee-chat PUT user/blocks/{id}', { buyerId: busy.buyerId })).rejects.toThrow(
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
  expect(rows.filter((key) => !harness.made.has(key))).toEqual([]);
});
