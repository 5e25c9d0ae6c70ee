import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf';
import { decodeFrame, encodeRequest, responseIn } from '../codec.ts';
import { type Command, PUSH_COMMANDS } from '../commands.ts';
import { ImProtocolError } from '../errors.ts';
import type { NewMessageNotify, NewP2PMessageNotify, Response, StrangerNewMessageNotify } from '../schema.ts';
import { buildRequest, type CallOutcome, type ClientProfile, frameRequest } from './client-requests.ts';
import { HEARTBEAT_TEXT, type Heartbeat, startPulse } from './heartbeat.ts';
import { createInFlight } from './in-flight.ts';
import type { ClockPort, SocketClosed, SocketMessage, SocketPort } from './ports.ts';
import type { SequenceIds } from './sequence.ts';

/** The content of a push's acknowledgement (command 2010). */
export interface PushReceipt {
  readonly command: number;
  readonly startTimeStamp: bigint;
  readonly logId: string;
}
/** A push of the server. `other` is a push without a row in this package, or without its body. */
export type Push =
  | { readonly kind: 'newMessage'; readonly notify: NewMessageNotify; readonly receipt: PushReceipt }
  | { readonly kind: 'newP2PMessage'; readonly notify: NewP2PMessageNotify; readonly receipt: PushReceipt }
  | { readonly kind: 'newBroadcastMessage'; readonly notify: NewMessageNotify; readonly receipt: PushReceipt }
  | { readonly kind: 'strangerNewMessage'; readonly notify: StrangerNewMessageNotify; readonly receipt: PushReceipt }
  | { readonly kind: 'other'; readonly command: number };

export type SessionEnd =
  /** `close` was called. */
  | { readonly kind: 'closed' }
  /** The other side or the network closed the socket. */
  | { readonly kind: 'lost'; readonly closed: SocketClosed }
  /** Nothing arrived for longer than the heartbeat window, so the session closed the socket. */
  | { readonly kind: 'silent' };

export interface ClientSessionListener {
  push(push: Push): void;
  /** A frame that cannot be read, with its bytes; the session continues. */
  unreadable(error: ImProtocolError, bytes: Uint8Array): void;
  /** A reply whose request is unknown or has timed out. */
  unmatched(response: Response): void;
  /** Called exactly once, as the last call. */
  ended(end: SessionEnd): void;
}

export interface ClientSessionOptions {
  readonly socket: SocketPort;
  readonly clock: ClockPort;
  readonly profile: ClientProfile;
  readonly listener: ClientSessionListener;
  /** The shop's sequence ids, shared with its other sockets and the HTTP twin. */
  readonly sequence: SequenceIds;
  readonly replyTimeoutMs: number;
  readonly heartbeat: Heartbeat;
  /** Frame headers for commands that the vendor's client signs; this package makes no signature. */
  readonly frameHeaders: (command: number, requestBytes: Uint8Array) => Readonly<Record<string, string>>;
}
export interface ClientSession {
  /** Makes one attempt. Throws only for a body that lacks a required field. */
  call<Req extends DescMessage, Reply>(
    command: Command<Req, Reply>,
    body: MessageInitShape<Req>,
  ): Promise<CallOutcome<Reply>>;
  close(): void;
}

/** Uses an open socket until it ends. The protocol has no greeting, so calls may be made at once. */
export function startClientSession(options: ClientSessionOptions): ClientSession {
  const { socket, clock, profile, listener } = options;
  const inFlight = createInFlight(clock, options.replyTimeoutMs);
  let hasEnded = false;

  const finish = (end: SessionEnd): void => {
    if (hasEnded) return;
    hasEnded = true;
    pulse.stop();
    inFlight.cutAll();
    if (end.kind !== 'lost') socket.close();
    listener.ended(end);
  };
  /** False when the socket was not open any more; `closed` then ends the session. */
  const isSent = (message: SocketMessage): boolean => {
    try {
      socket.send(message);
      return true;
    } catch {
      return false;
    }
  };
  const pulse = startPulse(clock, options.heartbeat, {
    ask: () => void isSent({ type: 'text', text: HEARTBEAT_TEXT }),
    silent: () => finish({ kind: 'silent' }),
  });

  const route = (response: Response): void => {
    if (response.sequenceId === 0n) {
      if (response.inboxType === 0) listener.push(pushIn(response));
    } else if (!inFlight.settle(response)) {
      listener.unmatched(response);
    }
  };
  const receive = (message: SocketMessage): void => {
    if (hasEnded) return;
    pulse.beat();
    if (message.type === 'text') return; // `hi`; some gateways send `ok`
    try {
      const frame = decodeFrame(message.bytes);
      if (frame.service === profile.service && frame.payload.length > 0) route(responseIn(frame));
    } catch (error) {
      if (!(error instanceof ImProtocolError)) throw error;
      listener.unreadable(error, message.bytes);
    }
  };

  const call: ClientSession['call'] = (command, body) => {
    const sequenceId = options.sequence.next();
    const request = buildRequest(profile, command, sequenceId, body);
    const headers = command.isSigned ? options.frameHeaders(command.number, encodeRequest(request)) : {};
    const bytes = frameRequest(profile, request, clock.now(), headers);
    if (hasEnded) return Promise.resolve({ kind: 'notSent' });
    const outcome = inFlight.wait(sequenceId, command);
    if (!isSent({ type: 'binary', bytes })) inFlight.abandon(sequenceId);
    return outcome;
  };

  socket.onMessage(receive);
  void socket.closed.then((closed) => finish({ kind: 'lost', closed }));
  return { call, close: () => finish({ kind: 'closed' }) };
}

function pushIn(response: Response): Push {
  const { body, cmd: command } = response;
  const receipt: PushReceipt = { command, startTimeStamp: response.startTimeStamp, logId: response.logId };
  switch (command) {
    case PUSH_COMMANDS.newMessage.number: {
      const notify = PUSH_COMMANDS.newMessage.read(body);
      if (notify !== undefined) return { kind: 'newMessage', notify, receipt };
      break;
    }
    case PUSH_COMMANDS.newP2PMessage.number: {
      const notify = PUSH_COMMANDS.newP2PMessage.read(body);
      if (notify !== undefined) return { kind: 'newP2PMessage', notify, receipt };
      break;
    }
    case PUSH_COMMANDS.newBroadcastMessage.number: {
      const notify = PUSH_COMMANDS.newBroadcastMessage.read(body);
      if (notify !== undefined) return { kind: 'newBroadcastMessage', notify, receipt };
      break;
    }
    case PUSH_COMMANDS.strangerNewMessage.number: {
      const notify = PUSH_COMMANDS.strangerNewMessage.read(body);
      if (notify !== undefined) return { kind: 'strangerNewMessage', notify, receipt };
      break;
    }
  }
  return { kind: 'other', command };
}
