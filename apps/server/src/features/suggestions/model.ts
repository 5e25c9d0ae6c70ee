import type { AddressGuard, Clock } from '@pasar/bridge';
import { ForbiddenAddressError } from '@pasar/bridge';
import type { ReasonCode } from '@pasar/domain';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { type Answer, fail, success } from '../answer.ts';
import { causeOf, pauseMsOf, textOf } from '../operator-service.ts';
import type { SentMessage } from './sent-texts.ts';

/** Where the operator's model is: PASAR_DRAFT_URL, PASAR_DRAFT_KEY and PASAR_DRAFT_MODEL. */
export interface ModelPlace {
  readonly url: string;
  readonly key: string | null;
  readonly model: string;
}
export interface ModelParts {
  readonly place: ModelPlace;
  readonly guard: AddressGuard;
  readonly clock: Clock;
}

/** A model writes slowly; a person waits no longer than this (our choice). */
const TIMEOUT_MS = 30_000;
/** More than an answer to a buyer needs (our choice). */
const MOST_TOKENS = 800;

const completionShape = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});
const modelsShape = z.object({ data: z.array(z.object({ id: z.string() })) });
const errorShape = z.object({ error: z.object({ message: z.string() }) });

/** Speaks the OpenAI chat API by its published schema: POST /chat/completions, GET /models. */
export class Model {
  readonly #parts: ModelParts;
  readonly #agent: Agent;
  #pausedUntil = 0;

  constructor(parts: ModelParts) {
    this.#parts = parts;
    // A name is checked at the address that is dialled; `admit` checks an address that stands in the URL itself.
    this.#agent = new Agent({ connect: { lookup: parts.guard.lookup }, connections: 4 });
  }

  /** As a member is told it. */
  get host(): string {
    return new URL(this.#parts.place.url).host;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** `gone`: nobody waits for the answer any more. */
  async complete(messages: readonly SentMessage[], gone: AbortSignal): Promise<Answer<string>> {
    const { model } = this.#parts.place;
    const body = { model, messages, max_tokens: MOST_TOKENS, stream: false };
    const answer = await this.#ask('chat/completions', body, gone);
    if (!answer.ok) return answer;
    const [choice] = completionShape.safeParse(answer.data).data?.choices ?? [];
    return choice === undefined
      ? fail('suggestion_failed', 'an answer of another shape')
      : success(choice.message.content);
  }

  /** The names of the models that the service lists for this key. */
  async models(): Promise<Answer<readonly string[]>> {
    const answer = await this.#ask('models', null);
    if (!answer.ok) return answer;
    const read = modelsShape.safeParse(answer.data);
    return read.success ? success(read.data.data.map(({ id }) => id)) : fail('suggestion_failed', 'no list of models');
  }

  async #ask(path: string, body: object | null, gone?: AbortSignal): Promise<Answer<unknown>> {
    const { place, guard, clock } = this.#parts;
    if (clock.now() < this.#pausedUntil) return fail('suggestion_busy');
    const url = new URL(path, place.url.endsWith('/') ? place.url : `${place.url}/`);
    try {
      guard.admit(url.hostname, Number(url.port || (url.protocol === 'https:' ? 443 : 80)));
      const response = await request(url, {
        dispatcher: this.#agent,
        method: body === null ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...(place.key === null ? {} : { authorization: `Bearer ${place.key}` }),
        },
        body: body === null ? null : JSON.stringify(body),
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(gone === undefined ? [] : [gone])]),
      });
      const text = await textOf(response.body);
      if (response.statusCode === 429) this.#pause(Number(response.headers['retry-after']));
      if (response.statusCode !== 200) return fail(reasonOf(response.statusCode), this.#wordsOf(text));
      return success(JSON.parse(text) as unknown);
    } catch (error) {
      if (error instanceof ForbiddenAddressError) return fail('suggestion_refused', error.message);
      if (error instanceof Error) return fail('suggestion_failed', causeOf(error));
      throw error;
    }
  }

  /** The words of the service, which may repeat the key that it refuses. */
  #wordsOf(text: string): string | null {
    try {
      const words = errorShape.safeParse(JSON.parse(text)).data?.error.message ?? null;
      const { key } = this.#parts.place;
      return (key === null ? words : (words?.replaceAll(key, '…') ?? null))?.slice(0, 300) ?? null;
    } catch {
      return null;
    }
  }

  #pause(seconds: number): void {
    this.#pausedUntil = this.#parts.clock.now() + pauseMsOf(seconds);
  }
}

function reasonOf(status: number): ReasonCode {
  if (status === 429) return 'suggestion_busy';
  return status === 401 || status === 403 || status === 404 ? 'suggestion_refused' : 'suggestion_failed';
}
