import { randomUUID } from 'node:crypto';
import { CALLS, type Call } from '@pasar/api';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { startChild } from './scale/child.ts';
import { CONVERSATIONS_EACH, type Crowd, MESSAGES_EACH } from './scale/crowd.ts';
import {
  liveCount,
  type MeasuredServer,
  messageCount,
  openSession,
  provisionCrowd,
  startMeasuredServer,
  until,
  usernameOf,
} from './scale/crowd-server.ts';
import { type GoalRow, printGoals } from './table.ts';

/**
 * From a member's Enter to the moment at which the marketplace takes the message, and to the mark in the window, while a task
 * sends to buyers of 40 shops at its fastest pace; against the same while no task runs, in turns. The member writes ten
 * messages a second, to one buyer of each shop in turn; the task has the other buyers.
 */
const CROWD: Crowd = { connections: 40, accounts: 1 };
const ROUNDS = Number(process.env.PASAR_BENCH_ROUNDS ?? '4');
const HALF_MS = Number(process.env.PASAR_BENCH_HALF_MS ?? '25000');
const EVERY_MS = 100;
/** The shortest pause of a task between two buyers of a shop. */
const INTERVAL_SECONDS = 5;

const origin = z.string();
const conversation = z.object({ conversation_id: z.uuid(), index: z.coerce.number() });

export async function benchSending(): Promise<void> {
  const marketplace = await startChild(new URL('./scale/marketplace.ts', import.meta.url), {
    CROWD_CONNECTIONS: `${CROWD.connections}`,
    CROWD_PORT: '0',
  });
  const stops: (() => Promise<void>)[] = [() => marketplace.stop()];
  try {
    const server = await startMeasuredServer(await marketplace.ask(origin, 'origin'), 'all');
    stops.push(() => server.stop());
    await provisionCrowd(server, CROWD);
    await until('live', CROWD.connections, () => liveCount(server));
    const seeded = CROWD.connections * CONVERSATIONS_EACH * MESSAGES_EACH;
    await until('messages of the beginning', seeded, () => messageCount(server));
    const member = await openMember(server);
    stops.push(async () => member.close());
    await member.call(CALLS.bulkSend.saveConfig, { cap: null });
    // The buyers of a shop take turns with each message of any shop, so one more turn lets each of them write.
    const logins = [...Array.from({ length: CROWD.connections }, (_, login) => login), 0];
    /** Each buyer writes once, so that a task may write to them. */
    const buyersWrite = async () => {
      const count = logins.length * CONVERSATIONS_EACH;
      await marketplace.ask(z.number(), 'write', { logins, perSecond: 400, count });
      await quiet(server);
    };
    const alone: Took[] = [];
    const beside: Took[] = [];
    let sentByTasks = 0;
    await buyersWrite();
    // A first half is not counted: in it code is compiled and queries are planned.
    await half(member, HALF_MS / 2);
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(...(await half(member, HALF_MS)));
      await buyersWrite();
      const taskId = await member.begin();
      beside.push(...(await half(member, HALF_MS)));
      sentByTasks += await member.end(taskId);
      await buyersWrite();
    }
    print(alone, beside, sentByTasks);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Until no message has come for a second. */
async function quiet(server: MeasuredServer): Promise<void> {
  for (let last = -1; ; ) {
    const count = await messageCount(server);
    if (count === last) return;
    last = count;
    await pause(1_000);
  }
}

interface Took {
  readonly takenMs: number;
  readonly toldMs: number;
}

interface Member {
  call<C extends Call>(call: C, input: object): Promise<z.infer<C['output']>>;
  /** Sends a text; resolves with the milliseconds until the marketplace took it, and until the window knows. */
  send(): Promise<Took>;
  /** Begins a task for the buyers to whom the member does not write. */
  begin(): Promise<string>;
  /** Stops it; resolves with the number of buyers who got the message. */
  end(taskId: string): Promise<number>;
  close(): void;
}

async function openMember(server: MeasuredServer): Promise<Member> {
  const cookie = await openSession(server, usernameOf(0));
  const found = await server.owner.query(
    `select conversation_id, row_number() over (partition by shop_id order by platform_conversation_id) - 1 as index
     from conversation`,
  );
  const rows = z.array(conversation).parse(found.rows);
  const own = rows.filter(({ index }) => index === 0).map((row) => row.conversation_id);
  const others = rows.filter(({ index }) => index > 0).map((row) => row.conversation_id);
  const heads = await server.owner.query('select seq::int as seq from account_counter');
  const { seq } = z.object({ seq: z.number() }).parse(heads.rows[0]);
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live?since=${seq}`, { headers: { cookie } });
  const awaited = new Map<string, (sentAt: number) => void>();
  socket.on('message', (data) => {
    const frame = z
      .object({ changes: z.array(z.object({ message: z.unknown().optional() })).optional() })
      .parse(JSON.parse(String(data)));
    for (const { message } of frame.changes ?? []) {
      const told = confirmed.safeParse(message);
      if (told.success) awaited.get(told.data.clientId)?.(told.data.sentAt);
    }
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  const call: Member['call'] = async (wanted, input) => {
    const response = await fetch(`${server.url}${wanted.path}`, {
      method: wanted.method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(wanted.method === 'POST' ? { body: JSON.stringify(input) } : {}),
    });
    const told = answer.parse(await response.json());
    if (told.result === 'fail') throw new Error(`${wanted.path}: ${told.code} ${told.reason}`);
    return wanted.output.parse(told.data) as never;
  };
  let sent = 0;
  return {
    call,
    async send() {
      const clientId = randomUUID();
      const arrived = new Promise<number>((resolve) => {
        awaited.set(clientId, resolve);
      });
      const conversationId = own[sent % own.length];
      sent += 1;
      const startedAt = Date.now();
      await call(CALLS.chat.sendText, { conversationId, clientId, text: `Yes, it is. ${sent}` });
      const takenAt = await arrived;
      awaited.delete(clientId);
      return { takenMs: takenAt - startedAt, toldMs: Date.now() - startedAt };
    },
    async begin() {
      const { taskId } = await call(CALLS.bulkSend.saveBatchSendTask, {
        taskName: 'bench',
        taskType: 'immediate',
        interval: INTERVAL_SECONDS,
        content: { parts: [{ kind: 'text', text: 'Hello {buyer}' }], variants: [] },
        buyerListJson: { kind: 'named', conversationIds: others },
      });
      return taskId;
    },
    async end(taskId) {
      const { tasks } = await call(CALLS.bulkSend.getBatchSendTaskList, {});
      const task = tasks.find((one) => one.taskId === taskId);
      if (task?.state === 'processing') await call(CALLS.bulkSend.stopBulkSend, { taskId });
      return task?.successCount ?? 0;
    },
    close: () => socket.terminate(),
  };
}
/** A message that the marketplace has accepted. */
const confirmed = z.object({ clientId: z.string(), sentAt: z.number() });
const answer = z.discriminatedUnion('result', [
  z.object({ result: z.literal('success'), data: z.unknown() }),
  z.object({ result: z.literal('fail'), code: z.unknown(), reason: z.string() }),
]);

/** Writes at the pace for a time. */
async function half(member: Member, forMs: number): Promise<readonly Took[]> {
  const under: Promise<Took>[] = [];
  const startedAt = performance.now();
  for (let number = 0; number * EVERY_MS < forMs; number += 1) {
    await pause(Math.max(0, startedAt + number * EVERY_MS - performance.now()));
    under.push(member.send());
  }
  return Promise.all(under);
}

const part = (values: readonly number[], share: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

function print(alone: readonly Took[], beside: readonly Took[], sentByTasks: number): void {
  const taken = { alone: alone.map(({ takenMs }) => takenMs), beside: beside.map(({ takenMs }) => takenMs) };
  const told = { alone: alone.map(({ toldMs }) => toldMs), beside: beside.map(({ toldMs }) => toldMs) };
  const rows = ([name, values]: readonly [string, readonly number[]]): GoalRow[] => [
    { name: `${name}: median`, value: part(values, 0.5), unit: 'ms', goal: null },
    { name: `${name}: 99 of 100`, value: part(values, 0.99), unit: 'ms', goal: null },
  ];
  printGoals(`${alone.length} messages of a member alone, ${beside.length} while tasks sent ${sentByTasks}`, [
    ...rows(['taken, alone', taken.alone]),
    ...rows(['taken, beside a task over 40 shops', taken.beside]),
    ...rows(['told to the window, alone', told.alone]),
    ...rows(['told to the window, beside the task', told.beside]),
    {
      name: 'taken, 99 of 100, as a multiple of alone',
      value: part(taken.beside, 0.99) / part(taken.alone, 0.99),
      unit: 'x',
      goal: { kind: 'atMost', value: 1.2 },
    },
  ]);
}
