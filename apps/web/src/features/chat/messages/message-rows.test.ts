import { parsePosition } from '@pasar/domain';
import type { Awaited, TimelineEntry } from '@pasar/sync';
import { aDelivery, aMessage } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { awaitedForLong, buildRows, firstNew, type MessageRow, type RowContext } from './message-rows.ts';

const NOON = new Date(2026, 10, 21, 12).getTime();
const MINUTE = 60_000;
const entry = (number: number, minutes: number, author: 'buyer' | 'seller' = 'buyer'): TimelineEntry => {
  const message = aMessage(number, 1, { sentAt: NOON + minutes * MINUTE, author });
  return { kind: 'message', key: message.messageId, message };
};
const CONTEXT: RowContext = {
  buyerReadPosition: null,
  firstNewKey: null,
  asked: new Set(),
  awaited: new Map(),
  hasTimeMarks: true,
};
const build = (entries: readonly TimelineEntry[], context = CONTEXT, before = new Map<string, MessageRow>()) =>
  buildRows(entries, context, before);

describe('message rows', () => {
  it('shows the time at most every five minutes, counted from the last one shown', () => {
    const rows = build([entry(1, 0), entry(2, 4), entry(3, 5), entry(4, 9), entry(5, 10)]);
    expect(rows.map((row) => row.isTimeShown)).toEqual([true, false, true, false, true]);
  });

  it('marks the first message of each day, with its time', () => {
    const rows = build([entry(1, 0), entry(2, 12 * 60 - 1), entry(3, 12 * 60)]);
    expect(rows.map((row) => row.isDayShown)).toEqual([true, false, true]);
    expect(rows[2]?.isTimeShown).toBe(true);
  });

  it('shows no time to a member who wants none, and the days in any case', () => {
    const rows = build([entry(1, 0), entry(2, 5), entry(3, 24 * 60)], { ...CONTEXT, hasTimeMarks: false });
    expect(rows.map((row) => row.isTimeShown)).toEqual([false, false, false]);
    expect(rows.map((row) => row.isDayShown)).toEqual([true, false, true]);
  });

  it('tells sent from read by where the buyer has read to', () => {
    const entries = [entry(10, 0, 'seller'), entry(20, 1), entry(30, 2, 'seller')];
    const rows = build(entries, { ...CONTEXT, buyerReadPosition: parsePosition('10') });
    expect(rows.map((row) => row.mark.kind)).toEqual(['read', 'none', 'sent']);
  });

  it('draws a message anew when it was taken back or marked', () => {
    const said = entry(2, 10);
    if (said.kind !== 'message') throw new Error('no message');
    const first = build([said]);
    const before = new Map(first.map((row) => [row.key, row]));
    const gone: TimelineEntry = { ...said, message: { ...said.message, status: 'recalled' } };
    expect(build([gone], CONTEXT, before)[0]?.message?.status).toBe('recalled');
    expect(build([said], CONTEXT, before)[0]).toBe(first[0]);
  });

  it('shows a delivery that is tried again as pending', () => {
    const delivery = aDelivery(1, 1, { mark: 'failed' });
    const entries: TimelineEntry[] = [{ kind: 'delivery', key: delivery.clientId, delivery }];
    expect(build(entries)[0]?.mark).toEqual({ kind: 'failed', delivery });
    expect(build(entries, { ...CONTEXT, asked: new Set([delivery.clientId]) })[0]?.mark.kind).toBe('pending');
  });

  it('says what an answer waits for that has been on its way for long, and is drawn anew when that is another', () => {
    const delivery = aDelivery(1, 1);
    const entries: TimelineEntry[] = [{ kind: 'delivery', key: delivery.clientId, delivery }];
    const awaiting = (awaited: Awaited): RowContext => ({
      ...CONTEXT,
      awaited: new Map([[delivery.clientId, awaited]]),
    });
    const [first] = build(entries, awaiting('lazada'));
    expect(first?.mark).toEqual({ kind: 'waiting', awaited: 'lazada' });
    const before = new Map([[delivery.clientId, first as MessageRow]]);
    expect(build(entries, awaiting('lazada'), before)[0]).toBe(first);
    expect(build(entries, awaiting('shop'), before)[0]?.mark).toEqual({ kind: 'waiting', awaited: 'shop' });
    expect(build(entries, CONTEXT, before)[0]?.mark).toEqual({ kind: 'pending' });
  });

  it('keeps the objects of rows that did not change, also when older ones are put before them', () => {
    const [held, alsoHeld] = [entry(2, 10), entry(3, 11)];
    const first = build([held, alsoHeld]);
    const before = new Map(first.map((row) => [row.key, row]));
    const second = build([entry(1, 2), held, alsoHeld, entry(4, 12)], CONTEXT, before);
    expect(second[2]).toBe(first[1]);
    expect(second[1]).not.toBe(first[0]);
    expect(second[1]?.isDayShown).toBe(false);
  });

  it('names the member of the first of several answers in a row, again on another day', () => {
    const [anna, wei] = ['00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-0000000000a2'];
    const sent = (number: number, memberId: string | null, sentAt: number): TimelineEntry => {
      const message = aMessage(number, 1, {
        author: memberId === null ? 'buyer' : 'seller',
        sentAt,
        ...(memberId === null ? {} : { memberId }),
      });
      return { kind: 'message', key: String(number), message };
    };
    const next = NOON + 24 * 3_600_000;
    const entries = [
      sent(1, null, NOON),
      sent(2, anna ?? '', NOON + 1),
      sent(3, anna ?? '', NOON + 2),
      sent(4, wei ?? '', NOON + 3),
      sent(5, wei ?? '', next),
      sent(6, null, next + 1),
      sent(7, wei ?? '', next + 2),
    ];
    expect(build(entries).map(({ isSenderShown }) => isSenderShown)).toEqual([
      false,
      true,
      false,
      true,
      true,
      false,
      true,
    ]);
  });

  it('shows a picture from where it is: in this window, at our server, at the marketplace', () => {
    const image = { fileName: 'a.png', type: 'image/png' as const, width: 3, height: 2 };
    const content = { type: 'image' as const, image };
    const sent = {
      clientId: 'a',
      shopId: null,
      content,
      original: null,
      keptVideoId: null,
      quote: null,
      createdAt: NOON,
      anchorPosition: null,
    };
    const delivery = aDelivery(1, 1, { content });
    const { conversationId } = delivery;
    const url = 'https://pictures.example/a.png';
    const picture = { url, thumbUrl: null, width: 3, height: 2 };
    const message = aMessage(1, 1, { content: { type: 'image', picture, wireType: 'image', raw: null } });
    const entries: TimelineEntry[] = [
      { kind: 'pending', key: 'a', pending: { ...sent, conversationId, phase: { state: 'queued' } } },
      { kind: 'delivery', key: 'b', delivery },
      { kind: 'message', key: 'c', message },
    ];
    const first = build(entries);
    expect(first.map(({ content, mediaPath }) => [content.type === 'image' && content.picture, mediaPath])).toEqual([
      [{ ...picture, url: '' }, null],
      [{ ...picture, url: '' }, `/api/media/deliveries/${delivery.deliveryId}`],
      [picture, `/api/media/${message.messageId}`],
    ]);
    const again = build(entries, CONTEXT, new Map(first.map((row) => [row.key, row])));
    expect(again.every((row, index) => row === first[index])).toBe(true);
  });

  it('shows a card that is on its way by what was chosen, and draws it once', () => {
    const order = { orderId: '1', orderNumber: 'N1', status: null, total: null, iconUrl: null };
    const delivery = aDelivery(1, 1, { content: { type: 'order', order } });
    const entries: TimelineEntry[] = [{ kind: 'delivery', key: 'b', delivery }];
    const first = build(entries);
    expect(first[0]?.content).toMatchObject({ type: 'order', order });
    expect(build(entries, CONTEXT, new Map(first.map((row) => [row.key, row])))[0]).toBe(first[0]);
  });

  it('says that a text waits until it is taken, however often it is tried meanwhile', () => {
    const pending = (state: 'posting' | 'waiting'): TimelineEntry => ({
      kind: 'pending',
      key: 'k',
      pending: {
        clientId: 'k',
        conversationId: aMessage(1, 1).conversationId,
        shopId: null,
        content: { type: 'text', text: 'hi' },
        quote: null,
        original: null,
        keptVideoId: null,
        createdAt: NOON,
        anchorPosition: null,
        phase: { state },
      },
    });
    const rows = ['posting', 'waiting', 'posting', 'waiting'] as const;
    let before: readonly MessageRow[] = [];
    const marks = rows.map((state) => {
      before = build([pending(state)], CONTEXT, new Map(before.map((row) => [row.key, row])));
      return before[0]?.mark.kind;
    });
    expect(marks).toEqual(['pending', 'waiting', 'waiting', 'waiting']);
  });

  it('puts the new-message line before the first of what was unread, counting only the buyer', () => {
    const messages = (['buyer', 'buyer', 'seller', 'buyer'] as const).map((author, index) =>
      aMessage(index + 1, 1, { author }),
    );
    const ids = messages.map(({ messageId }) => messageId);
    expect(firstNew(messages, 0)).toEqual({ key: null, missing: 0 });
    expect(firstNew(messages, 1)).toEqual({ key: ids[3], missing: 0 });
    expect(firstNew(messages, 2)).toEqual({ key: ids[1], missing: 0 });
    expect(firstNew(messages, 99)).toEqual({ key: ids[0], missing: 96 });
    // After an older page was loaded, the search goes on above the first that was found.
    expect(firstNew(messages.slice(1), 3)).toEqual({ key: ids[1], missing: 1 });
    expect(firstNew(messages, 1, ids[1])).toEqual({ key: ids[0], missing: 0 });
  });
});

describe('what is awaited for long', () => {
  it('is the same map wherever it is nothing, so that a return to a conversation makes no row anew', () => {
    const { conversationId, clientId } = aDelivery(1, 1, { mark: 'pending' });
    const state = {
      deliveries: new Map([[conversationId, [aDelivery(1, 1, { mark: 'pending' })]]]),
      pending: new Map(),
      askedDeliveries: new Set<string>(),
      shops: new Map(),
      waits: new Map(),
    };
    const elsewhere = aMessage(1, 2).conversationId;
    expect(awaitedForLong(state, elsewhere)).toBe(awaitedForLong({ ...state }, conversationId));
    const waits = new Map([[clientId, 'long' as const]]);
    expect([...awaitedForLong({ ...state, waits }, conversationId)]).toEqual([[clientId, 'connection']]);
  });
});
