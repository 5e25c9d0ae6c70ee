import type { Member } from '../records/members.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { AuditFacts } from './audit-actions.ts';

/** The names of things that calls name by an id, by the field of the id. */
const NAMES: Readonly<Record<string, string>> = {
  memberId: 'select username as name from member where member_id::text = $1',
  tokenId: 'select name from member where member_id::text = $1 and is_token',
  passkeyId: 'select name from passkey where passkey_id::text = $1',
  connectionId: 'select identifier as name from connection where connection_id::text = $1',
  signInId: 'select identifier as name from sign_in where sign_in_id::text = $1',
  ipSubjectId: 'select name from ip_subject where ip_subject_id::text = $1',
  buyerTagId: 'select name from buyer_tag where tag_id::text = $1',
  webhookId: 'select address as name from webhook where webhook_id::text = $1',
  userId: 'select coalesce(alias, name) as name from shop where platform_shop_id = $1 limit 1',
};

/** The same with a name in place of an id. Asked before the call is carried out, which may delete the thing. */
export async function named(
  database: Pick<Database, 'one'>,
  { scope }: Member,
  facts: AuditFacts,
): Promise<AuditFacts> {
  const { field, subject } = facts;
  const text = field === null ? undefined : NAMES[field];
  if (subject === null || text === undefined) return facts;
  const found = await database.one<{ name: string }>(scope, { name: `audit-name-${field}`, text, values: [subject] });
  return { ...facts, subject: found.rows[0]?.name ?? subject };
}

/** Adds an entry, with the shop's name of now. The transaction has the member's scope. */
export async function writeAudit(
  transaction: Pick<Transaction, 'query'>,
  { view }: Member,
  address: string,
  { action, subject, shopId, conversationId }: AuditFacts,
): Promise<void> {
  await transaction.query({
    name: 'write-audit',
    text: `with about as (select shop_id, coalesce(alias, name) as name from shop
             where shop_id = coalesce($6, (select c.shop_id from conversation c where c.conversation_id = $7)))
           insert into audit_entry (account_id, member_id, member_name, username, address, action, shop_id, shop_name, subject)
           values ($1, $2, $3, $4, $5, $8, (select shop_id from about), (select name from about), $9)`,
    values: [view.accountId, view.memberId, view.name, view.username, address, shopId, conversationId, action, subject],
  });
}
