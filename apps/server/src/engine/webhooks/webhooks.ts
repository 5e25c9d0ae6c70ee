import type { Logger } from 'pino';
import { logEvent, logFailure } from '../../log.ts';
import { WEBHOOK_CHANNEL } from '../../records/webhook-events.ts';
import { type Database, wholeAccount } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secrets.ts';
import { WokenLoop } from '../woken-loop.ts';
import type { WebhookPoster } from './post.ts';
import { type ClaimedWebhook, claimWebhooks, giveBackWebhook, nextEvents, settleTries } from './queue.ts';

export interface WebhookParts {
  /** With the engine's role. */
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly poster: WebhookPoster;
  readonly log: Logger;
  /** How often due events are looked for, in case a wake-up was missed and for those that wait. Milliseconds. */
  readonly lookMs?: number;
}

const LOOK_MS = 2_000;
/** Webhooks that one process delivers to at the same time (our choice). */
const AT_ONCE = 16;

/**
 * Delivers the events that the outbox holds, of all accounts; several processes share the webhooks. Each webhook is
 * served by one process at a time, by a claim on its row. A claim lapses with its process, and then an event whose
 * answer was not written comes once more, with the same id.
 */
export class Webhooks {
  readonly #parts: WebhookParts;
  readonly #log: Logger;
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #loop: WokenLoop;
  #stopListening: () => Promise<void> = async () => undefined;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
    this.#log = parts.log.child({ part: 'webhooks' });
    this.#loop = new WokenLoop(
      () => this.#takeUp(),
      parts.lookMs ?? LOOK_MS,
      (error) => logFailure(this.#log, 'webhooks_not_looked_for', error),
    );
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.database.listen(WEBHOOK_CHANNEL, () => this.#loop.wake());
    this.#loop.wake();
  }

  /** Requests under way are broken off: their events come once more from another process. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#stopListening();
    await this.#loop.stop();
    await Promise.all(this.#underWay);
    await this.#parts.poster.close();
  }

  async #takeUp(): Promise<void> {
    const room = AT_ONCE - this.#underWay.size;
    if (room <= 0) return;
    for (const claimed of await claimWebhooks(this.#parts.database, room)) {
      const work = this.#deliver(claimed)
        // The claim lapses, and a process takes the webhook up again.
        .catch((error) => {
          if (!this.#stopping.signal.aborted) logFailure(this.#log, 'webhook_broke_off', error);
        })
        .finally(() => {
          this.#underWay.delete(work);
          this.#loop.wake();
        });
      this.#underWay.add(work);
    }
  }

  async #deliver(claimed: ClaimedWebhook): Promise<void> {
    const { database, secrets, poster } = this.#parts;
    const { accountId, webhookId } = claimed;
    const { signal } = this.#stopping;
    try {
      const place = { accountId, ownerId: webhookId, field: 'webhook' } as const;
      const secret = await database.within(wholeAccount(accountId), (transaction) => secrets.read(transaction, place));
      if (secret === null) throw new Error('a webhook has no secret');
      while (!signal.aborted) {
        const due = await nextEvents(database, claimed);
        if (due === null || due.events.length === 0) return;
        const tries = await Promise.all(
          due.events.map(async ({ eventId, body, attempts }) => ({
            eventId,
            attempts,
            ...(await poster.post({ address: due.address, secret, eventId, body }, signal)),
          })),
        );
        const off = await settleTries(database, claimed, tries);
        if (off !== null) logEvent(this.#log.child({ accountId, webhookId }), 'webhook_switched_off', { reason: off });
      }
    } finally {
      await giveBackWebhook(database, claimed);
    }
  }
}
