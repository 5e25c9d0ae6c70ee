import { type AccountId, asAccountId, WEBHOOK_LIMITS, type WebhookFailure, type WebhookOffReason } from '@pasar/domain';
import { type Database, newHolder, wholeAccount } from '../../storage/database.ts';
import type { PostOutcome } from './post.ts';

/** A webhook to which this process alone delivers while its claim lasts. Each claim has an id of its own. */
export interface ClaimedWebhook {
  readonly accountId: AccountId;
  readonly webhookId: string;
  readonly claimId: string;
}
/** An event that is due, with where it goes. */
export interface DueEvent {
  readonly eventId: string;
  readonly body: string;
  readonly attempts: number;
}
export interface DueEvents {
  readonly address: string;
  readonly events: readonly DueEvent[];
}
/** How the try of an event ended. */
export interface TriedEvent extends PostOutcome {
  readonly eventId: string;
  readonly attempts: number;
}

/** Longer than a round of tries takes: none of them waits longer than ten seconds. */
const CLAIM_MS = 30_000;
/** Tries at the same time for one webhook. */
const AT_ONCE = 8;
const MOST_CLAIMED = 20;

/** The webhooks with events that are due, which no living process delivers to. Only the database's clock counts. */
export async function claimWebhooks(database: Database, room: number): Promise<ClaimedWebhook[]> {
  const due = await database.query<{ account_id: string; webhook_id: string }>(
    'due-webhooks',
    `select account_id, webhook_id from webhook
     where is_on and paused_until <= clock_timestamp() and claim_until < clock_timestamp()
       and exists (select from webhook_delivery d where d.webhook_id = webhook.webhook_id and d.state = 'waiting'
         and d.due_at <= clock_timestamp())
     order by claim_until limit $1`,
    [Math.min(room, MOST_CLAIMED)],
  );
  const claimed: ClaimedWebhook[] = [];
  for (const { account_id, webhook_id: webhookId } of due) {
    const one = { accountId: asAccountId(account_id), webhookId, claimId: newHolder() };
    if (await claim(database, one)) claimed.push(one);
  }
  return claimed;
}

async function claim(database: Database, { accountId, webhookId, claimId }: ClaimedWebhook): Promise<boolean> {
  const claimed = await database.one(wholeAccount(accountId), {
    name: 'claim-webhook',
    text: `update webhook set claim_holder = $2, claim_until = clock_timestamp() + $3 * interval '1 millisecond'
           where webhook_id = $1 and claim_until < clock_timestamp()`,
    values: [webhookId, claimId, CLAIM_MS],
  });
  return claimed.rowCount === 1;
}

/** Renews the claim and reads the next events. Null when the claim is lost, or the webhook is off, paused or gone. */
export async function nextEvents(
  database: Database,
  { accountId, webhookId, claimId }: ClaimedWebhook,
): Promise<DueEvents | null> {
  return database.within(wholeAccount(accountId), async (transaction) => {
    const held = await transaction.query<{ address: string; failures: number }>({
      name: 'renew-webhook-claim',
      text: `update webhook set claim_until = clock_timestamp() + $3 * interval '1 millisecond'
             where webhook_id = $1 and claim_holder = $2 and claim_until > clock_timestamp() and is_on
               and paused_until <= clock_timestamp()
             returning address, failures`,
      values: [webhookId, claimId, CLAIM_MS],
    });
    const [webhook] = held.rows;
    if (webhook === undefined) return null;
    const found = await transaction.query<{ event_id: string; body: string; attempts: number }>({
      name: 'due-webhook-events',
      text: `select event_id, e.body, d.attempts from webhook_delivery d join webhook_event e using (event_id)
             where d.webhook_id = $1 and d.state = 'waiting' and d.due_at <= clock_timestamp()
             order by d.due_at, event_id limit $2`,
      values: [webhookId, webhook.failures >= WEBHOOK_LIMITS.failuresInARow ? 1 : AT_ONCE],
    });
    const events = found.rows.map((row) => ({ eventId: row.event_id, body: row.body, attempts: row.attempts }));
    return { address: webhook.address, events };
  });
}

/** Gives the webhook back, so that another process need not wait for the claim to lapse. */
export async function giveBackWebhook(
  database: Database,
  { accountId, webhookId, claimId }: ClaimedWebhook,
): Promise<void> {
  await database.one(wholeAccount(accountId), {
    name: 'give-back-webhook',
    text: `update webhook set claim_holder = null, claim_until = '-infinity' where webhook_id = $1 and claim_holder = $2`,
    values: [webhookId, claimId],
  });
}

/**
 * Writes how the tries ended, in the order in which they ended. Returns why the webhook was switched off by it, or null.
 * A process whose claim has lapsed writes nothing: the events are due still, and come once more.
 */
export async function settleTries(
  database: Database,
  { accountId, webhookId, claimId }: ClaimedWebhook,
  tries: readonly TriedEvent[],
): Promise<WebhookOffReason | null> {
  return database.within(wholeAccount(accountId), async (transaction) => {
    const held = await transaction.query<{ failures: number }>({
      name: 'hold-webhook',
      text: 'select failures from webhook where webhook_id = $1 and claim_holder = $2 for no key update',
      values: [webhookId, claimId],
    });
    const [webhook] = held.rows;
    if (webhook === undefined) return null;
    const settled = tries.map(settle);
    await transaction.query({
      name: 'settle-webhook-deliveries',
      text: `update webhook_delivery d set state = item.state, attempts = d.attempts + 1, status = item.status,
               failure = item.failure, tried_at = clock_timestamp(),
               due_at = clock_timestamp() + item.delay * interval '1 millisecond'
             from unnest($2::uuid[], $3::text[], $4::int[], $5::text[], $6::bigint[])
               as item (event_id, state, status, failure, delay)
             where d.webhook_id = $1 and d.event_id = item.event_id`,
      values: [
        webhookId,
        settled.map((item) => item.eventId),
        settled.map((item) => item.state),
        settled.map((item) => item.status),
        settled.map((item) => item.failure),
        settled.map((item) => item.delayMs),
      ],
    });
    const failures = failuresAfter(webhook.failures, tries);
    const moved = await transaction.query<{ off_reason: WebhookOffReason | null }>({
      name: 'settle-webhook',
      text: `update webhook set failures = $2,
               failing_since = case when $2 = 0 then null else coalesce(failing_since, clock_timestamp()) end,
               paused_until = clock_timestamp() + $3 * interval '1 millisecond',
               (is_on, off_reason, off_at) = (select is_on and off is null, coalesce(off, off_reason),
                   case when off is null then off_at else clock_timestamp() end
                 from (select case when $4 then 'gone'
                   when $2 > 0 and failing_since < clock_timestamp() - $5 * interval '1 millisecond' then 'failing' end) as now (off))
             where webhook_id = $1 returning case when is_on then null else off_reason end as off_reason`,
      values: [
        webhookId,
        failures,
        pauseMsOf(failures),
        tries.some(({ status }) => status === 410),
        WEBHOOK_LIMITS.offAfterMs,
      ],
    });
    return moved.rows[0]?.off_reason ?? null;
  });
}

function settle({ eventId, attempts, status, failure }: TriedEvent): {
  readonly eventId: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly status: number | null;
  readonly failure: WebhookFailure | null;
  readonly delayMs: number;
} {
  const delayMs = WEBHOOK_LIMITS.retryMs[attempts];
  const state = failure === null ? 'delivered' : delayMs === undefined ? 'failed' : 'waiting';
  return { eventId, state, status, failure, delayMs: delayMs ?? 0 };
}

/** Failures in a row after these tries. */
export const failuresAfter = (before: number, tries: readonly PostOutcome[]): number =>
  tries.reduce((count, { failure }) => (failure === null ? 0 : count + 1), before);

/** How long a webhook rests after so many failures in a row. */
export function pauseMsOf(failures: number): number {
  const more = failures - WEBHOOK_LIMITS.failuresInARow;
  return more < 0 ? 0 : Math.min(WEBHOOK_LIMITS.firstPauseMs * 2 ** more, WEBHOOK_LIMITS.longestPauseMs);
}
