import { uuidOf } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

describe('what is loaded before a person opens it', () => {
  it('waits while buyers write, and is loaded when the list rests', async () => {
    const { page, backend } = window;
    await page.clock.install();
    await window.enter('/chat/all');
    await page.locator('[data-live="live"]').waitFor();
    const asked = () => backend.calls.filter(({ path }) => path === '/api/desk/messages').map(({ input }) => input);
    await poll(() => asked().length).toBeGreaterThan(8);
    await page.clock.pauseAt(Date.now() + 10_000);
    await poll(() => asked().length).toBeGreaterThan(13);
    const before = asked().length;
    const { model } = backend;
    const writers = [100, 101, 102, 103].map((number) => uuidOf(`conversation ${number}`));
    for (const [number, id] of writers.entries()) {
      await page.clock.runFor(250);
      const held = model.chat.conversations.get(id);
      if (held === undefined) throw new Error('no such conversation');
      const text = `hello ${number}`;
      const lastMessage = { author: 'buyer', text, placeholder: null, status: 'available' } as const;
      const seq = model.seq + 1 + number;
      const conversation = { ...held, lastMessage, lastMessageAt: Date.now() + number };
      backend.send({ type: 'changes', changes: [{ kind: 'conversation', seq, conversation }], upTo: seq });
      await page.getByRole('option').getByText(text).first().waitFor();
    }
    expect(asked().length).toBe(before);
    await page.clock.runFor(300);
    for (const conversationId of writers) await poll(asked).toContainEqual(expect.objectContaining({ conversationId }));
  });
});
