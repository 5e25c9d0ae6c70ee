import { CALLS } from '@pasar/api';
import { describe, expect, it } from 'vitest';
import { messagesOf } from '../state/message-window.ts';
import { aConversation, aMessage, aShop } from '../testing/builders.ts';
import { createDeskHarness, type DeskHarness, flush } from '../testing/desk-harness.ts';
import { ModelServer } from '../testing/model/model-server.ts';
import { TYPING_SHOWN_MS } from './typing.ts';

const ID = aConversation(1, 1).conversationId;

async function started(): Promise<DeskHarness> {
  const server = new ModelServer({ pageSize: 10 });
  server.shops.setShop(aShop(1, 'tiktok'));
  server.chat.setConversation(aConversation(1, 1));
  server.chat.addMessage(aMessage(10, 1, { author: 'seller' }));
  const harness = createDeskHarness(server);
  harness.desk.start();
  await harness.settle();
  harness.desk.windows.open(ID);
  await harness.settle();
  return harness;
}
const paths = ({ flying }: DeskHarness) => flying.map(({ call, input }) => [call.path, input]);
const firstMessage = ({ desk }: DeskHarness) => {
  const [message] = messagesOf(desk.state.get().windows.get(ID));
  if (message === undefined) throw new Error('no message');
  return message;
};

describe('typing', () => {
  it('T1: of a buyer is shown until it ends, a message comes, or its time has passed', async () => {
    const harness = await started();
    const typing = () => harness.desk.state.get().typing.has(ID);
    const told = (isTyping: boolean) =>
      harness.sockets.current()?.send({ type: 'moment', moment: { kind: 'typing', conversationId: ID, isTyping } });
    told(true);
    expect(typing()).toBe(true);
    told(false);
    expect(typing()).toBe(false);
    told(true);
    harness.server.chat.addMessage(aMessage(20, 1));
    harness.deliver(1);
    expect(typing()).toBe(false);
    told(true);
    harness.clock.advance(TYPING_SHOWN_MS);
    expect(typing()).toBe(false);
    harness.desk.stop();
  });

  it('T2: of the shop is told at the first key and then every few seconds, and its end is told once', async () => {
    const harness = await started();
    const { typing } = harness.desk;
    const told = () => paths(harness).filter(([path]) => path === CALLS.chat.showTyping.path);
    typing.write(ID);
    typing.write(ID);
    expect(told()).toHaveLength(1);
    harness.clock.advance(4_000);
    typing.write(ID);
    expect(told()).toHaveLength(2);
    typing.rest(ID);
    typing.rest(ID);
    expect(told().map(([, input]) => input)).toEqual([
      { conversationId: ID, isTyping: true },
      { conversationId: ID, isTyping: true },
      { conversationId: ID, isTyping: false },
    ]);
    harness.desk.stop();
  });
});

describe('a wish about a message', () => {
  const asked = (harness: DeskHarness) => harness.desk.state.get().askedMessages.size;

  it('T3: is under way until the message has changed', async () => {
    const harness = await started();
    const message = firstMessage(harness);
    harness.desk.messages.recall(message);
    expect(asked(harness)).toBe(1);
    expect(paths(harness)).toContainEqual([CALLS.chat.recallMessage.path, { messageId: message.messageId }]);
    harness.server.chat.changeMessage({ ...message, status: 'recalled' });
    harness.deliver(1);
    expect(asked(harness)).toBe(0);
    expect(firstMessage(harness).status).toBe('recalled');
    harness.desk.stop();
  });

  it('T4: is no longer under way when Pasar or the marketplace refused it, and the refusal is reported', async () => {
    const harness = await started();
    const message = firstMessage(harness);
    harness.desk.messages.remove(message);
    const index = harness.flying.findIndex(({ call }) => call.path === CALLS.chat.deleteMessage.path);
    harness.fail(index, { kind: 'refused', code: 'invalid_request', reason: 'no', detail: null });
    await flush();
    expect(asked(harness)).toBe(0);
    harness.desk.messages.recall(message);
    const refusal = { reason: 'recall_too_late' as const, detail: null };
    harness.sockets.current()?.send({
      type: 'moment',
      moment: { kind: 'wishRefused', conversationId: ID, wish: 'recall', refusal },
    });
    expect(asked(harness)).toBe(0);
    expect(harness.notices.map(({ kind }) => kind)).toEqual(['refused', 'wishRefused']);
    harness.desk.stop();
  });
});

describe('mute and favourite', () => {
  it('W1 W2: show at once and are undone when refused', async () => {
    const harness = await started();
    const shown = () => harness.desk.state.get().shown.get(ID);
    harness.desk.settings.setMuted(ID, true);
    harness.desk.settings.setFavorite(ID, true);
    expect(shown()).toMatchObject({ isMuted: true, isFavorite: true });
    for (const path of [CALLS.chat.muteConversation.path, CALLS.chat.favoriteConversation.path]) {
      const index = harness.flying.findIndex(({ call }) => call.path === path);
      harness.fail(index, { kind: 'refused', code: 'invalid_request', reason: 'no', detail: null });
    }
    await flush();
    expect(shown()).toMatchObject({ isMuted: false, isFavorite: false });
    harness.desk.stop();
  });
});
