import { CALLS } from '@pasar/api';
import { expect } from 'vitest';
import type { Visitor } from '../harness/web.ts';
import { FireContent, type Shape, type Wanted } from './content.ts';
import type { Lane, Target } from './lane.ts';
import type { Robot } from './tasked.ts';

/** An automatic answer to a buyer who has not written before in this fire, with words of its own. */
export class FireAnswer implements Robot {
  readonly #lane: Lane;
  readonly #target: Target;
  readonly #content: FireContent;
  #isAsked = false;

  constructor(lane: Lane, target: Target, shape: Shape) {
    this.#lane = lane;
    this.#target = target;
    this.#content = new FireContent(shape, `answered ${crypto.randomUUID()}`);
  }

  /** From now on buyers are answered at once with this content, or not at all. */
  async #switch(visitor: Visitor, isOn: boolean): Promise<void> {
    const { country, marketplace: platform } = this.#lane;
    const answer = isOn ? { content: await this.#content.bring(visitor), lazada_reply_delay: 0 } : {};
    const rule = { country, shopId: null, is_lazada_auto_reply: isOn, ...answer };
    const saved = await visitor.call(CALLS.autoReply.saveReplySettingList, { platform, list: [rule] });
    expect(saved).toMatchObject({ result: 'success' });
  }

  prepare = (visitor: Visitor) => this.#switch(visitor, true);
  end = (visitor: Visitor) => this.#switch(visitor, false);

  /** The buyer asks once, whichever servers die. */
  async begin(): Promise<void> {
    if (this.#isAsked) return;
    this.#isAsked = true;
    await this.#lane.say(this.#target, `a question ${crypto.randomUUID()}`);
  }

  /** The answer is given once, as a robot's, and the buyer still waits for a person. */
  async expectHonest(wanted: Wanted): Promise<void> {
    const { database } = this.#lane;
    const { conversationId } = this.#target;
    const asked = async () =>
      (
        await database.owner.query<{ id: string }>(
          `select distinct auto_reply_id as id from delivery
           where conversation_id = $1 and content->>'text' = $2 and cause = 'autoReply'`,
          [conversationId, this.#content.mark],
        )
      ).rows.map((row) => row.id);
    const queueId = await this.#lane.until('the answer in the ledger', async () => (await asked())[0] ?? null);
    expect(await asked()).toEqual([queueId]);
    await this.#content.expectHonest(this.#lane, this.#target, { sql: 'auto_reply_id = $1', value: queueId }, wanted);
    const waits = await database.owner.query<{ waits: boolean }>(
      'select waiting_since is not null as waits from conversation where conversation_id = $1',
      [conversationId],
    );
    expect(waits.rows).toEqual([{ waits: true }]);
  }
}
