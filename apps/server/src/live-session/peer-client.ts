import { type ConnectionId, OWN_LIMITS } from '@pasar/domain';
import { Agent, type Dispatcher, errors } from 'undici';
import type { Question } from './questions.ts';
import type { PeerSignature } from './signature.ts';

/** The result of asking a peer: an answer, that it does not serve the connection, or no usable answer. */
export type PeerAnswer<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'not served' }
  /** `detail` is for a person and names no address; `error` is for the log. */
  | { readonly kind: 'silent'; readonly detail: string; readonly error: unknown };

const CONNECT_WITHIN_MS = 3_000;
/** Longest pause between two parts of a picture. */
const LONGEST_PAUSE_MS = 30_000;

/** The status with which a peer says that it does not serve the connection. */
export const NOT_SERVED = 421;
const REFUSED_STATUS: Readonly<Record<number, string>> = {
  401: 'it does not take the signature: both need the same master key, and clocks that agree',
  404: 'it does not know the question: both need the same version',
};

/** Asks other server processes, one attempt each. */
export class PeerClient {
  readonly #agent: Agent;
  readonly #signature: PeerSignature;

  constructor(signature: PeerSignature) {
    this.#signature = signature;
    this.#agent = new Agent({
      connect: { timeout: CONNECT_WITHIN_MS },
      bodyTimeout: LONGEST_PAUSE_MS,
      maxResponseSize: OWN_LIMITS.shownVideoBytes,
    });
  }

  /** `origin` is that of the peer. */
  async ask<Input, Answer>(
    origin: string,
    question: Question<Input, Answer>,
    connectionId: ConnectionId,
    input: Input,
  ): Promise<PeerAnswer<Answer>> {
    const path = `/${question.name}`;
    const body = Buffer.from(JSON.stringify({ connectionId, input }));
    try {
      const response = await this.#agent.request({
        origin,
        path,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: this.#signature.sign({ method: 'POST', path, body }),
        },
        body,
        headersTimeout: question.patienceMs,
      });
      if (response.statusCode === 200) return await read(response, question);
      await response.body.dump();
      if (response.statusCode === NOT_SERVED) return { kind: 'not served' };
      const error = `HTTP ${response.statusCode}`;
      return { kind: 'silent', detail: REFUSED_STATUS[response.statusCode] ?? error, error };
    } catch (error) {
      const isLate = error instanceof errors.HeadersTimeoutError;
      return { kind: 'silent', detail: isLate ? `no answer within ${question.patienceMs} ms` : whyNone(error), error };
    }
  }

  /** Ends the requests under way. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

async function read<Answer>(
  response: Dispatcher.ResponseData,
  { wire }: Pick<Question<never, Answer>, 'wire'>,
): Promise<PeerAnswer<Answer>> {
  try {
    return { kind: 'answered', answer: await wire.read(response) };
  } catch (error) {
    response.body.on('error', () => undefined).destroy();
    return { kind: 'silent', detail: 'its answer cannot be read: both need the same version', error };
  }
}

const whyNone = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
    ? 'nothing listens where it was'
    : 'the connection to it failed';
