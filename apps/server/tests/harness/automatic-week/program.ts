import { CALLS, type Call } from '@pasar/api';
import { z } from 'zod';
import { Visitor } from '../web.ts';
import type { TaskNote } from './diary.ts';
import type { Scene } from './scene.ts';
import type { WeekBuyer } from './shops.ts';
import { Chance, HOUR, MINUTE, SECOND, seedOf } from './time.ts';

const { getAutoReplyLock, getTimerQueueAndConfigMap } = CALLS.autoReply;
const { lockTimerTask, heartbeat, bulkSendItems, updateBatchSendTaskResult, saveSendMessageLogs } = CALLS.bulkSend;
const waiting = z.object({
  queue: z.array(z.object({ queueId: z.string(), messageId: z.string(), replyTs: z.number() })),
});
const items = z.object({ items: z.array(z.object({ itemId: z.string(), conversationId: z.string().nullable() })) });
const lease = z.object({ isLocked: z.boolean() });

interface Served {
  readonly itemId: string;
  readonly buyer: WeekBuyer;
}

/**
 * A client of the seller's that hosts timed work: it takes answers and tasks, sends at the marketplaces by itself, tells of it
 * or does not, and dies in the middle. It is told nothing that the calls do not tell.
 */
export class Program {
  readonly #scene: Scene;
  readonly #chance: Chance;
  readonly #visitor: Visitor;
  #headers: Record<string, string> = {};
  /** Sent by it and not told, by task. */
  readonly #untold = new Map<TaskNote, Served[]>();
  readonly counts = { answers: 0, refused: 0, tasks: 0, sent: 0, told: 0, deaths: 0 };

  constructor(scene: Scene, seed: number, origin: string) {
    this.#scene = scene;
    this.#chance = new Chance(seedOf(seed, 'program'));
    this.#visitor = new Visitor(origin);
    scene.onWritten = () => this.#noticed();
  }

  async begin(): Promise<void> {
    const made = await this.#scene.call(CALLS.team.addApiToken, {
      name: 'Sender',
      responsibility: { kind: 'all' },
      days: 90,
      permissionCodeList: ['chat', 'batchReply'],
    });
    const { token } = z.object({ token: z.string() }).parse(made);
    this.#headers = { authorization: `Bearer ${token}` };
  }

  readonly ask = (call: Call, input: object): Promise<unknown> =>
    this.#scene.call(call, input, () => this.#visitor.call(call, input, this.#headers));

  /** Whether it, and not a member, makes the next task. */
  makesNext(): boolean {
    return this.#chance.hit(0.6);
  }

  /** A buyer has written: perhaps it looks what is to be answered, and comes when that is due. */
  #noticed(): void {
    const { time } = this.#scene;
    if (this.#chance.hit(0.2)) time.plan(time.at, () => this.#look());
  }

  async #look(): Promise<void> {
    const { time } = this.#scene;
    const told = await this.ask(getTimerQueueAndConfigMap, {});
    if (told === null) return;
    for (const answer of waiting.parse(told).queue.slice(0, 2)) {
      const dueAt = Math.max(time.at, answer.replyTs + time.skewMs);
      const at = dueAt + this.#chance.pick([0, 0, this.#chance.between(-MINUTE, MINUTE)]);
      time.plan(Math.max(time.at, at), () => this.#take(answer));
    }
  }

  async #take({ queueId, messageId }: { readonly queueId: string; readonly messageId: string }): Promise<void> {
    const { diary, expectations } = this.#scene;
    if (!(await this.#isGiven(getAutoReplyLock, { messageId }))) {
      this.counts.refused += 1;
      return;
    }
    this.counts.answers += 1;
    if (this.#chance.hit(0.3) && (await this.#isGiven(getAutoReplyLock, { messageId }))) {
      diary.blame('answeredOnce', `${queueId} was taken twice`);
    }
    const { kind, answers, conversation, keyword_id: keywordId } = await this.#scene.answerOf(queueId);
    await this.#scene.forgetFailed(conversation);
    diary.answerPut(kind, answers, conversation, keywordId, [`program/${queueId}`]);
    expectations.put(conversation, answers);
    if (this.#chance.hit(0.25)) this.counts.deaths += 1;
    else this.#say(diary.talk(conversation).buyer, `A~program~0~${conversation}`);
  }

  async #isGiven(call: Call, input: object): Promise<boolean> {
    const answer = await this.ask(call, input);
    return answer !== null && lease.parse(answer).isLocked;
  }

  /** At the marketplace, by a session of its own. Pasar hears of it as of what a person writes there. */
  #say(buyer: WeekBuyer, text: string): void {
    const { market, byPersons, expectations, time } = this.#scene;
    const message = market.message(buyer, 'seller', { type: 'text', text });
    byPersons.add(message.platformMessageId);
    expectations.answeredByPerson(buyer.conversation);
    this.counts.sent += 1;
    time.plan(time.at + this.#chance.pick([0, this.#chance.between(1, 5 * SECOND)]), () =>
      this.#scene.push(buyer.shop.login, [{ kind: 'message.received', message, via: 'live' }]),
    );
  }

  /** Takes a task of its own when it starts. */
  host(task: TaskNote): void {
    const { time } = this.#scene;
    time.plan(
      Math.max(time.at, (task.sendAt ?? 0) + time.skewMs) + this.#chance.pick([0, this.#chance.between(0, MINUTE)]),
      () => this.#lock(task),
    );
  }

  async #lock(task: TaskNote): Promise<void> {
    const { time } = this.#scene;
    if (task.isDeleted) return;
    if (task.sendAt !== null && time.now() < task.sendAt) return this.host(task);
    if (!(await this.#isGiven(lockTimerTask, { taskId: task.taskId }))) {
      if (this.#chance.hit(0.8))
        time.plan(time.at + this.#chance.between(20 * SECOND, 3 * MINUTE), () => this.#lock(task));
      return;
    }
    this.counts.tasks += 1;
    task.hosted ??= { since: time.now(), told: new Set() };
    await this.#serve(task);
  }

  async #beat(task: TaskNote): Promise<void> {
    if (await this.#isGiven(heartbeat, { taskId: task.taskId })) return this.#serve(task);
    if (this.#chance.hit(0.7)) await this.#tellRest(task);
  }

  /** Two recipients; then it dies or comes again before its lease is over. */
  async #serve(task: TaskNote): Promise<void> {
    const { time } = this.#scene;
    const next = (await this.#waiting(task)).slice(0, 2);
    if (next.length === 0) return;
    for (const served of next) if (!(await this.#send(task, served))) return this.#die(task);
    if (this.#chance.hit(0.08)) return this.#die(task);
    time.plan(time.at + this.#chance.between(5, 45) * SECOND, () => this.#beat(task));
  }

  /** Who has got a part of the message is left to the server, because nothing tells the program which part. */
  async #waiting(task: TaskNote): Promise<readonly Served[]> {
    const found = await this.ask(bulkSendItems, { taskId: task.taskId, state: 'wait', pageSize: 100 });
    if (found === null) return [];
    return items.parse(found).items.flatMap(({ itemId, conversationId }) => {
      const buyer = this.#scene.buyerOf(conversationId ?? '');
      const isBegun = [...task.attempts.keys()].some((place) => place.startsWith(`${buyer?.conversation}/`));
      return buyer === null || isBegun ? [] : [{ itemId, buyer }];
    });
  }

  /** False: it died while it sent. */
  async #send(task: TaskNote, served: Served): Promise<boolean> {
    const { conversation } = served.buyer;
    if (this.#chance.hit(0.12)) {
      await this.#tell(task, [served], 'fail');
      return true;
    }
    for (let part = 0; part < task.parts; part += 1) {
      this.#say(served.buyer, `A~${task.name}~${part}~${conversation}`);
      task.attempts.set(`${conversation}/${part}`, ['arrived']);
      if (this.#chance.hit(0.05)) return false;
    }
    if (this.#chance.hit(0.6)) await this.#log(served);
    this.#untold.set(task, [...(this.#untold.get(task) ?? []), served]);
    if (this.#chance.hit(0.8)) await this.#tellRest(task);
    return true;
  }

  async #log({ buyer }: Served): Promise<void> {
    const sentAt = this.#scene.time.now();
    const logs = [{ conversationId: this.#scene.conversationId(buyer), sentAt }];
    if ((await this.ask(saveSendMessageLogs, { logs })) !== null)
      this.#scene.diary.talk(buyer.conversation).automatic.push(sentAt);
  }

  async #tellRest(task: TaskNote): Promise<void> {
    const untold = this.#untold.get(task) ?? [];
    if (untold.length > 0 && (await this.#tell(task, untold, 'success'))) this.#untold.delete(task);
  }

  async #tell(task: TaskNote, served: readonly Served[], state: 'success' | 'fail'): Promise<boolean> {
    const results = served.map(({ itemId }) => ({ itemId, state }));
    const isTold = (await this.ask(updateBatchSendTaskResult, { taskId: task.taskId, results })) !== null;
    if (!isTold) return false;
    this.counts.told += served.length;
    if (state === 'success') for (const { buyer } of served) task.hosted?.told.add(buyer.conversation);
    return true;
  }

  /** Its heartbeats end. It may be started again, and tell then what it has sent. */
  #die(task: TaskNote): void {
    const { time } = this.#scene;
    this.counts.deaths += 1;
    if (this.#chance.hit(0.4)) return;
    time.plan(time.at + this.#chance.between(10 * SECOND, HOUR / 6), async () => {
      if (this.#chance.hit(0.8)) await this.#tellRest(task);
      if (this.#chance.hit(0.5)) await this.#lock(task);
    });
  }
}
