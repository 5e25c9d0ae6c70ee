import { randomBytes } from 'node:crypto';
import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { type AccountId, asShopId, WEBHOOK_LIMITS, type WebhookEventName, type WebhookOffReason } from '@pasar/domain';
import { WEBHOOK_CHANNEL } from '../../records/webhook-events.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type WebhooksCalls = typeof CALLS.webhooks;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'secrets' | 'webhookAddresses' | 'now'>;

interface WebhookRow {
  readonly webhook_id: string;
  readonly address: string;
  readonly events: readonly WebhookEventName[];
  readonly shop_ids: readonly string[] | null;
  readonly is_on: boolean;
  readonly off_reason: WebhookOffReason | null;
  readonly off_at: Date | null;
  readonly failing_since: Date | null;
  readonly waiting: number;
}

export async function webhooks({
  transaction,
  member,
}: Pick<Context, 'transaction' | 'member'>): Promise<Answer<CallOutput<WebhooksCalls['webhooks']>>> {
  const found = await transaction.query<WebhookRow>(
    `select webhook_id, address, events, shop_ids, is_on, off_reason, off_at, failing_since,
       (select count(*)::int from webhook_delivery d where d.webhook_id = w.webhook_id and d.state = 'waiting') as waiting
     from webhook w where account_id = $1 order by webhook_id`,
    [member.scope.accountId],
  );
  return success({
    webhooks: found.rows.map((row) => ({
      webhookId: row.webhook_id,
      address: row.address,
      events: [...row.events],
      shopIds: row.shop_ids?.map(asShopId) ?? null,
      isOn: row.is_on,
      off: row.off_reason === null || row.off_at === null ? null : { reason: row.off_reason, at: row.off_at.getTime() },
      failingSince: row.failing_since?.getTime() ?? null,
      waiting: row.waiting,
    })),
  });
}

export async function addWebhook(
  { transaction, member, secrets, webhookAddresses, now }: Context,
  { address, events, shopIds }: CallInput<WebhooksCalls['addWebhook']>,
): Promise<Answer<CallOutput<WebhooksCalls['addWebhook']>>> {
  if (!webhookAddresses.allows(address)) return fail('webhook_address');
  const { accountId } = member.scope;
  // One webhook at a time is added to an account, so that the limit holds.
  await transaction.query('select from account where account_id = $1 for no key update', [accountId]);
  const added = await transaction.query<{ webhook_id: string }>(
    `insert into webhook (account_id, address, events, shop_ids, since)
     select $1, $2, $3, $4, $5 where (select count(*) from webhook where account_id = $1) < $6 returning webhook_id`,
    [accountId, address, events, shopIds, now, WEBHOOK_LIMITS.perAccount],
  );
  const webhookId = added.rows[0]?.webhook_id;
  if (webhookId === undefined) return fail('invalid_request', `an account has at most ${WEBHOOK_LIMITS.perAccount}`);
  return success({ webhookId, secret: await makeSecret({ transaction, secrets }, accountId, webhookId) });
}

export async function saveWebhook(
  { transaction, webhookAddresses, now }: Pick<Context, 'transaction' | 'webhookAddresses' | 'now'>,
  { webhookId, isOn, address, events, shopIds }: CallInput<WebhooksCalls['saveWebhook']>,
): Promise<Answer<Record<string, never>>> {
  if (!webhookAddresses.allows(address)) return fail('webhook_address');
  const saved = await transaction.query(
    `update webhook set address = $2, events = $3, shop_ids = $4, is_on = $5, off_reason = null, off_at = null,
       failures = 0, failing_since = null, paused_until = '-infinity',
       since = case when $5 and not is_on then $6 else since end
     where webhook_id = $1`,
    [webhookId, address, events, shopIds, isOn, now],
  );
  if (saved.rowCount !== 1) return fail('not_found');
  await wakeEngines(transaction);
  return success({});
}

export async function renewWebhookSecret(
  { transaction, member, secrets }: Pick<Context, 'transaction' | 'member' | 'secrets'>,
  { webhookId }: CallInput<WebhooksCalls['renewWebhookSecret']>,
): Promise<Answer<CallOutput<WebhooksCalls['renewWebhookSecret']>>> {
  const found = await transaction.query('select from webhook where webhook_id = $1 for no key update', [webhookId]);
  if (found.rowCount !== 1) return fail('not_found');
  return success({ secret: await makeSecret({ transaction, secrets }, member.scope.accountId, webhookId) });
}

export async function deleteWebhook(
  { transaction }: Pick<Context, 'transaction'>,
  { webhookId }: CallInput<WebhooksCalls['deleteWebhook']>,
): Promise<Answer<Record<string, never>>> {
  const deleted = await transaction.query('delete from webhook where webhook_id = $1', [webhookId]);
  if (deleted.rowCount !== 1) return fail('not_found');
  await transaction.query(`delete from secret where owner_id = $1 and field = 'webhook'`, [webhookId]);
  await transaction.query('delete from webhook_delivery where webhook_id = $1', [webhookId]);
  return success({});
}

const wakeEngines = (transaction: Transaction) =>
  transaction.query(`select pg_notify('${WEBHOOK_CHANNEL}', pasar_account()::text)`);

/** As the Standard Webhooks specification writes secrets: 24 to 64 random bytes in base64. */
async function makeSecret(
  { transaction, secrets }: Pick<Context, 'transaction' | 'secrets'>,
  accountId: AccountId,
  webhookId: string,
): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await secrets.store(transaction, { accountId, ownerId: webhookId, field: 'webhook' }, secret);
  return secret;
}
