import type { CommandName, ReplyOf, RequestOf } from '../commands.ts';
import type { MessageBody, NewMessageNotify } from '../schema.ts';
import type { Caller, CallResult } from './caller.ts';
import { requestShape } from './command-table.ts';
import { type Arrival, type Reduction, type ToldCommand, type Want, withNewest } from './draft.ts';
import { createFetcher, type Fetcher } from './fetcher.ts';
import type { Delivery, Fetching } from './fetching.ts';
import { createLogFollower } from './log-follower.ts';
import { type Notice, readNotice } from './notices.ts';
import { reduceNotify, reduceReply, reduceStranger } from './reduce.ts';
import type { ClientState } from './state.ts';
import type { Timers } from './timers.ts';
import { fetchWant } from './wants.ts';

export interface ReplicaListener {
  /** Called after each change. */
  changed(state: ClientState): void;
  /** Each message once, by rising index inside a conversation, except for late messages. */
  delivered(delivery: Delivery): void;
  /** Each command message of the log once, after the messages that came with it. */
  commanded(command: ToldCommand): void;
  /** A notice, told once and not stored. */
  noticed(notice: Notice): void;
  unreadable(entry: Reduction['unreadable'][number]): void;
  /** Everything that was wanted has been fetched. */
  settled(): void;
}

export interface ReplicaSettings {
  /** How long an early push waits for the previous push before the log is fetched (our choice). */
  readonly reorderMs: number;
  readonly pageSize: number;
  readonly retryMs: number;
  readonly fetchWidth: number;
  /** Whether every conversation is held, or (IM-S34) only those of the first page and those with later messages. */
  readonly isHoldingAll: boolean;
  /** IM-S35: the number of newest messages held of a conversation; null for all received messages. */
  readonly heldMessages: number | null;
}

export interface ReplicaParts {
  readonly caller: Caller;
  readonly timers: Timers;
  readonly settings: ReplicaSettings;
  readonly listener: ReplicaListener;
  readonly from: ClientState;
}

/** The client's state, kept up to date by pushes, replies and fetches. */
export interface Replica {
  readonly state: () => ClientState;
  readonly isSettled: () => boolean;
  notify(notify: NewMessageNotify): void;
  stranger(): void;
  /** Applies the result of a call that was made for the user. */
  heard<Name extends CommandName>(name: Name, body: RequestOf<Name>, result: CallResult<ReplyOf<Name>>): void;
  want(want: Want): void;
  /** Fetches again the kept data that no log contains: the stranger inbox (its push 1099 has no cursor). */
  refresh(): void;
  /** Asleep, nothing more is fetched; wants wait. */
  setAwake(isAwake: boolean): void;
}

export function createReplica({ caller, timers, settings, listener, from }: ReplicaParts): Replica {
  let state = from;
  const follower = createLogFollower();
  const deliver = createHandOver(listener);
  const parked: Want[] = [];
  let isWaitingForOrder = false;

  /**
   * IM-S17: a fetch before the log's start is known could be older than that start, and changes between the two would
   * be lost.
   */
  const demand = (want: Want): void => {
    if (state.cursor === null && want.kind !== 'log') parked.push(want);
    else fetcher.want(want);
  };

  const apply: Fetching['apply'] = (reduction, via) => {
    const hasChanged = reduction.state !== state;
    const { heldMessages } = settings;
    const changed = reduction.arrivals.map(({ conversationId }) => conversationId);
    state = heldMessages === null ? reduction.state : withNewest(reduction.state, new Set(changed), heldMessages);
    for (const key of reduction.touched) fetcher.touch(key);
    const arrivals = [...reduction.arrivals].sort((a, b) => (a.message.index < b.message.index ? -1 : 1));
    for (const arrival of arrivals) deliver(arrival, via);
    for (const command of reduction.commands) listener.commanded(command);
    for (const entry of reduction.unreadable) listener.unreadable(entry);
    if (hasChanged) listener.changed(state);
    for (const want of reduction.wants) demand(want);
    if (state.cursor !== null) for (const want of parked.splice(0)) fetcher.want(want);
  };

  const follow: Fetching['follow'] = (turns) => {
    for (const turn of turns) {
      apply(reduceNotify(state, turn.notify, turn.kind === 'next' ? turn.next : null), 'log');
      if (turn.notify.message !== undefined) tellNotice(turn.notify.message, listener);
    }
  };

  const fetching: Fetching = {
    caller,
    pageSize: settings.pageSize,
    isHoldingAll: settings.isHoldingAll,
    state: () => state,
    follower,
    apply,
    follow,
    want: demand,
  };
  const fetcher: Fetcher = createFetcher({
    timers,
    retryMs: settings.retryMs,
    width: settings.fetchWidth,
    fetch: (want) => fetchWant(fetching, want),
    idle: () => listener.settled(),
  });

  const awaitOrder = (): void => {
    if (isWaitingForOrder || !follower.hasGap) return;
    isWaitingForOrder = true;
    timers.after(settings.reorderMs, () => {
      isWaitingForOrder = false;
      if (follower.hasGap) demand({ kind: 'log' });
    });
  };

  return {
    state: () => state,
    isSettled: () => fetcher.isIdle && !follower.hasGap && parked.length === 0 && state.cursor !== null,
    notify: (notify) => {
      follow(follower.offer(notify, state.cursor));
      awaitOrder();
    },
    stranger: () => apply(reduceStranger(state), 'log'),
    heard: (name, body, result) => {
      if (result.kind === 'done') {
        const request = requestShape(name, body);
        apply(reduceReply(state, name, request, result.body), 'history');
      }
    },
    want: demand,
    refresh: () => {
      if (state.strangers !== null) demand({ kind: 'strangers' });
    },
    setAwake: (isAwake) => fetcher.setAwake(isAwake),
  };
}

/** IM-S29: called after the push was applied, so that the listener sees the state that the notice belongs to. */
function tellNotice(message: MessageBody, listener: ReplicaListener): void {
  const notice = readNotice(message);
  if (notice === null) return;
  if (notice.kind === 'unreadable') listener.unreadable({ message, reason: notice.reason });
  else listener.noticed(notice);
}

/**
 * IM-S22: delivers messages by rising index inside a conversation; a message that comes after a newer one has `isLate`.
 */
function createHandOver(listener: ReplicaListener): (arrival: Arrival, via: Delivery['via']) => void {
  const handedOver = new Map<string, bigint>();
  return ({ conversationId, message, body }, via) => {
    const newest = handedOver.get(conversationId) ?? 0n;
    if (message.index > newest) handedOver.set(conversationId, message.index);
    listener.delivered({ conversationId, message, body, via, isLate: message.index < newest });
  };
}
