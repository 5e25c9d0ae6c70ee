import { CALLS } from '@pasar/api';
import { expect } from 'vitest';
import type { AnyAnswer, Visitor } from '../harness/web.ts';
import { FireContent, type Shape, type Wanted } from './content.ts';
import type { Lane, Target } from './lane.ts';

/** A message that no person writes at that moment. */
export interface Robot {
  /** What has to be there before. */
  prepare(visitor: Visitor): Promise<void>;
  /** Makes it go out, once, however often it is asked. */
  begin(visitor: Visitor): Promise<void>;
  /** The marketplace has it once, or nobody says that it has, and what is shown is the truth. */
  expectHonest(wanted: Wanted): Promise<void>;
  end(visitor: Visitor): Promise<void>;
}

/** A task that sends one message with words of its own to one buyer. */
export class FireTask {
  readonly #lane: Lane;
  readonly #content: FireContent;
  buyerId = '';

  constructor(lane: Lane, content: FireContent) {
    this.#lane = lane;
    this.#content = content;
  }

  /** A member saves it, and after a server that died looks into the list first. */
  async begin(save: () => Promise<AnyAnswer>): Promise<void> {
    if ((await this.#taskId()) === null) expect(await save()).toMatchObject({ result: 'success' });
  }

  async #taskId(): Promise<string | null> {
    const found = await this.#ids(
      "select task_id as id from bulk_send_task where strpos(content::text, $1) > 0 and state <> 'stopped'",
      this.#content.mark,
    );
    expect(found.length).toBeLessThanOrEqual(1);
    return found[0] ?? null;
  }

  async #ids(sql: string, ...values: readonly string[]): Promise<readonly string[]> {
    const found = await this.#lane.database.owner.query<{ id: string }>(sql, [...values]);
    return found.rows.map((row) => row.id);
  }

  /** The message went to its conversation once, and the task says what became of it. */
  async expectHonest(cause: 'bulkSend' | 'orderCare', wanted: Wanted): Promise<void> {
    const taskId = await this.#lane.until('the task', () => this.#taskId());
    const inLedger = () =>
      this.#ids(
        `select distinct d.bulk_item_id as id from delivery d join bulk_send_item i on i.item_id = d.bulk_item_id
         where i.task_id = $1 and d.cause = $2`,
        taskId,
        cause,
      );
    // A server that has just taken over has no session yet, and the task looks again 30 seconds later.
    const itemId = await this.#lane.until('the message in the ledger', async () => {
      await this.#lane.hastenTasks();
      return (await inLedger())[0] ?? null;
    });
    expect(await inLedger()).toEqual([itemId]);
    const outcome = async () => {
      const [found] = await this.#ids(
        `select i.state as id from bulk_send_item i join bulk_send_task t using (task_id)
         where t.task_id = $1 and t.state = 'finish'`,
        taskId,
      );
      return found ?? null;
    };
    // A message that the marketplace accepts late turns up after the task has ended with it unconfirmed.
    await this.#lane.until('an outcome that says what the marketplace has', async () => {
      await this.#lane.hastenTasks();
      const state = await outcome();
      if (state === null) return null;
      const target = { conversationId: '', buyerId: this.buyerId };
      const hasAll = await this.#content.expectHonest(
        this.#lane,
        target,
        { sql: 'bulk_item_id = $1', value: itemId },
        wanted,
      );
      return (await outcome()) === (hasAll ? 'success' : 'unconfirmed') ? true : null;
    });
  }
}

/** The buyer writes, and the server has it. The marketplace's limits then allow a message again. */
export async function hear(lane: Lane, buyerId: string): Promise<void> {
  const words = `hello ${crypto.randomUUID()}`;
  await lane.say({ conversationId: '', buyerId }, words);
  await lane.until("the buyer's words", async () => {
    const found = await lane.database.owner.query("select from message where content->>'text' = $1", [words]);
    return found.rowCount === 1 ? true : null;
  });
}

/** A message to many buyers, who are one here: the buyer of a conversation that the list shows. */
export class FireBulk implements Robot {
  readonly #lane: Lane;
  readonly #target: Target;
  readonly #task: FireTask;
  readonly #content: FireContent;
  /** A save that a frozen server still carries out makes no second task. */
  readonly #clientId = crypto.randomUUID();

  constructor(lane: Lane, target: Target, shape: Shape) {
    this.#lane = lane;
    this.#target = target;
    this.#content = new FireContent(shape, `sent to many ${crypto.randomUUID()}`);
    this.#task = new FireTask(lane, this.#content);
    this.#task.buyerId = target.buyerId;
  }

  async prepare(visitor: Visitor): Promise<void> {
    await this.#lane.endTasks();
    await visitor.call(CALLS.bulkSend.saveConfig, { cap: null });
    await hear(this.#lane, this.#target.buyerId);
  }

  async begin(visitor: Visitor): Promise<void> {
    const task = {
      taskName: 'Under fire',
      clientId: this.#clientId,
      taskType: 'immediate',
      content: await this.#content.bring(visitor),
      conditionJson: { skipOrderCare: false },
      buyerListJson: { kind: 'named', conversationIds: [this.#target.conversationId] },
    };
    await this.#task.begin(() => visitor.call(CALLS.bulkSend.saveBatchSendTask, task as never));
  }

  expectHonest = (wanted: Wanted) => this.#task.expectHonest('bulkSend', wanted);
  end = async (): Promise<void> => undefined;
}
