import { CALLS } from '@pasar/api';
import { z } from 'zod';
import type { TaskNote } from './diary.ts';
import type { Program } from './program.ts';
import type { Scene } from './scene.ts';
import { HOUR, MINUTE, SECOND } from './time.ts';

const calls = CALLS.bulkSend;
const made = z.object({ taskId: z.string() });

/** Members send messages to many buyers, stop them, let them go on, send again what failed, and delete them. */
export class Campaigns {
  readonly #scene: Scene;
  readonly #program: Program;
  /** Where no process runs for a while. */
  readonly #goDown: (from: number, to: number) => void;
  #names = 0;
  constructor(scene: Scene, program: Program, goDown: (from: number, to: number) => void) {
    this.#scene = scene;
    this.#program = program;
    this.#goDown = goDown;
  }

  plan(until: number, tasks: number): void {
    const { chance, time } = this.#scene;
    for (let count = 0; count < tasks; count += 1) time.plan(chance.between(time.at, until), () => this.#make());
  }

  async #make(): Promise<void> {
    const { chance, time, account, diary } = this.#scene;
    this.#names += 1;
    const name = `T${this.#names}`;
    const shops = chance.some(account.shops, chance.pick([1, 2, 6, 12]));
    const buyers = account.buyers.filter(({ shop }) => shops.includes(shop));
    const texts = Array.from({ length: chance.pick([1, 2, 2, 3]) }, (_, part) => `B~${name}~${part}~{shop}~{buyer}`);
    const [only] = shops;
    const isTimed = chance.hit(0.5);
    const sendAt = isTimed ? time.now() + chance.between(5 * MINUTE, 3 * HOUR) : null;
    const goods =
      shops.length === 1 && only !== undefined && chance.hit(0.5)
        ? [
            {
              kind: 'product' as const,
              shopId: only.shopId,
              itemId: only.platformShopId,
              title: `I~${name}~9~${only.name}`,
            },
          ]
        : [];
    const parts = [...texts.map((text) => ({ kind: 'text' as const, text })), ...goods];
    const isByProgram = this.#program.makesNext();
    const task = {
      taskName: name,
      taskType: isTimed ? 'timed' : 'immediate',
      ...(sendAt !== null && { sendTime: sendAt }),
      interval: chance.between(5, 90),
      content: { parts, variants: [] },
      conditionJson: chance.hit(0.2) ? { writtenDays: 1 } : {},
      buyerListJson: { kind: 'named', conversationIds: buyers.map((buyer) => this.#scene.conversationId(buyer)) },
    };
    const saved = isByProgram
      ? await this.#program.ask(calls.saveBatchSendTask, task)
      : await this.#scene.call(calls.saveBatchSendTask, task);
    if (saved === null) return;
    const note: TaskNote = {
      taskId: made.parse(saved).taskId,
      name,
      care: null,
      buyers: new Set(buyers.map(({ conversation }) => conversation)),
      parts: parts.length,
      sendAt,
      begunAt: null,
      isStopped: false,
      isDeleted: false,
      isSteered: false,
      hosted: null,
      attempts: new Map(),
    };
    diary.tasks.set(note.taskId, note);
    if (isByProgram) this.#program.host(note);
    this.#planSteering(note);
  }

  #planSteering(task: TaskNote): void {
    const { chance, time } = this.#scene;
    const from = task.sendAt ?? time.at;
    if (task.sendAt !== null && chance.hit(0.3)) {
      this.#goDown(from - chance.between(SECOND, 2 * MINUTE), from + chance.between(MINUTE, 11 * MINUTE));
    }
    if (task.sendAt !== null && chance.hit(0.3)) time.plan(time.at + MINUTE, () => this.#putOff(task));
    if (chance.hit(0.35)) time.plan(from + chance.between(-2 * MINUTE, 20 * MINUTE), () => this.#stop(task));
    if (chance.hit(0.8)) time.plan(from + chance.between(HOUR, 8 * HOUR), () => this.#retry(task));
    if (chance.hit(0.1)) time.plan(from + chance.between(0, 30 * MINUTE), () => this.#delete(task));
  }

  async #putOff(task: TaskNote): Promise<void> {
    const sendTime = (task.sendAt ?? 0) + this.#scene.chance.between(10 * MINUTE, HOUR);
    if ((await this.#scene.call(calls.updateTimerTask, { taskId: task.taskId, sendTime })) !== null)
      task.sendAt = sendTime;
  }

  async #stop(task: TaskNote): Promise<void> {
    const { chance, time } = this.#scene;
    if ((await this.#scene.call(calls.stopBulkSend, { taskId: task.taskId })) === null) return;
    task.isStopped = true;
    if (chance.hit(0.8)) time.plan(time.at + chance.between(SECOND, 2 * HOUR), () => this.#continue(task));
  }

  async #continue(task: TaskNote): Promise<void> {
    if ((await this.#scene.call(calls.continueBulkSend, { taskId: task.taskId })) === null) return;
    task.isStopped = false;
    task.isSteered = true;
  }

  async #retry(task: TaskNote): Promise<void> {
    if ((await this.#scene.call(calls.retryBulkSend, { taskId: task.taskId })) === null) return;
    if (task.hosted !== null) this.#program.host(task);
    task.isStopped = false;
    task.isSteered = true;
  }

  async #delete(task: TaskNote): Promise<void> {
    if ((await this.#scene.call(calls.deleteBatchSendTask, { taskIds: [task.taskId] })) !== null) task.isDeleted = true;
  }
}
