import { parsePosition } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import type { PendingSend } from '../pending/pending-send.ts';
import { aConversation, aDelivery, aMessage, uuid } from '../testing/builders.ts';
import type { MessageWindow } from './desk-state.ts';
import { timeline } from './timeline.ts';

const at = (number: number) => parsePosition(String(number));
const pending = (number: number, anchor: number | null): PendingSend => ({
  clientId: uuid('9', number),
  conversationId: aConversation(1, 1).conversationId,
  shopId: aConversation(1, 1).shopId,
  content: { type: 'text', text: `text ${number}` },
  quote: null,
  original: null,
  keptVideoId: null,
  createdAt: 9_000 + number,
  anchorPosition: anchor === null ? null : at(anchor),
  phase: { state: 'queued' },
});
const window = (older: 'yes' | 'no', ...numbers: number[]): MessageWindow => ({
  state: 'loaded',
  messages: numbers.map((number) => aMessage(number, 1)),
  older,
});
const shape = (...args: Parameters<typeof timeline>) =>
  timeline(...args).map((entry) =>
    entry.kind === 'message' ? Number(entry.message.position) : `${entry.kind} ${Number(entry.key.slice(-12))}`,
  );

describe('the timeline', () => {
  it('P7: deliveries, then unsent texts, follow the message that they were written after', () => {
    const deliveries = [aDelivery(2, 1, { anchorPosition: at(10) }), aDelivery(1, 1, { anchorPosition: at(10) })];
    expect(shape(window('no', 10, 20), deliveries, [pending(3, 10), pending(4, 20)])).toEqual([
      10,
      'delivery 1',
      'delivery 2',
      'pending 3',
      20,
      'pending 4',
    ]);
  });

  it('P2 P7: a text is shown once: as message before delivery before pending', () => {
    const message = aMessage(30, 1, { author: 'seller', clientId: uuid('9', 1) });
    const held: MessageWindow = { state: 'loaded', messages: [aMessage(10, 1), message], older: 'no' };
    const deliveries = [aDelivery(1, 1, { anchorPosition: at(10) }), aDelivery(2, 1, { anchorPosition: at(30) })];
    expect(shape(held, deliveries, [pending(1, 10), pending(2, 30)])).toEqual([10, 30, 'delivery 2']);
  });

  it('P7: the key stays the client id from pending to message', () => {
    const clientId = uuid('9', 1);
    const keys = [
      timeline(window('no'), [], [pending(1, null)]),
      timeline(window('no'), [aDelivery(1, 1)], []),
      timeline({ state: 'loaded', messages: [aMessage(5, 1, { clientId })], older: 'no' }, [], []),
    ].map((entries) => entries.map((entry) => entry.key));
    expect(keys).toEqual([[clientId], [clientId], [clientId]]);
  });

  it('P7: a text written before an incomplete window waits for its page; before a complete window it comes first', () => {
    const early = [aDelivery(1, 1, { anchorPosition: at(3) }), aDelivery(2, 1, { anchorPosition: null })];
    expect(shape(window('yes', 10, 20), early, [])).toEqual([10, 20]);
    expect(shape(window('no', 10, 20), early, [])).toEqual(['delivery 1', 'delivery 2', 10, 20]);
  });
});
