/** The server: one state, the same handling for socket and HTTP, and pushes. */
import { randomBytes } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { encodeResponse } from '../codec.ts';
import { commandByPath } from '../commands.ts';
import { ImProtocolError } from '../errors.ts';
import { type Request, type Response, type ResponseBody, ResponseSchema } from '../gen/im_proto/envelope_pb.ts';
import { readClientMessage, readHttpRequest } from '../server-frames.ts';
import { STATUS } from '../status.ts';
import { applyEntry } from './apply.ts';
import {
  type Connections,
  createConnections,
  type OpenSocket,
  type ServerSocket,
  sealResponse,
} from './connections.ts';
import { type Call, type Decision, type Host, type Refusal, refuse, type Signal } from './decision.ts';
import { routeOf } from './dispatch.ts';
import type { ImEntry } from './entries.ts';
import { type Push, pushesFor, signalPushes } from './fan-out.ts';
import { guardHooks, HookError } from './hooks.ts';
import { createMedia, type ImMedia, memoryBlobs } from './media-store.ts';
import { clockIds, createMint } from './mint.ts';
import { emptyState, fingerprint, type ImState } from './state.ts';
import { type Caller, DEFAULT_LIMITS, type ImServerOptions } from './types.ts';
import { agedCall } from './voip.ts';
import { callMoved } from './voip-news.ts';

/** The server's end of one socket. Its owner calls `close` when the socket has closed. */
export interface ServerConnection {
  /** Takes a binary or a text message. Bytes that cannot be read are reported to `onError` and dropped (facts §4.9). */
  receive(message: Uint8Array | string): void;
  close(): void;
}

export interface HttpAnswer {
  /** 200; 400 for bytes that cannot be read, 404 for an unknown path. */
  readonly status: number;
  /** A Response. */
  readonly bytes: Uint8Array;
}

export interface ImServer {
  /** Carries out a command from the socket or HTTP; pushes were sent when it returns. Never throws. */
  handle(caller: Caller, request: Request): Response;
  /** `path` relative to apiUrl, with or without a slash before it. */
  handleHttp(path: string, bytes: Uint8Array, caller: Caller): HttpAnswer;
  connect(socket: ServerSocket): ServerConnection;
  /** Applies a stored entry without pushes. Throws for an entry that does not fit the state. */
  apply(entry: ImEntry): void;
  /** Applies an entry that the host decided, tells `onEntry`, and sends pushes. */
  emit(entry: ImEntry): void;
  /** Applies time limits to calls; hosts call it every few seconds, tests after moving their clock. */
  tick(): void;
  readonly media: ImMedia;
  /** For reading only. */
  readonly state: ImState;
  /** A text that is equal for equal states. */
  fingerprint(): string;
}

const TEXT_HEARTBEAT = 'hi';

interface Ran {
  readonly response: Response;
  readonly deliver: () => void;
}

interface Core {
  readonly options: ImServerOptions;
  readonly state: ImState;
  readonly host: Host;
  readonly connections: Connections;
  readonly nextLog: () => string;
}

function createCore(options: ImServerOptions): Core {
  const onError = options.onError ?? (() => undefined);
  const connections = createConnections(options.service ?? 10_002, options.method ?? 1, onError);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  let logs = 0;
  return {
    options,
    state: emptyState(),
    connections,
    host: {
      limits,
      hooks: guardHooks(options.hooks ?? {}),
      secret: options.secret ?? randomBytes(32).toString('base64url'),
      secUids: new Map(),
      mediaBaseUrl: options.mediaBaseUrl ?? 'https://media.invalid',
      configs: options.configs ?? { version: 1, entries: { recall_limit_ms: String(limits.recallMs) } },
      isOnline: connections.isOnline,
      onError,
    },
    nextLog: () => {
      logs += 1;
      return `s-${logs}`;
    },
  };
}

const callOf = (core: Core, userId: string, deviceId: string, command: number): Call => ({
  state: core.state,
  host: core.host,
  userId,
  deviceId,
  command,
  now: core.options.clock.now(),
  mint: createMint(core.state, core.options.ids ?? clockIds(core.options.clock)),
});

/** Applies entries in order; each push is made from the state after its entry. */
function carryOut(core: Core, entries: readonly ImEntry[], signals: readonly Signal[]): readonly Push[] {
  const context = { state: core.state, host: core.host, now: core.options.clock.now() };
  const pushes: Push[] = [];
  for (const entry of entries) {
    applyEntry(core.state, entry);
    core.options.onEntry?.(entry);
    pushes.push(...pushesFor(context, entry));
  }
  for (const signal of signals) pushes.push(...signalPushes(context, signal));
  return pushes;
}

const deliver = (core: Core, pushes: readonly Push[], origin: OpenSocket | null): void => {
  for (const push of pushes) core.connections.push(push, origin, core.options.clock.now());
};

/** IM-V4: checks the token, the host's gate, the command and the body, each with its own status. */
function decide(core: Core, call: Call, request: Request): Decision<ResponseBody | null> {
  const refused = refusedToken(core, call, request) ?? refusedByGate(call);
  if (refused !== null) return refused;
  const route = routeOf(call.command);
  return route === null ? refuse(STATUS.INVALID_CMD, `unknown command ${call.command}`) : route(call, request);
}

function refusedToken(core: Core, call: Call, request: Request): Refusal | null {
  const token = core.options.authenticate?.(request.token);
  if (token === undefined) return null;
  switch (token.kind) {
    case 'unknown':
      return refuse(STATUS.INVALID_TOKEN, 'invalid token');
    case 'expired':
      return refuse(STATUS.EXPIRED_TOKEN, 'expired token');
    case 'valid':
      return token.userId.toString() === call.userId ? null : refuse(STATUS.INVALID_TOKEN, 'token of another user');
  }
}

function refusedByGate(call: Call): Refusal | null {
  const gate = call.host.hooks.admit?.({ userId: BigInt(call.userId), deviceId: call.deviceId }, call.command) ?? null;
  return gate === null ? null : refuse(gate.status, gate.reason);
}

function run(core: Core, caller: Caller, request: Request, command: number, origin: OpenSocket | null): Ran {
  const arrivedAt = core.options.clock.now();
  const answer = (status: number, text: string, body: ResponseBody | null): Response =>
    create(ResponseSchema, {
      cmd: request.cmd,
      sequenceId: request.sequenceId,
      statusCode: status,
      errorDesc: text,
      inboxType: request.inboxType,
      ...(body === null ? {} : { body }),
      logId: core.nextLog(),
      startTimeStamp: BigInt(arrivedAt),
      requestArrivedTime: BigInt(arrivedAt),
      serverExecutionEndTime: BigInt(core.options.clock.now()),
    });
  let pushes: readonly Push[] = [];
  try {
    if (caller.userId <= 0n)
      return { response: answer(STATUS.USER_ILLEGAL, 'no user', null), deliver: () => undefined };
    const call = callOf(core, caller.userId.toString(), caller.deviceId, command);
    const decision = decide(core, call, request);
    if (decision.kind === 'refused') {
      return { response: answer(decision.status, decision.reason, null), deliver: () => undefined };
    }
    pushes = carryOut(core, decision.entries, decision.signals);
    const response = answer(STATUS.OK, 'OK', decision.reply());
    return { response, deliver: () => deliver(core, pushes, origin) };
  } catch (error) {
    core.host.onError(error);
    const response =
      error instanceof HookError
        ? answer(STATUS.SERVER_ERR, 'server error', null)
        : answer(STATUS.INTERNAL_ERROR, 'internal error', null);
    return { response, deliver: () => deliver(core, pushes, origin) };
  }
}

function connect(core: Core, socket: ServerSocket): ServerConnection {
  const open = core.connections.open(socket);
  const caller = { userId: socket.userId, deviceId: socket.deviceId };
  return {
    close: () => core.connections.close(open),
    receive: (message) => {
      if (typeof message === 'string') {
        if (message === TEXT_HEARTBEAT) core.connections.send(open, TEXT_HEARTBEAT);
        return;
      }
      try {
        const read = readClientMessage({ type: 'binary', bytes: message });
        if (read.kind === 'heartbeat' || !core.connections.isOpen(open)) return;
        const { frame, request } = read;
        const { response, deliver: push } = run(core, caller, request, request.cmd, open);
        const numbers = { seqid: frame.seqid, service: frame.service, method: frame.method };
        const bytes = sealResponse(numbers, core.options.clock.now(), response, open.encoding);
        core.connections.send(open, bytes);
        push();
      } catch (error) {
        if (!(error instanceof ImProtocolError)) throw error;
        core.host.onError(error);
      }
    },
  };
}

function handleHttp(core: Core, path: string, bytes: Uint8Array, caller: Caller): HttpAnswer {
  const refused = (status: number, code: number, errorDesc: string): HttpAnswer => ({
    status,
    bytes: encodeResponse(create(ResponseSchema, { statusCode: code, errorDesc, logId: core.nextLog() })),
  });
  const row = commandByPath(path.replace(/^\/+/, ''));
  if (row === null) return refused(404, STATUS.INVALID_CMD, 'unknown path');
  try {
    // IM-V91: the path names the command, so a body for another command counts as an empty body (facts §4.6).
    const request = readHttpRequest(bytes);
    const { response, deliver: push } = run(core, caller, request, row.number, null);
    push();
    return { status: 200, bytes: encodeResponse(response) };
  } catch (error) {
    if (!(error instanceof ImProtocolError)) throw error;
    core.host.onError(error);
    return refused(400, STATUS.INVALID_REQUEST, error.message);
  }
}

function tick(core: Core): void {
  for (const entry of [...core.state.calls.values()]) {
    const call = callOf(core, entry.callerId, '', 0);
    const aged = agedCall(call, entry);
    if (aged === null) continue;
    const news = callMoved(call, entry, aged);
    deliver(core, carryOut(core, news.entries, news.signals), null);
  }
}

export function createImServer(options: ImServerOptions): ImServer {
  const core = createCore(options);
  const emit = (entry: ImEntry): void => deliver(core, carryOut(core, [entry], []), null);
  return {
    handle: (caller, request) => {
      const { response, deliver: push } = run(core, caller, request, request.cmd, null);
      push();
      return response;
    },
    handleHttp: (path, bytes, caller) => handleHttp(core, path, bytes, caller),
    connect: (socket) => connect(core, socket),
    apply: (entry) => applyEntry(core.state, entry),
    emit,
    tick: () => tick(core),
    media: createMedia({
      host: core.host,
      state: core.state,
      clock: options.clock,
      blobs: options.media ?? memoryBlobs(),
      emit,
    }),
    state: core.state,
    fingerprint: () => fingerprint(core.state),
  };
}
