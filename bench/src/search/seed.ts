import { indexSome } from '../../../apps/server/src/records/search-index.ts';
import { wholeAccount } from '../../../apps/server/src/storage/database.ts';
import { BUYER_PHRASES } from '../../../apps/server/tests/harness/buyer-phrases.ts';
import { makeTenant, type TestDatabase, type TestTenant } from '../../../apps/server/tests/harness/database.ts';

export const PASSWORD = 'right';
export const SHOPS = 200;
/** Shops of the sub-account. */
const GRANTED = 5;
const MESSAGES_EACH = 500;
/** Different texts; each is said again with other numbers. */
const TEXTS = 20_000;

export interface SeededTexts {
  readonly tenant: TestTenant;
  readonly main: string;
  readonly sub: string;
  readonly subShops: readonly string[];
}

/**
 * Fills an account with messages of a year in the languages of the markets, and indexes them as the task of the backlog
 * does.
 */
export async function seedTexts(database: TestDatabase, name: string, messages: number): Promise<SeededTexts> {
  const { owner } = database;
  const ids = Array.from({ length: SHOPS }, (_, number) => `${number}`);
  const granted = Array.from({ length: GRANTED }, (_, number) => `${(number * SHOPS) / GRANTED}`);
  const sub = {
    username: `${name}:sub`,
    password: PASSWORD,
    name: 'sub',
    permissionCodeList: ['chat' as const, 'order' as const, 'remark' as const],
    shops: granted.map((platformShopId) => ({ marketplace: 'shopee' as const, platformShopId })),
  };
  const tenant = await makeTenant(database, name, [ids], [sub]);
  const values = [tenant.accountId];
  await owner.query(
    `insert into conversation (account_id, shop_id, platform_conversation_id, buyer_id, buyer_name, status, is_pinned,
       address, last_message_at)
     select s.account_id, s.shop_id, number::text, 'b' || number, 'buyer ' || number, 'activated', false, '{}', number
     from generate_series(1, ${Math.ceil(messages / MESSAGES_EACH)}) number
       join shop s on s.account_id = $1 and s.platform_shop_id = (number % ${SHOPS})::text`,
    values,
  );
  await owner.query('alter table message disable trigger user');
  await owner.query(
    `insert into message (account_id, shop_id, conversation_id, platform_message_id, position, sent_at, author, content)
     select v.account_id, v.shop_id, v.conversation_id, v.platform_conversation_id || '-' || number, number,
       1700000000000 + (number * 8009 + v.platform_conversation_id::bigint * 104729) % 3153600 * 10000,
       case number % 2 when 0 then 'buyer' else 'seller' end,
       jsonb_build_object('type', 'text', 'text', ($2::text[])[1 + (number * 7919 + v.platform_conversation_id::bigint * 31) % ${TEXTS}]
         || case number % 7 when 0 then ' ' || upper(substr(md5(v.platform_conversation_id || number), 1, 12)) else '' end)
     from conversation v, generate_series(1, ${MESSAGES_EACH}) number where v.account_id = $1`,
    [tenant.accountId, texts()],
  );
  await owner.query('alter table message enable trigger user');
  await owner.query('delete from search_due');
  await owner.query(
    `insert into search_due (account_id, kind, subject_ids, is_backlog)
     select account_id, 'history', array[conversation_id], true from conversation where account_id = $1`,
    values,
  );
  const shops = await owner.query<{ shop_id: string }>(
    'select shop_id from shop where account_id = $1 and platform_shop_id = any($2)',
    [tenant.accountId, granted],
  );
  return { tenant, main: name, sub: sub.username, subShops: shops.rows.map((row) => row.shop_id) };
}

function texts(): string[] {
  const said = (number: number) => BUYER_PHRASES[number % BUYER_PHRASES.length]?.text ?? '';
  return Array.from({ length: TEXTS }, (_, number) => `${said(number)} ${said(number * 37 + 11)}`);
}

/** Returns the seconds that it took. */
export async function indexBacklog(database: TestDatabase, { tenant: { accountId } }: SeededTexts): Promise<number> {
  const startedAt = performance.now();
  const once = () =>
    database.engine.within(wholeAccount(accountId), (transaction) => indexSome(transaction, accountId, true));
  while (await once());
  return (performance.now() - startedAt) / 1_000;
}
