import type { SignInView } from '@pasar/api';
import type { Marketplace } from '@pasar/domain';
import { type CallFailure, createStore, type Desk, type Readable } from '@pasar/sync';

/**
 * Logins that a person has chosen to be signed in again in turn (decision 57): at each marketplace one after another.
 * A login that needs a person makes room for the next one, and joins the list that a person works through. The queue is
 * of this window; sign-ins that have begun go on without it.
 */
export interface QueuedLogin {
  readonly connectionId: string;
  readonly marketplace: Marketplace;
  readonly names: string;
}

export interface QueueItem extends QueuedLogin {
  /** Null until the server has answered. */
  readonly signInId: string | null;
  /** `begun`: the server was asked, and from its answer on the sign-in itself tells how it stands. */
  readonly step: 'queued' | 'begun' | 'cancelled';
  /** Why the server did not begin it. */
  readonly failure: CallFailure | null;
}

export type Standing = 'queued' | 'running' | 'asked' | 'done' | 'failed' | 'cancelled';
type SignIns = ReadonlyMap<string, SignInView>;

const STANDINGS = {
  waiting: 'running',
  logging_in: 'running',
  challenged: 'asked',
  failed: 'failed',
  logged_in: 'done',
  cancelled: 'cancelled',
} as const satisfies Record<SignInView['state'], Standing>;

export function standingOf(item: QueueItem, signIns: SignIns): Standing {
  if (item.failure !== null) return 'failed';
  if (item.step !== 'begun') return item.step;
  const signIn = item.signInId === null ? undefined : signIns.get(item.signInId);
  return signIn === undefined ? 'running' : STANDINGS[signIn.state];
}

/** The next login of each marketplace at which none is under way. */
export function toBegin(items: readonly QueueItem[], signIns: SignIns): readonly QueueItem[] {
  const busy = new Set<Marketplace>();
  for (const item of items) if (standingOf(item, signIns) === 'running') busy.add(item.marketplace);
  return items.filter((item) => {
    if (item.step !== 'queued' || busy.has(item.marketplace)) return false;
    busy.add(item.marketplace);
    return true;
  });
}

/** The sign-ins that wait for a person: those known before in their order, then the new ones. */
export function askedInOrder(
  before: readonly string[],
  items: readonly QueueItem[],
  signIns: SignIns,
): readonly string[] {
  const asked = items.flatMap((item) =>
    item.signInId !== null && standingOf(item, signIns) === 'asked' ? [item.signInId] : [],
  );
  return [...before.filter((id) => asked.includes(id)), ...asked.filter((id) => !before.includes(id))];
}

export interface SignInQueue {
  readonly items: readonly QueueItem[];
  /** The sign-ins that wait for a person, in the order in which they are worked through. */
  readonly asked: readonly string[];
}
const EMPTY: SignInQueue = { items: [], asked: [] };

const queue = createStore<SignInQueue>(EMPTY);
export const signInQueue: Readable<SignInQueue> = queue;

/** Stops following the desk of the queue. */
let leave: () => void = () => undefined;

/** Adds logins to the queue. A login that is in it already is begun again, unless it still waits or is under way. */
export function queueSignIns(desk: Desk, logins: readonly QueuedLogin[]): void {
  const signIns = desk.state.get().signIns;
  const open = (item: QueueItem) => ['queued', 'running', 'asked'].includes(standingOf(item, signIns));
  const kept = queue.get().items.filter((item) => open(item) || !logins.some((login) => isSame(login, item)));
  const added = logins
    .filter((login) => !kept.some((item) => isSame(login, item)))
    .map((login): QueueItem => ({ ...login, signInId: null, step: 'queued', failure: null }));
  queue.update(({ asked }) => ({ items: [...kept, ...added], asked }));
  leave();
  const stop = desk.state.subscribe(() => goOn(desk));
  leave = stop;
  goOn(desk);
}
const isSame = (left: QueuedLogin, right: QueuedLogin) => left.connectionId === right.connectionId;

/** Puts a sign-in that waits for a person behind the others. */
export const skipAsked = (signInId: string): void =>
  queue.update(({ items, asked }) => ({ items, asked: [...asked.filter((id) => id !== signInId), signInId] }));

/** Takes everything back that has not ended. */
export function cancelQueue(desk: Desk): void {
  const { signIns } = desk.state.get();
  for (const item of queue.get().items) {
    const signIn = item.signInId === null ? undefined : signIns.get(item.signInId);
    // A login under way is not cancelled: the server refuses it, and it ends by itself.
    if (signIn?.state === 'waiting' || signIn?.state === 'challenged') void desk.shops.cancel(signIn.signInId);
  }
  queue.update(({ items, asked }) => ({
    items: items.map((item) => (item.step === 'queued' ? { ...item, step: 'cancelled' } : item)),
    asked,
  }));
}

export function clearQueue(): void {
  leave();
  queue.update(() => EMPTY);
}

/** Begins what has its turn, after every change of the replica. */
function goOn(desk: Desk): void {
  const { signIns } = desk.state.get();
  const { items, asked } = queue.get();
  const next = toBegin(items, signIns);
  const inOrder = askedInOrder(asked, items, signIns);
  if (inOrder.length !== asked.length || inOrder.some((id, at) => id !== asked[at]))
    queue.update((held) => ({ ...held, asked: inOrder }));
  if (next.length === 0) return;
  change(next, (item) => ({ ...item, step: 'begun' }));
  for (const item of next) void begin(desk, item);
}

async function begin(desk: Desk, item: QueueItem): Promise<void> {
  const result = await desk.shops.signInAgain(item.connectionId, null);
  change([item], (held) =>
    result.ok ? { ...held, signInId: result.data.signInId } : { ...held, failure: result.failure },
  );
  goOn(desk);
}

const change = (which: readonly QueueItem[], to: (item: QueueItem) => QueueItem): void =>
  queue.update(({ items, asked }) => ({
    items: items.map((item) => (which.some((one) => isSame(one, item)) ? to(item) : item)),
    asked,
  }));
