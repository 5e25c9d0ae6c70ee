import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, test } from 'vitest';
import { decodeResponse, encodeFrame, encodeRequest } from '../codec.ts';
import { COMMANDS, type Command, type CommandBody, type CommandSchema } from '../commands.ts';
import { FrameSchema, RequestSchema, ResponseSchema } from '../gen/im_proto/envelope_pb.ts';
import { FRAME_E } from '../sample-frames.ts';
import { ROUTES } from './dispatch.ts';
import { type Device, group, type Harness, harness, pair, say } from './harness.ts';
import { createImServer } from './server.ts';

let h: Harness;
beforeEach(() => {
  h = harness();
});
const frameOf = (request: Parameters<typeof encodeRequest>[0]) =>
  encodeFrame(
    create(FrameSchema, {
      seqid: request.sequenceId,
      logid: 1n,
      service: 10_002,
      method: 1,
      payloadType: 'pb',
      payload: encodeRequest(request),
    }),
  );
const notifies = (device: Device) => device.got.flatMap((response) => response.body?.hasNewMessageNotify ?? []);

describe('the dispatch', () => {
  test('IM-V4 every command of the table has a route', () => {
    expect(Object.keys(ROUTES).sort()).toEqual(Object.keys(COMMANDS).sort());
  });

  test.each(Object.values<Command>(COMMANDS).map((command) => [command.name, command] as const))(
    'IM-V4 %s without its body, or with a body elsewhere, is status 4 and changes nothing',
    (_name, command) => {
      group(h);
      const before = h.server.fingerprint();
      const elsewhere =
        command.number === 2015 ? COMMANDS.uploadToken.request.fill({}) : COMMANDS.profile.request.fill({ userid: 1n });
      const ask = (body: typeof elsewhere | undefined) =>
        h.server.handle(
          { userId: 1n, deviceId: 'd' },
          create(RequestSchema, { cmd: command.number, sequenceId: 1n, ...(body === undefined ? {} : { body }) }),
        );
      const wrong = ask(elsewhere);
      expect(wrong).toMatchObject({ statusCode: 4, errorDesc: expect.stringContaining(`(${command.request.number})`) });
      if (command.request.schema.fields.length > 0) expect(ask(undefined).statusCode).toBe(4);
      expect(h.server.fingerprint()).toBe(before);
    },
  );

  test('IM-V4 an unknown command is status 5', () => {
    const response = h.server.handle(
      { userId: 1n, deviceId: '' },
      create(RequestSchema, { cmd: 4711, sequenceId: 9n }),
    );
    expect(response).toMatchObject({ statusCode: 5, sequenceId: 9n, cmd: 4711 });
  });

  test('IM-V4 the session layer’s answer about the token: 1 and 100', () => {
    let reading: 'valid' | 'unknown' | 'expired' = 'valid';
    h = harness({
      authenticate: () => (reading === 'valid' ? { kind: 'valid', userId: 1n } : { kind: reading }),
    });
    const status = (user: number) => h.ask(user, COMMANDS.configs, {}).status;
    expect([status(1), status(2)]).toEqual([0, 1]);
    reading = 'unknown';
    expect(status(1)).toBe(1);
    reading = 'expired';
    expect(status(1)).toBe(100);
  });

  test('IM-V6 the host’s gate gives 16, 18, 429; a hook that throws gives 6', () => {
    let gate: () => { status: number; reason: string } | null = () => ({ status: 16, reason: 'degraded' });
    h = harness({ hooks: { admit: () => gate() } });
    expect(h.refused(1, COMMANDS.configs, {})).toBe(16);
    gate = () => {
      throw new Error('broke');
    };
    expect(h.refused(1, COMMANDS.configs, {})).toBe(6);
    expect(h.errors).toMatchObject([{ code: 'hook_failed' }]);
    gate = () => null;
    expect(h.ask(1, COMMANDS.configs, {}).status).toBe(0);
  });

  test('IM-V6 an internal error is 500 and is reported to the host', () => {
    const errors: unknown[] = [];
    const server = createImServer({
      clock: { now: () => 1 },
      onError: (error) => errors.push(error),
      ids: {
        id: () => {
          throw new Error('no ids');
        },
        index: () => 1n,
      },
    });
    const body = COMMANDS.createConversation.request.fill({ conversationType: 2, participants: [2n] });
    const request = create(RequestSchema, { cmd: 609, sequenceId: 1n, body });
    expect(server.handle({ userId: 1n, deviceId: '' }, request).statusCode).toBe(500);
    expect(errors).toHaveLength(1);
    expect(server.state.conversations.size).toBe(0);
  });
});

describe('sockets', () => {
  test('IM-V90 hi is answered with hi; the reply repeats the frame’s numbers and comes before its pushes', () => {
    const conversationShortId = group(h);
    const device = h.device(1);
    device.connection.receive('hi');
    device.connection.receive('something else');
    expect(device.texts).toEqual(['hi']);
    const body = COMMANDS.sendMessage.request.fill({ conversationShortId, content: 'x', messageType: 1000 });
    device.connection.receive(frameOf(create(RequestSchema, { cmd: 100, sequenceId: 10_001n, body })));
    expect(device.got.map((response) => [response.cmd, response.sequenceId])).toEqual([
      [100, 10_001n],
      [500, 0n],
    ]);
    device.connection.receive(FRAME_E);
    expect(h.errors).toMatchObject([{ code: 'missing_field' }]);
    device.connection.close();
    say(h, 2, conversationShortId, 'gone');
    expect(device.got).toHaveLength(2);
  });

  test('IM-V30 pushes of one user chain their cursors, over all conversations', () => {
    const first = group(h);
    const device = h.device(2);
    const { perUserCursor } = h.ok(2, COMMANDS.messagesPerUserInit, {});
    say(h, 1, first, 'one');
    const second = group(h);
    say(h, 1, second, 'two');
    h.ok(1, COMMANDS.markRead, { conversationShortId: first, readMessageIndex: 1n });
    say(h, 2, first, 'own, from another device');
    const chain = notifies(device);
    expect(chain.length).toBeGreaterThan(3);
    let cursor = perUserCursor;
    for (const notify of chain) {
      expect(notify.previousCursor).toBe(cursor);
      cursor = notify.nextCursor;
    }
    expect(h.ok(2, COMMANDS.messagesPerUser, { cursor }).messages).toEqual([]);
    expect(h.ok(2, COMMANDS.messagesPerUser, { cursor: perUserCursor }).messages).toHaveLength(chain.length);
  });

  test('IM-V30 a connection’s own commands leave no gap in its cursors', () => {
    const conversationShortId = group(h);
    const { index, id } = say(h, 2, conversationShortId, 'read me');
    const doer = h.device(1);
    const { perUserCursor } = h.ok(1, COMMANDS.messagesPerUserInit, {});
    const give = <Req extends CommandSchema>(command: Command<Req, unknown>, fields: CommandBody<Req>) => {
      const body = command.request.fill(fields);
      doer.connection.receive(frameOf(create(RequestSchema, { cmd: command.number, sequenceId: 1n, body })));
    };
    give(COMMANDS.markRead, { conversationShortId, readMessageIndex: index });
    give(COMMANDS.setSetting, { conversationShortId, setMute: true });
    give(COMMANDS.inputStatus, { conversationShortId });
    give(COMMANDS.recallMessage, { conversationShortId, serverMessageId: id });
    give(COMMANDS.deleteConversation, { conversationShortId });
    give(COMMANDS.sendMessage, { conversationShortId, content: 'x', messageType: 1000 });
    say(h, 2, conversationShortId, 'from another');
    expect(doer.got.map((response) => response.cmd)).toEqual([
      ...[2002, 500, 921, 500, 411, 702, 500, 603, 500, 500, 100, 500, 500],
    ]);
    let cursor = perUserCursor;
    for (const notify of notifies(doer)) {
      expect(notify.previousCursor).toBe(cursor);
      cursor = notify.nextCursor;
    }
    expect(h.ok(1, COMMANDS.messagesPerUser, { cursor }).messages).toEqual([]);
  });

  test('IM-V32 other devices are told of a device’s command; its own connection after the reply', () => {
    const conversationShortId = group(h);
    const { index } = say(h, 2, conversationShortId, 'read me');
    const [doer, other, member] = [h.device(1, 'a'), h.device(1, 'b'), h.device(2)];
    const body = COMMANDS.markRead.request.fill({ conversationShortId, readMessageIndex: index });
    doer.connection.receive(frameOf(create(RequestSchema, { cmd: 2002, sequenceId: 1n, body })));
    expect(doer.got.map((response) => response.cmd)).toEqual([2002, 500]);
    const [own] = notifies(other);
    expect(notifies(doer)).toEqual([own]);
    expect(own?.message).toMatchObject({ messageType: 50_001, sender: 1n });
    expect(JSON.parse(own?.message?.content ?? '')).toMatchObject({ command_type: 1, read_index: index.toString() });
    expect(notifies(member)[0]?.message?.messageType).toBe(50_013);
  });

  test('IM-V32 each command message goes to its recipients', () => {
    const conversationShortId = group(h);
    const { id } = say(h, 1, conversationShortId, 'x');
    const watcher = h.device(1, 'watcher');
    const types = () => notifies(watcher).map((notify) => notify.message?.messageType);
    const after = (run: () => unknown): (number | undefined)[] => {
      const count = watcher.got.length;
      run();
      return types().slice(count);
    };
    const ticket = h.ok(1, COMMANDS.ticket, { conversationShortId }).ticket;
    const named = { conversationShortId, messageId: id };
    const modify = { ...named, ticket, ext: { a: 'b' } };
    expect(after(() => h.ok(1, COMMANDS.modifyMessageExt, modify))).toEqual([50_002]);
    const propertyList = {
      conversationShortId,
      serverMessageId: id,
      modifyPropertyContent: [{ key: 'k', value: 'v' }],
    };
    expect(after(() => h.ok(2, COMMANDS.modifyMessageProperty, { propertyList }))).toEqual([70_002]);
    const mark = { conversationShortId, serverMessageId: id, doAction: true, actionType: 1 as const };
    expect(after(() => h.ok(1, COMMANDS.markMessage, mark))).toEqual([50_012]);
    expect(after(() => h.ok(1, COMMANDS.batchUnmark, { serverMessageIds: [id], actionType: 1 }))).toEqual([50_016]);
    const block = { convShortId: conversationShortId, blockStatus: 1 as const, blockTime: { 2: 1n } };
    expect(after(() => h.ok(1, COMMANDS.blockMembers, block))).toEqual([50_011]);
    expect(after(() => h.ok(1, COMMANDS.recallMessage, { conversationShortId, serverMessageId: id }))).toEqual([
      50_021,
    ]);
    expect(after(() => h.ok(1, COMMANDS.deleteMessage, named))).toEqual([50_001]);
    expect(after(() => h.ok(1, COMMANDS.setSetting, { conversationShortId, setMute: true }))).toEqual([50_001]);
    expect(after(() => h.ok(1, COMMANDS.deleteConversation, { conversationShortId }))).toEqual([50_001, 50_003]);
    expect(after(() => h.ok(1, COMMANDS.dissolveConversation, { conversationShortId }))).toEqual([50_005]);
  });

  test('IM-V90 pushes have the encoding of the connection; a socket that throws is dropped', () => {
    const conversationShortId = pair(h);
    const packed = h.device(1, 'a', '__lz4');
    h.server.connect({
      userId: 1n,
      deviceId: 'b',
      send: () => {
        throw new Error('gone');
      },
    });
    say(h, 2, conversationShortId, 'x'.repeat(500));
    say(h, 2, conversationShortId, 'again');
    expect(notifies(packed).map((notify) => notify.message?.content.length)).toEqual([500, 5]);
    expect(notifies(packed)[0]).toMatchObject({ badgeCount: 2, notifyType: 1, conversationType: 1 });
    expect(h.errors).toHaveLength(1);
  });
});

describe('the HTTP twin', () => {
  const caller = { userId: 1n, deviceId: '' };
  const post = (path: string, command: Command, body: Record<string, unknown>) => {
    const request = create(RequestSchema, { cmd: command.number, sequenceId: 3n, body: command.request.fill(body) });
    const { status, bytes } = h.server.handleHttp(path, encodeRequest(request), caller);
    return { status, response: decodeResponse(bytes) };
  };

  test('IM-V91 the path says the command; a body for another command counts as empty', () => {
    const conversationShortId = group(h);
    const right = post('/v1/conversation/get_core_info', COMMANDS.coreInfo, { conversationShortId });
    expect(right).toMatchObject({ status: 200, response: { statusCode: 0, sequenceId: 3n } });
    expect(right.response.body?.getConversationCoreInfoBody?.conversationCoreInfo?.name).toBe('a group');
    const wrong = post('v1/message/send', COMMANDS.coreInfo, { conversationShortId });
    expect(wrong).toMatchObject({ status: 200, response: { statusCode: 4 } });
    expect(wrong.response.errorDesc).toContain('body is empty');
  });

  test('IM-V91 an unknown path is 404 with status 5; unreadable bytes are 400 with status 4', () => {
    expect(post('v1/nothing', COMMANDS.coreInfo, {})).toMatchObject({ status: 404, response: { statusCode: 5 } });
    const { status, bytes } = h.server.handleHttp('v1/message/send', new Uint8Array([255, 255]), caller);
    expect(status).toBe(400);
    expect(decodeResponse(bytes)).toMatchObject({ $typeName: ResponseSchema.typeName, statusCode: 4 });
  });
});
