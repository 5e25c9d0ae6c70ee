import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accessKey } from './access-key.ts';
import { buildHttpCall, readHttpReply } from './client-requests.ts';
import { COMMANDS, commandByNumber, commandByPath } from './commands.ts';
import { encodeHttpReply, readHttpRequest } from './server-frames.ts';

const profile = {
  service: 10002,
  method: 1,
  sdkVersion: '0.3.8',
  buildNumber: 'test',
  deviceId: '7000000000000000001',
  devicePlatform: 'web',
  token: () => 'token-1',
};

describe('the table', () => {
  test('IM-C1 every command stands in the slot of its own number, but mark read', () => {
    const slots = Object.values(COMMANDS).map((row) => [row.number, row.request.number, row.response.number]);
    expect(slots).toEqual([
      [100, 100, 100],
      [200, 200, 200],
      [203, 203, 203],
      [301, 301, 301],
      [610, 610, 610],
      [2000, 2000, 2000],
      [2002, 604, null],
      [2010, 2010, 2010],
    ]);
  });

  test('IM-C2 a command is found by number and by path', () => {
    expect(commandByNumber(203)).toBe(COMMANDS.messagesPerUserInit);
    expect(commandByPath('v2/message/get_by_user_init')).toBe(COMMANDS.messagesPerUserInit);
    expect(commandByNumber(204)).toBeNull();
    expect(commandByPath('v1/message/nothing')).toBeNull();
  });
});

describe('the HTTP twin', () => {
  test('IM-C2 IM-V1 a call is the bare request, its reply the bare response', () => {
    const call = buildHttpCall(profile, COMMANDS.messagesInConversation, 10_001n, { anchorIndex: 12n });
    expect(call).toMatchObject({ path: 'v1/message/get_by_conversation', contentType: 'application/x-protobuf' });
    const request = readHttpRequest(call.bytes);
    expect(request.body?.messagesInConversationBody).toMatchObject({ anchorIndex: 12n, limit: 50, direction: 1 });
    const reply = { request, statusCode: 0, errorDesc: 'OK', logId: 'l', arrivedAt: 1, doneAt: 2 };
    const bytes = encodeHttpReply({
      ...reply,
      body: { messagesInConversationBody: { hasMore: true, nextCursor: 3n } },
    });
    expect(readHttpReply(COMMANDS.messagesInConversation, bytes)).toMatchObject({
      kind: 'replied',
      body: { hasMore: true, nextCursor: 3n },
    });
  });

  test('IM-C2 bytes that are no response are unreadable', () => {
    expect(readHttpReply(COMMANDS.messagesPerUserInit, new TextEncoder().encode('<html>'))).toMatchObject({
      kind: 'unreadable',
    });
  });
});

test('the access key is the md5 of the four parts without separators', () => {
  const expected = createHash('md5').update('92key7000000000000000001salt').digest('hex');
  expect(accessKey({ fpid: 92, appKey: 'key', deviceId: '7000000000000000001', salt: 'salt' })).toBe(expected);
});
