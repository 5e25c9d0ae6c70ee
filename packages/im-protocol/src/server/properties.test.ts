import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { group, type Harness, harness, say } from './harness.ts';
import type { Verdict } from './types.ts';

let h: Harness;
let conversationShortId: bigint;
let serverMessageId: bigint;
let verdict: () => Verdict;
beforeEach(() => {
  verdict = () => ({ kind: 'allow' });
  h = harness({ hooks: { review: ({ kind }) => (kind === 'property' ? verdict() : { kind: 'allow' }) } });
  conversationShortId = group(h);
  serverMessageId = say(h, 2, conversationShortId, 'x').id;
});

interface Content {
  readonly operation?: 0 | 1 | 2 | 3 | 4;
  readonly key?: string;
  readonly value?: string;
  readonly idempotentId?: string;
}
const modify = (user: number, ...modifyPropertyContent: Content[]) =>
  h.ok(user, COMMANDS.modifyMessageProperty, {
    propertyList: {
      conversationShortId,
      serverMessageId,
      modifyPropertyContent: modifyPropertyContent.map(({ operation = 0, key = 'e:like', ...rest }) => ({
        operation,
        key,
        ...rest,
      })),
    },
  });
const items = (): [bigint, string][] | undefined =>
  h
    .ok(1, COMMANDS.messagesInConversation, { conversationShortId })
    .messages[0]?.propertyList['e:like']?.Items.map((item) => [item.uid, item.value]);

describe('705', () => {
  test('IM-V45 add, remove, set and delete', () => {
    expect(modify(1, { value: 'a', idempotentId: '1' })).toMatchObject({ status: 0, version: 1n });
    expect(modify(3, { value: 'a' }, { value: 'b' })).toMatchObject({ status: 0, version: 2n });
    expect(items()).toEqual([
      [1n, 'a'],
      [3n, 'a'],
      [3n, 'b'],
    ]);
    modify(3, { operation: 1, value: 'a' });
    modify(1, { operation: 2, value: 'only' });
    expect(items()).toEqual([
      [3n, 'b'],
      [1n, 'only'],
    ]);
    expect(modify(3, { operation: 3 }).status).toBe(3);
    expect(modify(2, { operation: 3 }).status).toBe(0);
    expect(items()).toBeUndefined();
  });

  test('IM-V45 the same idempotent id of the same user twice makes one change, and is reported as a repetition', () => {
    modify(1, { value: 'a', idempotentId: '1' });
    const before = h.server.fingerprint();
    expect(modify(1, { value: 'z', idempotentId: '1' })).toMatchObject({ status: 1, version: 1n });
    expect(h.server.fingerprint()).toBe(before);
    expect(modify(3, { value: 'z', idempotentId: '1' }).status).toBe(0);
  });

  test('IM-V45 every status, and one bad modification undoes all', () => {
    const before = h.server.fingerprint();
    expect(modify(1, { value: 'x'.repeat(1_025) }).status).toBe(2);
    expect(modify(1, { key: 'k'.repeat(65) }).status).toBe(2);
    expect(modify(1, ...Array.from({ length: 21 }, () => ({ value: 'a' }))).status).toBe(2);
    expect(modify(1).status).toBe(3);
    expect(modify(1, { key: '' }).status).toBe(3);
    expect(modify(1, { value: 'a' }, { operation: 1, value: 'not there' }).status).toBe(3);
    expect(modify(1, { operation: 4, value: 'a' }).status).toBe(3);
    verdict = () => ({ kind: 'deny', reason: 'no' });
    expect(modify(1, { value: 'a' }).status).toBe(4);
    verdict = () => {
      throw new Error('the host broke');
    };
    expect(modify(1, { value: 'a' }).status).toBe(500);
    expect(h.errors).toHaveLength(1);
    expect(h.server.fingerprint()).toBe(before);
  });

  test('IM-V45 a message can be named by its client id, too; an unknown message is an invalid request', () => {
    const list = { conversationShortId, modifyPropertyContent: [{ key: 'k', value: 'v' }] };
    const reply = (propertyList: typeof list & { clientMessageId?: string; serverMessageId?: bigint }) =>
      h.ok(1, COMMANDS.modifyMessageProperty, { propertyList }).status;
    h.ok(2, COMMANDS.sendMessage, { conversationShortId, content: 'y', clientMessageId: 'mine', messageType: 1000 });
    expect(reply({ ...list, clientMessageId: 'mine' })).toBe(0);
    expect(reply({ ...list, clientMessageId: 'no' })).toBe(3);
    expect(reply({ ...list, serverMessageId: 8n })).toBe(3);
    expect(h.refused(1, COMMANDS.modifyMessageProperty, {})).toBe(4);
    expect(h.refused(9, COMMANDS.modifyMessageProperty, { propertyList: list })).toBe(13);
    expect(h.refused(1, COMMANDS.modifyMessageProperty, { propertyList: list, ticket: 'forged' })).toBe(2);
  });
});
