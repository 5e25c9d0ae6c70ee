import { SCREEN_LIMITS } from '@pasar/domain';
import pLimit from 'p-limit';
import { type Answer, fail, success } from '../answer.ts';
import type { Model } from './model.ts';
import { Pace } from './pace.ts';
import type { SentMessage } from './sent-texts.ts';

/** Questions to the model at the same time (our choice). */
const AT_ONCE = 4;

const GIVEN_UP: Answer<string> = fail('suggestion_failed', 'nobody waits for the answer');

/** Asks the operator's model, where the server has one. */
export class Suggester {
  readonly #model: Model | null;
  readonly #pace = new Pace();
  readonly #inTurn = pLimit(AT_ONCE);

  constructor(model: Model | null) {
    this.#model = model;
  }

  /** Null: the server has no model. */
  get host(): string | null {
    return this.#model?.host ?? null;
  }

  /** A question of which the member is `gone` before its turn is not asked. */
  async suggest(
    accountId: string,
    messages: readonly SentMessage[],
    now: number,
    gone: AbortSignal,
  ): Promise<Answer<string>> {
    const model = this.#model;
    if (model === null) return fail('suggestion_missing');
    if (!this.#pace.admit(accountId, now)) return fail('suggestion_busy');
    const answer = await this.#inTurn(() => (gone.aborted ? GIVEN_UP : model.complete(messages, gone)));
    if (!answer.ok) return answer;
    const text = answer.data.replaceAll('\0', '').toWellFormed().trim();
    if (text === '') return fail('suggestion_failed', 'an empty answer');
    if (text.length > SCREEN_LIMITS.messageTextLength) return fail('suggestion_failed', 'an answer that is too long');
    return success(text);
  }
}
