import { createHash } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { FACTS_TABLE } from '../tests/support/facts-table.ts';
import { accessKey } from './access-key.ts';
import { buildHttpCall, readHttpReply } from './client/client-requests.ts';
import {
  COMMANDS,
  type Command,
  commandByNumber,
  commandByPath,
  commandCatalogue,
  type NotifyOf,
  PUSH_COMMANDS,
  pushCommandByNumber,
  type ReplyOf,
  type RequestOf,
} from './commands.ts';
import {
  InputStatus,
  MessageDirection,
  RequestBodySchema,
  ResponseBodySchema,
  type SendMessageResponseBody,
  SendUserActionResponseBodySchema,
  type StrangerNewMessageNotify,
  UserActionType,
} from './schema.ts';
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

const CATALOGUE_SIZE = 71;

describe('the table', () => {
  const rows = [...Object.values<Command>(COMMANDS)].sort((a, b) => a.number - b.number);

  test('IM-C1 numbers, slots, paths and messages are those of the facts', () => {
    const ours = [
      ...rows.map(({ number, request, response, path }) => [
        number,
        request.number,
        response.number,
        path,
        request.schema.name,
        response.schema?.name ?? null,
      ]),
      ...Object.values(PUSH_COMMANDS).map(({ number, slot, schema }) => [number, null, slot, null, null, schema.name]),
    ].sort((a, b) => Number(a[0]) - Number(b[0]));
    expect(ours).toEqual(FACTS_TABLE);
    expect(ours).toHaveLength(CATALOGUE_SIZE);
  });

  test('IM-C1 a command is in the slot of its number, except 2002 in 604 and the strangers’ commands one slot down', () => {
    const elsewhere = rows.filter((row) => row.request.number !== row.number);
    expect(elsewhere.map((row) => [row.number, row.request.number])).toEqual([
      ...[1001, 1002, 1003, 1004, 1005, 1006, 1007].map((number) => [number, number - 1]),
      [2002, 604],
    ]);
    expect(rows.filter((row) => row.response.number === null).map((row) => row.number)).toEqual([
      603, 614, 652, 701, 702, 2002,
    ]);
  });

  test('IM-C1 every slot of both bodies belongs to a row', () => {
    const asked = new Set(rows.map((row) => row.request.number));
    expect(RequestBodySchema.fields.map((field) => field.number).filter((slot) => !asked.has(slot))).toEqual([]);
    const answered = new Set([...rows.map((row) => row.response.number), 500, 503, 504, 505]);
    expect(ResponseBodySchema.fields.map((field) => field.number).filter((slot) => !answered.has(slot))).toEqual([]);
  });

  test('IM-C3 defaults are those of the wire protocol document', () => {
    const defaults = Object.fromEntries(
      rows.filter((row) => Object.keys(row.defaults).length > 0).map((row) => [row.number, row.defaults]),
    );
    expect(defaults).toMatchObject({
      200: { limit: 50 },
      301: { limit: 50, direction: MessageDirection.OLDER },
      410: { action_type: UserActionType.ENTER_CONVERSATION },
      411: { status: InputStatus.TYPING },
      605: { limit: 100 },
      611: { limit: 500 },
      612: { limit: 500 },
      1001: { count: 50 },
    });
    expect(create(COMMANDS.strangerConversations.request.schema)).toMatchObject({ cursor: 0n, count: 50n });
  });

  test('IM-C2 a command is found by number and by path', () => {
    expect(commandByNumber(203)).toBe(COMMANDS.messagesPerUserInit);
    expect(commandByPath('v2/message/get_by_user_init')).toBe(COMMANDS.messagesPerUserInit);
    expect(commandByNumber(204)).toBeNull();
    expect(commandByPath('v1/message/nothing')).toBeNull();
    expect(pushCommandByNumber(1099)).toBe(PUSH_COMMANDS.strangerNewMessage);
    expect(pushCommandByNumber(100)).toBeNull();
  });

  test('IM-C4 a row fills and reads its own slots, and no other', () => {
    for (const row of rows) {
      const body = row.request.fill({});
      expect(row.request.read(body)?.$typeName).toBe(row.request.schema.typeName);
      expect(rows.filter((other) => other.request.read(body) !== undefined)).toEqual([row]);
    }
    for (const row of Object.values(PUSH_COMMANDS)) {
      const notify = row.read(row.fill({}));
      expect(notify?.$typeName).toBe(row.schema.typeName);
    }
    const broadcast = create(ResponseBodySchema, { hasNewBroadcastMessageNotify: { conversationId: 'b' } });
    expect(PUSH_COMMANDS.newBroadcastMessage.read(broadcast)?.conversationId).toBe('b');
  });

  test('IM-C5 a reply without fields may be left out, another reply may not', () => {
    expect(COMMANDS.userAction.response.read(undefined)).toEqual(create(SendUserActionResponseBodySchema));
    expect(COMMANDS.inputStatus.response.read(undefined)?.status).toBe(0);
    expect(COMMANDS.readIndex.response.read(undefined)).toBeUndefined();
    expect(COMMANDS.markRead.response.read(undefined)).toBeNull();
  });

  test('IM-C1 the printed catalogue has all 71, with null for a missing body', () => {
    const printed = commandCatalogue();
    expect(printed).toHaveLength(CATALOGUE_SIZE);
    expect(printed).toContainEqual({
      command: 2002,
      name: 'MARK_CONVERSATION_READ_V3',
      request: 'MarkConversationReadRequestBody',
      response: null,
    });
    expect(printed).toContainEqual({
      command: 1099,
      name: 'STRANGER_NEW_MSG_NOTIFY',
      request: null,
      response: 'StrangerNewMessageNotify',
    });
  });
});

describe('types', () => {
  test('IM-C4 a call by name is typed in both directions', () => {
    expectTypeOf<ReplyOf<'sendMessage'>>().toEqualTypeOf<SendMessageResponseBody>();
    expectTypeOf<ReplyOf<'markRead'>>().toEqualTypeOf<null>();
    expectTypeOf<NotifyOf<'strangerNewMessage'>>().toEqualTypeOf<StrangerNewMessageNotify>();
    expectTypeOf<{ readMessageIndex: bigint }>().toExtend<RequestOf<'markRead'>>();
    expectTypeOf<{ readMessageIndex: string }>().not.toExtend<RequestOf<'markRead'>>();

    // @ts-expect-error a 64-bit id is a bigint
    COMMANDS.readIndex.request.fill({ conversationShortId: 7 });
    // @ts-expect-error command 100 has no such field
    COMMANDS.sendMessage.request.fill({ readMessageIndex: 1n });
    // @ts-expect-error the reply of 2002 has no body
    expect(() => COMMANDS.markRead.response.fill({})).not.toThrow();
    // @ts-expect-error no such command
    expectTypeOf<RequestOf<'sendSmoke'>>();
    expect(COMMANDS.sendMessage.response.fill({ status: 3 })?.sendMessageBody?.status).toBe(3);
  });
});

describe('the HTTP twin', () => {
  test('IM-C2 IM-V1 a call is the request without a frame, its reply the response without a frame', () => {
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

  test('IM-C2 bytes that are not a response are unreadable', () => {
    expect(readHttpReply(COMMANDS.messagesPerUserInit, new TextEncoder().encode('<html>'))).toMatchObject({
      kind: 'unreadable',
    });
  });
});

test('the access key is the md5 of the four parts without separators', () => {
  const expected = createHash('md5').update('92key7000000000000000001salt').digest('hex');
  expect(accessKey({ fpid: 92, appKey: 'key', deviceId: '7000000000000000001', salt: 'salt' })).toBe(expected);
});
