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
 * From a member's Enter to the word that the marketplace has the message, over HTTP and the live stream, while a task sends to
 * buyers of 40 shops at its fastest pace; against the same while no task runs, in turns. The member writes ten messages a
 * second, to one buyer of each shop in turn; the task has the other buyers.
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
    const alone: number[] = [];
    const beside: number[] = [];
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

interface Member {
  call<C extends Call>(call: C, input: object): Promise<z.infer<C['output']>>;
  /** Sends a text; resolves with the milliseconds until the marketplace has it. */
  send(): Promise<number>;
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
  const awaited = new Map<string, () => void>();
  socket.on('message', (data) => {
    const frame = z
      .object({ changes: z.array(z.object({ message: z.unknown().optional() })).optional() })
      .parse(JSON.parse(String(data)));
    for (const { message } of frame.changes ?? []) {
      const told = confirmed.safeParse(message);
      if (told.success) awaited.get(told.data.clientId)?.();
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
      const arrived = new Promise<void>((resolve) => {
        awaited.set(clientId, resolve);
      });
      const conversationId = own[sent % own.length];
      sent += 1;
      const startedAt = performance.now();
      await call(CALLS.chat.sendText, { conversationId, clientId, text: `Yes, it is. ${sent}` });
      await arrived;
      awaited.delete(clientId);
      return performance.now() - startedAt;
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
const confirmed = z.object({ clientId: z.string() });
const answer = z.discriminatedUnion('result', [
  z.object({ result: z.literal('success'), data: z.unknown() }),
  z.object({ result: z.literal('fail'), code: z.unknown(), reason: z.string() }),
]);

/** Writes at the pace for a time; resolves with the milliseconds of each message. */
async function half(member: Member, forMs: number): Promise<readonly number[]> {
  const under: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let number = 0; number * EVERY_MS < forMs; number += 1) {
    await pause(Math.max(0, startedAt + number * EVERY_MS - performance.now()));
    under.push(member.send());
  }
  return Promise.all(under);
}

const part = (values: readonly number[], share: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

function print(alone: readonly number[], beside: readonly number[], sentByTasks: number): void {
  const row = (name: string, values: readonly number[], share: number): GoalRow => ({
    name,
    value: part(values, share),
    unit: 'ms',
    goal: null,
  });
  printGoals(`${alone.length} messages of a member alone, ${beside.length} while tasks sent ${sentByTasks}`, [
    row('alone: median', alone, 0.5),
    row('alone: 99 of 100', alone, 0.99),
    row('beside a task over 40 shops: median', beside, 0.5),
    row('beside a task over 40 shops: 99 of 100', beside, 0.99),
    {
      name: '99 of 100, as a multiple of alone',
      value: part(beside, 0.99) / part(alone, 0.99),
      unit: 'x',
      goal: { kind: 'atMost', value: 1.2 },
    },
  ]);
}
