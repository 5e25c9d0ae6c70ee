import { recordSocket } from '../capture.ts';
import type { CommandName, ReplyOf, RequestOf } from '../commands.ts';
import { type MessageBody, MsgReportType, NetworkType, type NewP2PMessageNotify } from '../schema.ts';
import { type Backoff, DEFAULT_BACKOFF } from './backoff.ts';
import { type Caller, type CallResult, createCaller, type Patience } from './caller.ts';
import type { ClientProfile } from './client-requests.ts';
import { type ClientSession, type Push, type SessionEnd, startClientSession } from './client-session.ts';
import { type Connection, type ConnectionState, createConnection, type Opened } from './connection.ts';
import type { ToldCommand } from './draft.ts';
import type { Delivery } from './fetching.ts';
import { createFollowing, type Following } from './following.ts';
import { DEFAULT_HEARTBEAT, type Heartbeat } from './heartbeat.ts';
import { createHttpTwin } from './http-twin.ts';
import type { CallNotice, PresenceNotice } from './notices.ts';
import type { ClockPort, DialPort, PostPort, RandomPort, SocketPort, TokenPort } from './ports.ts';
import { createReplica, type Replica, type ReplicaListener, type ReplicaSettings } from './replica.ts';
import type { SequenceIds } from './sequence.ts';
import { type ClientState, emptyClientState } from './state.ts';
import { type Tap, tapPost } from './tap.ts';
import { createTimers } from './timers.ts';
import { createTokens } from './tokens.ts';

/** The network, clock, randomness and tokens of one client. All of them may be virtual. */
export interface ImClientPorts {
  readonly clock: ClockPort;
  readonly random: RandomPort;
  readonly dialler: DialPort;
  readonly post: PostPort;
  readonly token: TokenPort;
}

export interface ImClientSettings extends ReplicaSettings {
  readonly heartbeat: Heartbeat;
  readonly backoff: Backoff;
  /** Time limit of one attempt of a call, by socket and by HTTP (spec 2 §9). */
  readonly replyTimeoutMs: number;
  readonly patience: Patience;
  /** Time limit of a dial (facts §4.1). */
  readonly dialTimeoutMs: number;
  /** Interval of log polls: a push lost at the log's end leaves no gap that would show it (facts §4.2, client G). */
  readonly pollMs: number;
  /** Whether all held messages are compared with the server when a socket opens (IM-S16). */
  readonly isAuditing: boolean;
  /** Whether pushes are acknowledged (2010). */
  readonly isAcknowledging: boolean;
}
export const DEFAULT_CLIENT_SETTINGS: ImClientSettings = {
  heartbeat: DEFAULT_HEARTBEAT,
  backoff: DEFAULT_BACKOFF,
  replyTimeoutMs: 5_000,
  patience: { pauseMs: 2_000, times: 3 },
  dialTimeoutMs: 2_000,
  pollMs: 30_000,
  isAuditing: true,
  isAcknowledging: true,
  reorderMs: 300,
  pageSize: 50,
  retryMs: 2_000,
  fetchWidth: 4,
  isHoldingAll: true,
  heldMessages: null,
};

export interface ImClientListener {
  connection(state: ConnectionState): void;
  changed(state: ClientState): void;
  delivered(delivery: Delivery): void;
  /** A command message of the log (50001 to 70002), once, after the state has changed by it. */
  commanded(command: ToldCommand): void;
  /** Another user types, stopped, enters or leaves (50004). Told as it happens, perhaps twice; not stored. */
  presence(notice: PresenceNotice): void;
  /** A call of this user changed (80001, 80003, 80004). Told as it happens, perhaps twice; not stored. */
  call(notice: CallNotice): void;
  /** Push 1099: a stranger wrote, who is in the stranger inbox until answered. */
  strangerWrote(): void;
  /** Push 504: a message to this user only, in no conversation's history. */
  pointToPoint(notify: NewP2PMessageNotify): void;
  /** A frame, or a command message, that cannot be understood. */
  unreadable(what: {
    readonly reason: string;
    readonly bytes: Uint8Array | null;
    readonly message: MessageBody | null;
  }): void;
  /** Everything that was missing has been fetched. */
  settled(): void;
}

export interface ImClientOptions {
  readonly userId: bigint;
  readonly profile: Omit<ClientProfile, 'token'>;
  readonly ports: ImClientPorts;
  readonly sequence: SequenceIds;
  readonly settings: ImClientSettings;
  readonly listener: ImClientListener;
  /** The state of an earlier client of the same user; null for none. */
  readonly resumeFrom: ClientState | null;
  /** See `ClientSessionOptions`. */
  readonly frameHeaders: (command: number, requestBytes: Uint8Array) => Readonly<Record<string, string>>;
  /** Sees every message on the wire; null for none. */
  readonly tap: Tap | null;
}

export interface ImClient {
  /** Keeps a socket open and the state up to date until `stop`. */
  start(): void;
  /**
   * IM-S31: used instead of `start` by a caller that decides about reconnecting. Gives the open socket, or opens one.
   * When it ends, `connection` tells so and it stays closed until `connect` is called again. Only calls go over it.
   */
  connect(): Promise<Opened>;
  /** Closes the open socket, if any. */
  hangUp(): void;
  /**
   * IM-S32: keeps the state up to date over any open socket from now on, and tells the listener. Resolves when the
   * position where the log continues is known: from then on no message is late or lost. Also resolves when the client
   * is stopped first.
   */
  follow(): Promise<void>;
  /**
   * Ends `follow`: nothing is fetched, applied or acknowledged until `follow` is called again; then the log continues.
   */
  rest(): void;
  /** Final: ends every call under way and every timer. */
  stop(): void;
  /** Makes a call by the command's name; its reply changes the state. */
  call<Name extends CommandName>(name: Name, body: RequestOf<Name>): Promise<CallResult<ReplyOf<Name>>>;
  /** IM-S33: makes a call whose reply does not change the state, for lists and pages that the caller keeps. */
  read<Name extends CommandName>(name: Name, body: RequestOf<Name>): Promise<CallResult<ReplyOf<Name>>>;
  /** Compares every conversation with the server (615, 302) and repairs differences (301). */
  audit(): void;
  /** Fetches the caller's own lists: marks, blocklist, stranger inbox. They are kept up to date from then on. */
  fetchLists(): void;
  readonly state: () => ClientState;
  readonly connection: () => ConnectionState;
  /** True when a socket is open, and nothing is wanted or missing. */
  readonly isSettled: () => boolean;
}

/** One user's chats, complete and up to date, over one socket that is kept open and the HTTP twin. */
export function createImClient(options: ImClientOptions): ImClient {
  const { ports, settings, listener, sequence } = options;
  const timers = createTimers(ports.clock);
  const tokens = createTokens(ports.token);
  const profile: ClientProfile = { ...options.profile, token: () => tokens.current() };
  const post = options.tap === null ? ports.post : tapPost(ports.post, ports.clock, options.tap);
  const twin = createHttpTwin(post, profile, sequence, settings.replyTimeoutMs);
  const caller = createCaller({
    twin,
    tokens,
    timers,
    random: ports.random,
    patience: settings.patience,
    session: () => connection.session(),
  });

  const following = createFollowing({
    replica: () => replica,
    timers,
    pollMs: settings.pollMs,
    isAuditing: settings.isAuditing,
    isOpen: () => connection.state().kind === 'open',
  });
  const replica: Replica = createReplica({
    caller,
    timers,
    settings,
    from: options.resumeFrom ?? emptyClientState(options.userId),
    // The server answered, so the next loss starts with a short pause.
    listener: replicaListener(listener, () => connection.proven(), following),
  });

  const connection: Connection = createConnection({
    dialler: ports.dialler,
    dialTimeoutMs: settings.dialTimeoutMs,
    backoff: settings.backoff,
    timers,
    random: ports.random,
    tokens,
    start: sessionStarter(options, timers, profile, (push) => {
      if (!following.isOn()) return; // the log will contain it
      route(push, replica, listener);
      if (settings.isAcknowledging && push.kind !== 'other') acknowledge(caller, ports.clock, push);
    }),
    changed: (state) => {
      listener.connection(state);
      if (state.kind === 'open') following.opened();
    },
  });

  following.changed(replica.state());
  replica.setAwake(false);

  return {
    start: () => {
      following.set(true);
      connection.open();
    },
    connect: () => connection.connect(),
    hangUp: () => connection.hangUp(),
    follow: () => {
      following.set(true);
      return following.started;
    },
    rest: () => following.set(false),
    stop: () => {
      connection.close();
      timers.stop();
      following.stop();
    },
    call: async (name, body) => {
      const result = await caller.call(name, body);
      replica.heard(name, body, result);
      return result;
    },
    read: (name, body) => caller.call(name, body),
    audit: () => replica.want({ kind: 'audit' }),
    fetchLists: () => {
      for (const kind of ['marks', 'blocklist', 'strangers'] as const) replica.want({ kind });
    },
    state: () => replica.state(),
    connection: () => connection.state(),
    isSettled: () => connection.state().kind === 'open' && replica.isSettled(),
  };
}

const replicaListener = (listener: ImClientListener, proven: () => void, following: Following): ReplicaListener => ({
  changed: (state) => {
    following.changed(state);
    listener.changed(state);
  },
  delivered: (delivery) => listener.delivered(delivery),
  commanded: (command) => listener.commanded(command),
  noticed: (notice) => (notice.kind === 'presence' ? listener.presence(notice) : listener.call(notice)),
  unreadable: ({ message, reason }) => listener.unreadable({ reason, bytes: null, message }),
  settled: () => {
    proven();
    listener.settled();
  },
});

function sessionStarter(
  { ports, tap, sequence, settings, listener, frameHeaders }: ImClientOptions,
  clock: ClockPort,
  profile: ClientProfile,
  push: (push: Push) => void,
) {
  return (socket: SocketPort, ended: (end: SessionEnd) => void): ClientSession =>
    startClientSession({
      socket: tap === null ? socket : recordSocket(socket, ports.clock, tap),
      clock,
      profile,
      sequence,
      replyTimeoutMs: settings.replyTimeoutMs,
      heartbeat: settings.heartbeat,
      frameHeaders,
      listener: {
        push,
        unreadable: (error, bytes) => listener.unreadable({ reason: error.message, bytes, message: null }),
        // A late reply: its call has ended already, and the log tells its effect.
        unmatched: () => undefined,
        ended,
      },
    });
}

function route(push: Push, replica: Replica, listener: ImClientListener): void {
  switch (push.kind) {
    case 'newMessage':
    case 'newBroadcastMessage':
      replica.notify(push.notify);
      return;
    case 'strangerNewMessage':
      replica.stranger();
      listener.strangerWrote();
      return;
    case 'newP2PMessage':
      listener.pointToPoint(push.notify);
      return;
    case 'other':
      listener.unreadable({ reason: `push ${push.command}`, bytes: null, message: null });
  }
}

/** IM-S26: sends an acknowledgement over HTTP (facts §4.5) without waiting for its outcome. */
function acknowledge(caller: Caller, clock: ClockPort, push: Exclude<Push, { readonly kind: 'other' }>): void {
  const { receipt } = push;
  const message = push.kind === 'newP2PMessage' ? undefined : push.notify.message;
  void caller.call('clientAck', {
    startTimeStamp: receipt.startTimeStamp,
    cmd: receipt.command,
    networkType: NetworkType.UNKNOWN,
    logid: receipt.logId,
    clientTimeStamp: BigInt(Math.trunc(clock.now())),
    serverMessageId: message?.serverMessageId ?? 0n,
    type: MsgReportType.BY_WS,
  });
}
