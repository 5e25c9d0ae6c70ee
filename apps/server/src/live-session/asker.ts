import type { Outcome, SessionAnswer, ShopAnswer, ShopArguments } from '@pasar/connector-kit';
import { type ConnectionId, type PlatformShopId, type Refusal, refusal, type ShownAs } from '@pasar/domain';
import type { Logger } from 'pino';
import { type PictureAnswer, unavailable } from '../engine/media.ts';
import { logFailure } from '../log.ts';
import type { AskedShopMethod } from '../records/shop-methods.ts';
import type { Database, Scope } from '../storage/database.ts';
import type { PeerClient } from './peer-client.ts';
import { findServer } from './peer-directory.ts';
import { type AskedEngine, QUESTIONS, type Question, SHOP_QUESTIONS } from './questions.ts';

/**
 * The result of a question: an answer; no process serves the connection; or the process that does cannot be asked now.
 */
type Asked<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'silent'; readonly refusal: Refusal };

export interface AskerParts {
  /** Reads in the scope of the member who asks. */
  readonly database: Database;
  /** Null in a process that serves no connections. */
  readonly engine: AskedEngine | null;
  readonly client: PeerClient;
  readonly log: Logger;
}

/**
 * Asks the live session of a connection, in the process that the lease names. The caller has checked the member's
 * rights before.
 */
export class Asker {
  readonly #parts: AskerParts;

  constructor(parts: AskerParts) {
    this.#parts = parts;
  }

  /**
   * Null where no process serves the connection; refused with `shop_served_elsewhere` where its process does not
   * answer.
   */
  async askShop<Method extends AskedShopMethod>(
    scope: Scope,
    connectionId: ConnectionId,
    method: Method,
    args: ShopArguments<Method>,
  ): Promise<SessionAnswer<ShopAnswer<Method>> | null> {
    const asked = await this.#ask(scope, connectionId, SHOP_QUESTIONS[method], args);
    if (asked.kind === 'nobody') return null;
    return asked.kind === 'answered' ? asked.answer : unanswered(asked.refusal);
  }

  /** A picture or a video that only a shop's login may fetch. */
  async fetchPicture(
    scope: Scope,
    connectionId: ConnectionId,
    shop: PlatformShopId,
    url: string,
    as: ShownAs,
  ): Promise<PictureAnswer> {
    const asked = await this.#ask(scope, connectionId, QUESTIONS[as], { shop, url });
    if (asked.kind === 'nobody') return unavailable('the shop is not logged in');
    return asked.kind === 'answered' ? asked.answer : { kind: 'refused', refusal: asked.refusal };
  }

  async #ask<Input, Answer>(
    scope: Scope,
    connectionId: ConnectionId,
    question: Question<Input, Answer>,
    input: Input,
  ): Promise<Asked<Answer>> {
    const { database, engine, client, log } = this.#parts;
    const server = await findServer(database, scope, connectionId);
    if (server === null) return { kind: 'nobody' };
    if (server.holder === engine?.holder) {
      const answer = await question.answer(engine, connectionId, input);
      return answer === null ? TAKEN_OVER : { kind: 'answered', answer };
    }
    if (server.origin === null) return silent('it has announced no address');
    const told = await client.ask(server.origin, question, connectionId, input);
    if (told.kind === 'answered') return told;
    if (told.kind === 'not served') return TAKEN_OVER;
    logFailure(log, 'peer_not_answering', told.error, { question: question.name, peer: server.origin });
    return silent(told.detail);
  }
}

const unanswered = (why: Refusal): Outcome<never> => ({ ok: false, refusal: why, canRetry: true });
const silent = (detail: string) => ({ kind: 'silent', refusal: refusal('shop_served_elsewhere', detail) }) as const;
/** The lease has a new holder, which does not serve the connection yet. */
const TAKEN_OVER = silent('it is just taking the shop over');
