/**
 * For tests: one run of a client against the in-memory server over a bad network, decided by a seed. Other users, and
 * the same user's other device, use the server directly; the client goes through the network. Then the network heals,
 * and the client's state must equal the server's.
 */

import { createImServer, type ImServer } from '../../server/index.ts';
import { createImClient, DEFAULT_CLIENT_SETTINGS, type ImClient, type ImClientSettings } from '../im-client.ts';
import type { Notice } from '../notices.ts';
import { createSequence, FIRST_SEQUENCE_ID } from '../sequence.ts';
import type { ClientState } from '../state.ts';
import type { Tap } from '../tap.ts';
import { ACTIONS, type Actor, createChats, STRANGER } from './actions.ts';
import { type Ask, createAsk, USER_TOKEN } from './ask.ts';
import { type BadNetwork, createBadNetwork, createVirtualToken, NO_FAULTS, type VirtualToken } from './bad-network.ts';
import { type Chance, createChance, createVirtualTime, type VirtualTime } from './time-and-chance.ts';
import { clientView, serverView, type View } from './views.ts';

const START_MS = 1_700_000_000_000;
const ME = 1n;
const DEVICE = 'device-1';

export interface ClientHarness {
  readonly chance: Chance;
  readonly time: VirtualTime;
  readonly network: BadNetwork;
  readonly token: VirtualToken;
  readonly server: ImServer;
  readonly client: ImClient;
  readonly ask: Ask;
  readonly settings: ImClientSettings;
}

export function createHarness(
  seed: number,
  mistakes: string[],
  tap: Tap | null,
  isAcknowledging: boolean | null,
  noticed: (notice: Notice) => void,
): ClientHarness {
  const chance = createChance(seed);
  const time = createVirtualTime(START_MS);
  const token = createVirtualToken(time, chance);
  const server = createImServer({
    clock: time,
    secret: 'secret',
    authenticate: (text) => {
      const user = USER_TOKEN.exec(text)?.[1];
      if (user !== undefined) return { kind: 'valid', userId: BigInt(user) };
      return token.isGood(text) ? { kind: 'valid', userId: ME } : { kind: 'expired' };
    },
    hooks: { isContact: (_user, other) => other !== STRANGER },
    onError: (error) => mistakes.push(`server: ${String(error)}`),
  });
  const caller = { userId: ME, deviceId: DEVICE };
  const network = createBadNetwork(
    time,
    chance,
    {
      connect: (send) => {
        const connection = server.connect({
          ...caller,
          encoding: chance.hit(0.1) ? '__lz4' : '',
          send: (message) =>
            send(typeof message === 'string' ? { type: 'text', text: message } : { type: 'binary', bytes: message }),
        });
        return {
          receive: (message) => connection.receive(message.type === 'text' ? message.text : message.bytes),
          close: () => connection.close(),
        };
      },
      post: (path, bytes) => server.handleHttp(path, bytes, caller),
    },
    () => token.isGood(token.current()),
  );
  const settings = {
    ...DEFAULT_CLIENT_SETTINGS,
    isAcknowledging: isAcknowledging ?? chance.hit(0.05),
    // An audit would hide losses of the log, so every other run has none.
    isAuditing: seed % 2 === 1,
  };
  const parts = { chance, time, network, token, settings };
  const client = createClient(parts, mistakes, tap, null, noticed);
  return { ...parts, server, client, ask: createAsk(server) };
}

/** A client on this network; `resumeFrom` is the state of an earlier client. */
export function createClient(
  { chance, time, network, token, settings }: Pick<ClientHarness, 'chance' | 'time' | 'network' | 'token' | 'settings'>,
  mistakes: string[],
  tap: Tap | null,
  resumeFrom: ClientState | null,
  noticed: (notice: Notice) => void,
): ImClient {
  return createImClient({
    userId: ME,
    profile: {
      service: 10_002,
      method: 1,
      sdkVersion: '0.3.8',
      buildNumber: 'test',
      deviceId: DEVICE,
      devicePlatform: 'web',
    },
    ports: { clock: time, random: chance, dialler: network.dialler, post: network.post, token },
    sequence: createSequence(FIRST_SEQUENCE_ID),
    settings,
    listener: {
      connection: () => undefined,
      changed: () => undefined,
      delivered: deliveryCheck(mistakes),
      commanded: () => undefined,
      strangerWrote: () => undefined,
      presence: noticed,
      call: noticed,
      pointToPoint: () => undefined,
      unreadable: ({ reason }) => mistakes.push(`unreadable: ${reason}`),
      settled: () => undefined,
    },
    resumeFrom,
    frameHeaders: () => ({}),
    tap,
  });
}

/** Checks that every message is delivered once, and by rising index unless it is marked late. */
function deliveryCheck(mistakes: string[]): Parameters<typeof createImClient>[0]['listener']['delivered'] {
  const seen = new Set<bigint>();
  const newest = new Map<string, bigint>();
  return ({ conversationId, message, isLate }) => {
    if (seen.has(message.serverMessageId)) mistakes.push(`delivered twice: ${message.serverMessageId}`);
    seen.add(message.serverMessageId);
    const before = newest.get(conversationId) ?? 0n;
    if (isLate !== message.index < before) mistakes.push(`out of order: ${message.serverMessageId}`);
    if (message.index > before) newest.set(conversationId, message.index);
  };
}

function worsen({ chance, network, token }: ClientHarness): void {
  network.setFaults({
    drop: chance.next() * 0.4,
    duplicate: chance.next() * 0.3,
    delayMs: chance.pick([5, 50, 500, 3_000]),
    refuseDial: chance.next() * 0.5,
    losePost: chance.next() * 0.3,
  });
  token.setFailing(chance.next() * 0.5);
}

/** The faults of the network between actions. */
function disturb(harness: ClientHarness): void {
  const kind = harness.chance.upTo(20);
  if (kind === 0) harness.network.cut();
  else if (kind === 1) harness.network.halfOpen();
  else if (kind === 2) harness.token.expire();
  else if (kind === 3) worsen(harness);
}

export interface RunResult {
  readonly client: View;
  readonly server: View;
  /** The client's state after one more audit, which must not change a correct state. */
  readonly audited: View;
  /** Forbidden calls and errors of the client. */
  readonly mistakes: readonly string[];
  readonly isSettled: boolean;
  /** Timers that the client left behind after it was stopped. */
  readonly timersLeft: number;
  readonly messagesOnWire: number;
}

/** Longer than the longest silence, back-off, poll and round of calls together. */
const HEAL_MS = 300_000;

export async function runSeed(seed: number): Promise<RunResult> {
  const mistakes: string[] = [];
  const harness = createHarness(seed, mistakes, null, null, () => undefined);
  const { chance, time, network, token, client, server, ask } = harness;
  const actor: Actor = { chance, ask, client, me: ME, chats: createChats(ask, ME) };
  const steps = 4 + chance.upTo(12);
  const startAt = chance.upTo(3);
  if (chance.hit(0.7)) worsen(harness);
  for (let step = 0; step < steps; step += 1) {
    if (step === startAt) {
      client.start();
      if (chance.hit(0.6)) client.fetchLists();
    }
    disturb(harness);
    chance.pick(ACTIONS)(actor);
    await time.run(time.now() + chance.pick([1, 20, 200, 2_000, 12_000]), () => false);
  }
  network.setFaults(NO_FAULTS);
  token.setFailing(0);
  // A poll after the healing has fetched losses at the end of the log.
  await time.run(time.now() + 61_000, () => false);
  const isSettled = await time.run(time.now() + HEAL_MS, () => client.isSettled());
  const result = { client: clientView(client.state()), server: serverView(server, ask, ME, client.state()) };
  client.audit();
  await time.run(time.now() + 1_000, () => false);
  const audited = clientView(client.state());
  client.stop();
  await time.run(time.now() + HEAL_MS, () => false);
  return { ...result, audited, mistakes, isSettled, timersLeft: time.timers, messagesOnWire: network.messages };
}
