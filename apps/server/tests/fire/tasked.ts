import { CALLS } from '@pasar/api';
import { expect } from 'vitest';
import type { AnyAnswer, Visitor } from '../harness/web.ts';
import type { Lane, Target } from './lane.ts';
import { expectHonest } from './sent.ts';

/** A message that no person writes at that moment. */
export interface Robot {
  /** What has to be there before. */
  prepare(visitor: Visitor): Promise<void>;
  /** Makes it go out, once, however often it is asked. */
  begin(visitor: Visitor): Promise<void>;
  /**
   * The marketplace has it once, or nobody says that it has, and what is shown is the truth. `isSure`: the marketplace must
   * have it.
   */
  expectHonest(isSure: boolean): Promise<void>;
  end(visitor: Visitor): Promise<void>;
}

/** A task that sends one message with words of its own to one buyer. */
export class FireTask {
  readonly #lane: Lane;
  readonly #text: string;
  buyerId = '';

  constructor(lane: Lane, text: string) {
    this.#lane = lane;
    this.#text = text;
  }

  /** A member saves it, and after a server that died looks into the list first. */
  async begin(save: () => Promise<AnyAnswer>): Promise<void> {
    if ((await this.#taskId()) === null) expect(await save()).toMatchObject({ result: 'success' });
  }

  async #taskId(): Promise<string | null> {
    const found = await this.#lane.database.owner.query<{ task_id: string }>(
      "select task_id from bulk_send_task where strpos(content::text, $1) > 0 and state <> 'stopped'",
      [this.#text],
    );
    expect(found.rows.length).toBeLessThanOrEqual(1);
    return found.rows[0]?.task_id ?? null;
  }

  /** The message went to its conversation once, and the task says what became of it. */
  async expectHonest(cause: 'bulkSend' | 'orderCare', isSure: boolean): Promise<void> {
    const taskId = await this.#taskId();
    const { database } = this.#lane;
    const ask = async (sql: string, ...more: readonly string[]) =>
      (await database.owner.query<{ id: string }>(sql, [taskId, ...more])).rows.map((row) => row.id);
    const inLedger = () =>
      ask(
        `select d.client_id as id from delivery d join bulk_send_item i on i.item_id = d.bulk_item_id
         where i.task_id = $1 and d.content->>'text' = $2 and d.cause = $3`,
        this.#text,
        cause,
      );
    // A server that has just taken over has no session yet, and the task looks again 30 seconds later.
    const clientId = await this.#lane.until('the message in the ledger', async () => {
      await this.#lane.hastenTasks();
      return (await inLedger())[0] ?? null;
    });
    expect(await inLedger()).toEqual([clientId]);
    const accepted = () => this.#lane.accepted({ conversationId: '', buyerId: this.buyerId }, this.#text);
    await expectHonest(
      this.#lane,
      {
        what: 'text',
        clientId,
        accepted,
        shown: () =>
          ask(
            `select m.client_id as id from message m join bulk_send_item i using (conversation_id)
           where i.task_id = $1 and m.content->>'text' = $2 and m.author = 'robot'`,
            this.#text,
          ),
      },
      isSure,
    );
    const outcome = async () => {
      const [found] = await ask(
        `select i.state as id from bulk_send_item i join bulk_send_task t using (task_id)
         where t.task_id = $1 and t.state = 'finish'`,
      );
      return found ?? null;
    };
    // A message that the marketplace accepts late turns up after the task has ended with it unconfirmed.
    await this.#lane.until('an outcome that says what the marketplace has', async () =>
      (await outcome()) === ((await accepted()) === 1 ? 'success' : 'unconfirmed') ? true : null,
    );
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
  readonly #text = `sent to many ${crypto.randomUUID()}`;

  constructor(lane: Lane, target: Target) {
    this.#lane = lane;
    this.#target = target;
    this.#task = new FireTask(lane, this.#text);
    this.#task.buyerId = target.buyerId;
  }

  async prepare(visitor: Visitor): Promise<void> {
    await visitor.call(CALLS.bulkSend.saveConfig, { cap: null });
    await hear(this.#lane, this.#target.buyerId);
  }

  async begin(visitor: Visitor): Promise<void> {
    const task = {
      taskName: 'Under fire',
      taskType: 'immediate',
      content: { parts: [{ kind: 'text', text: this.#text }], variants: [] },
      conditionJson: { skipOrderCare: false },
      buyerListJson: { kind: 'named', conversationIds: [this.#target.conversationId] },
    };
    await this.#task.begin(() => visitor.call(CALLS.bulkSend.saveBatchSendTask, task as never));
  }

  expectHonest = (isSure: boolean) => this.#task.expectHonest('bulkSend', isSure);
  end = async (): Promise<void> => undefined;
}
