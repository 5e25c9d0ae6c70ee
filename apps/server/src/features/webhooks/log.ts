import type { CALLS, CallInput, CallOutput, WebhookDeliveryView } from '@pasar/api';
import type { WebhookDeliveryState, WebhookFailure } from '@pasar/domain';
import { tellTest, WEBHOOK_CHANNEL } from '../../records/webhook-events.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type WebhooksCalls = typeof CALLS.webhooks;
type Context = Pick<MemberContext, 'transaction' | 'member'>;

const PAGE = 50;

interface DeliveryRow {
  readonly event_id: string;
  readonly event: WebhookDeliveryView['event'];
  readonly happened_at: Date;
  readonly state: WebhookDeliveryState;
  readonly attempts: number;
  readonly status: number | null;
  readonly failure: WebhookFailure | null;
  readonly tried_at: Date | null;
  /** Null: at once. */
  readonly due_at: Date | null;
}

/** Walks the key of the deliveries, whose ids grow with time. */
export async function webhookDeliveries(
  { transaction }: Pick<Context, 'transaction'>,
  { webhookId, before }: CallInput<WebhooksCalls['webhookDeliveries']>,
): Promise<Answer<CallOutput<WebhooksCalls['webhookDeliveries']>>> {
  const found = await transaction.query<DeliveryRow>({
    name: 'webhook-deliveries',
    text: `select d.event_id, d.event, e.happened_at, d.state, d.attempts, d.status, d.failure, d.tried_at,
             nullif(d.due_at, '-infinity') as due_at
           from webhook_delivery d join webhook_event e using (event_id)
           where d.webhook_id = $1 and ($2::uuid is null or d.event_id < $2)
           order by d.event_id desc limit $3`,
    values: [webhookId, before ?? null, PAGE + 1],
  });
  const deliveries = found.rows.slice(0, PAGE).map(
    (row): WebhookDeliveryView => ({
      eventId: row.event_id,
      event: row.event,
      happenedAt: row.happened_at.getTime(),
      state: row.state,
      attempts: row.attempts,
      status: row.status,
      failure: row.failure,
      triedAt: row.tried_at?.getTime() ?? null,
      dueAt: row.state === 'waiting' ? (row.due_at ?? row.happened_at).getTime() : null,
    }),
  );
  return success({ deliveries, hasMore: found.rows.length > PAGE });
}

export async function testWebhook(
  { transaction, member }: Context,
  { webhookId }: CallInput<WebhooksCalls['testWebhook']>,
): Promise<Answer<Record<string, never>>> {
  const found = await transaction.query<{ is_on: boolean }>('select is_on from webhook where webhook_id = $1', [
    webhookId,
  ]);
  const [webhook] = found.rows;
  if (webhook === undefined) return fail('not_found');
  if (!webhook.is_on) return fail('invalid_request', 'the webhook is off');
  await tellTest(transaction, member.scope.accountId, webhookId);
  return success({});
}

export async function resendWebhookEvent(
  { transaction, member }: Context,
  { webhookId, eventId }: CallInput<WebhooksCalls['resendWebhookEvent']>,
): Promise<Answer<Record<string, never>>> {
  const asked = await transaction.query(
    `update webhook_delivery set state = 'waiting', attempts = 0, due_at = '-infinity'
     where webhook_id = $1 and event_id = $2`,
    [webhookId, eventId],
  );
  if (asked.rowCount !== 1) return fail('not_found');
  await transaction.query(`select pg_notify('${WEBHOOK_CHANNEL}', $1::text)`, [member.scope.accountId]);
  return success({});
}
