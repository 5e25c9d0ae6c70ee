/** For the tests of this folder: a server with a stopped clock, which gets bytes as from a client. */
import { create, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import { decodeFrame, decodeRequest, decodeResponse, encodeRequest, encodeResponse, responseIn } from '../codec.ts';
import { COMMANDS, type Command } from '../commands.ts';
import { type Request, RequestSchema, type Response } from '../gen/im_proto/envelope_pb.ts';
import type { ImEntry } from './entries.ts';
import { createImServer, type ImServer, type ServerConnection } from './server.ts';
import type { ImServerOptions } from './types.ts';

export interface Answer<Reply> {
  readonly status: number;
  readonly reason: string;
  readonly body: Reply | undefined;
}

export interface Device {
  readonly connection: ServerConnection;
  /** Responses in the frames that arrived: pushes and replies. */
  readonly got: Response[];
  readonly texts: string[];
}

export interface Harness {
  readonly server: ImServer;
  readonly entries: ImEntry[];
  readonly errors: unknown[];
  readonly clock: { now: number };
  /** Gives one command; request and reply go through bytes. */
  ask<Req extends DescMessage, Reply>(
    user: number | bigint,
    command: Command<Req, Reply>,
    body: MessageInitShape<Req>,
    deviceId?: string,
  ): Answer<Reply>;
  /** Gives a command; returns the reply's body, and throws when the envelope refuses. */
  ok<Req extends DescMessage, Reply>(
    user: number | bigint,
    command: Command<Req, Reply>,
    body: MessageInitShape<Req>,
    deviceId?: string,
  ): Reply;
  /**
   * Gives a command; returns the envelope's status, and throws when the state changed or the command was carried out.
   */
  refused<Req extends DescMessage, Reply>(
    user: number | bigint,
    command: Command<Req, Reply>,
    body: MessageInitShape<Req>,
  ): number;
  device(user: number | bigint, deviceId?: string, encoding?: '' | '__lz4'): Device;
  /** The fingerprint of a server that was given the entries as stored JSON. */
  replayed(): string;
}

export const START = 1_700_000_000_000;

export function harness(options: Partial<ImServerOptions> = {}): Harness {
  const clock = { now: START };
  const entries: ImEntry[] = [];
  const errors: unknown[] = [];
  const base: ImServerOptions = {
    clock: { now: () => clock.now },
    secret: 'a secret of the tests',
    onError: (error) => errors.push(error),
  };
  const server = createImServer({ ...base, onEntry: (entry) => entries.push(entry), ...options });
  let sequence = 10_000n;
  const requestFor = <Req extends DescMessage>(command: Command<Req>, body: MessageInitShape<Req>): Request => {
    sequence += 1n;
    const request = create(RequestSchema, {
      cmd: command.number,
      sequenceId: sequence,
      token: 'token',
      inboxType: 0,
      body: command.request.fill(body),
    });
    return decodeRequest(encodeRequest(request));
  };
  const ask: Harness['ask'] = (user, command, body, deviceId = 'device-1') => {
    const caller = { userId: BigInt(user), deviceId };
    const response = decodeResponse(encodeResponse(server.handle(caller, requestFor(command, body))));
    return {
      status: response.statusCode,
      reason: response.errorDesc,
      body: response.statusCode === 0 ? command.response.read(response.body) : undefined,
    };
  };
  return {
    server,
    entries,
    errors,
    clock,
    ask,
    ok: (user, command, body, deviceId) => {
      const { status, reason, body: reply } = ask(user, command, body, deviceId);
      if (status !== 0 || reply === undefined) throw new Error(`${command.name} gave ${status}: ${reason}`);
      return reply;
    },
    refused: (user, command, body) => {
      const before = server.fingerprint();
      const count = entries.length;
      const { status, reason } = ask(user, command, body);
      if (status === 0) throw new Error(`${command.name} was carried out`);
      if (server.fingerprint() !== before || entries.length !== count) {
        throw new Error(`${command.name} changed something and refused: ${reason}`);
      }
      return status;
    },
    device: (user, deviceId = 'device-1', encoding = '') => {
      const got: Response[] = [];
      const texts: string[] = [];
      const connection = server.connect({
        userId: BigInt(user),
        deviceId,
        encoding,
        send: (message) => {
          if (typeof message === 'string') texts.push(message);
          else got.push(responseIn(decodeFrame(message)));
        },
      });
      return { connection, got, texts };
    },
    replayed: () => {
      const second = createImServer(base);
      for (const entry of entries) {
        // The entry as a store would give it back.
        const stored: ImEntry = JSON.parse(JSON.stringify(entry));
        second.apply(stored);
      }
      return second.fingerprint();
    },
  };
}

/** Makes a group of user 1 (owner) and 2, 3 and 4; gives its short id. */
export function group(h: Harness, members: readonly number[] = [2, 3, 4], type = 2): bigint {
  const made = h.ok(1, COMMANDS.createConversation, {
    conversationType: type,
    participants: members.map(BigInt),
    name: 'a group',
  });
  return made.conversation?.conversationShortId ?? 0n;
}

/** Makes a one-to-one conversation of users 1 and 2, who know each other; gives its short id. */
export function pair(h: Harness): bigint {
  const made = h.ok(1, COMMANDS.createConversation, { conversationType: 1, participants: [2n] });
  const shortId = made.conversation?.conversationShortId ?? 0n;
  say(h, 2, shortId, 'hello');
  return shortId;
}

export interface Said {
  readonly id: bigint;
  readonly index: bigint;
}
let clientIds = 0;
/** Sends a message that must be accepted. */
export function say(h: Harness, user: number, shortId: bigint, content: string): Said {
  clientIds += 1;
  const reply = h.ok(user, COMMANDS.sendMessage, {
    conversationShortId: shortId,
    content,
    messageType: 1000,
    clientMessageId: `client-${clientIds}`,
  });
  if (reply.status !== 0) throw new Error(`not sent: ${reply.status} ${reply.checkMessage}`);
  const index = h.server.state.messages.get(reply.serverMessageId.toString())?.index ?? 0n;
  return { id: reply.serverMessageId, index };
}
