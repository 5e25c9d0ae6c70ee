import { ForbiddenAddressError } from '@pasar/bridge';
import { WEBHOOK_LIMITS, type WebhookFailure } from '@pasar/domain';
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import type { WebhookAddresses } from '../../records/webhook-address.ts';

/** A request as the receiver sees it. */
export interface WebhookPost {
  readonly address: string;
  readonly secret: string;
  /** The receiver knows by it an event that comes twice. */
  readonly eventId: string;
  readonly body: string;
}
/** How a try ended. `status` is null where nothing was answered. */
export interface PostOutcome {
  readonly status: number | null;
  readonly failure: WebhookFailure | null;
}

/** At the end of a longer answer the connection is closed instead of read on. */
const MOST_READ_BYTES = 16_384;
const CERTIFICATE = /CERT|SIGNED|_ISSUER|SSL|TLS/;

/**
 * Makes requests signed by the Standard Webhooks specification. Redirects are not followed, because they would lead to
 * an address that nobody checked. The words of an answer are not kept.
 */
export class WebhookPoster {
  readonly #addresses: WebhookAddresses;
  readonly #agent: Agent;
  readonly #answerMs: number;

  constructor(addresses: WebhookAddresses, answerMs: number = WEBHOOK_LIMITS.answerMs) {
    this.#addresses = addresses;
    this.#answerMs = answerMs;
    // A name is checked at the address that is dialled; `allows` checks an address that stands in the URL itself.
    this.#agent = new Agent({ connect: { lookup: addresses.guard.lookup }, connections: 8 });
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async post({ address, secret, eventId, body }: WebhookPost, stopping: AbortSignal): Promise<PostOutcome> {
    if (!this.#addresses.allows(address)) return { status: null, failure: 'forbidden' };
    const at = new Date();
    try {
      const { statusCode, body: answer } = await request(address, {
        dispatcher: this.#agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Pasar',
          'webhook-id': eventId,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': new Webhook(secret).sign(eventId, at, body),
        },
        body,
        signal: AbortSignal.any([AbortSignal.timeout(this.#answerMs), stopping]),
      });
      // The code alone counts: an answer that breaks off behind it changes nothing.
      await answer.dump({ limit: MOST_READ_BYTES }).catch(() => undefined);
      return { status: statusCode, failure: statusCode >= 200 && statusCode < 300 ? null : 'answer' };
    } catch (error) {
      stopping.throwIfAborted();
      return { status: null, failure: failureOf(error) };
    }
  }
}

/** @throws what is no fault of the way to the receiver */
function failureOf(error: unknown): WebhookFailure {
  if (error instanceof ForbiddenAddressError) return 'forbidden';
  if (!(error instanceof Error)) throw error;
  if (error.name === 'TimeoutError') return 'timeout';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout';
  return CERTIFICATE.test(code) ? 'certificate' : 'unreachable';
}
