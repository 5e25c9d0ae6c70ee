import { CALLS } from '@pasar/api';
import { expect } from 'vitest';
import type { Visitor } from '../harness/web.ts';
import type { Lane, Target } from './lane.ts';
import { expectHonest } from './sent.ts';
import type { Robot } from './tasked.ts';

/** An automatic answer to a buyer who has not written before in this fire, with words of its own. */
export class FireAnswer implements Robot {
  readonly #lane: Lane;
  readonly #target: Target;
  readonly #text = `answered ${crypto.randomUUID()}`;
  #isAsked = false;

  constructor(lane: Lane, target: Target) {
    this.#lane = lane;
    this.#target = target;
  }

  /** From now on buyers are answered at once with these words, or not at all. */
  async #switch(visitor: Visitor, isOn: boolean): Promise<void> {
    const { country, marketplace: platform } = this.#lane;
    const rule = { country, shopId: null, is_lazada_auto_reply: isOn, lazada_reply_delay: 0, reply_text: this.#text };
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
  async expectHonest(isSure: boolean): Promise<void> {
    const { database } = this.#lane;
    const { conversationId } = this.#target;
    const clientIds = async (sql: string) => {
      const found = await database.owner.query<{ client_id: string }>(sql, [conversationId, this.#text]);
      return found.rows.map((row) => row.client_id);
    };
    const inLedger = () =>
      clientIds(
        "select client_id from delivery where conversation_id = $1 and content->>'text' = $2 and cause = 'autoReply'",
      );
    const clientId = await this.#lane.until('the answer in the ledger', async () => (await inLedger())[0] ?? null);
    expect(await inLedger()).toEqual([clientId]);
    await expectHonest(
      this.#lane,
      {
        what: 'text',
        clientId,
        accepted: () => this.#lane.accepted(this.#target, this.#text),
        shown: () =>
          clientIds(
            "select client_id from message where conversation_id = $1 and content->>'text' = $2 and author = 'robot'",
          ),
      },
      isSure,
    );
    const waits = await database.owner.query<{ waits: boolean }>(
      'select waiting_since is not null as waits from conversation where conversation_id = $1',
      [conversationId],
    );
    expect(waits.rows).toEqual([{ waits: true }]);
  }
}
