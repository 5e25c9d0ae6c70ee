import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asShopId, GROUP_COLORS, GROUP_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { appendChanges } from '../../records/change-feed.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ShopGroupTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.shopGroups;
type Context = Pick<MemberContext, 'transaction' | 'member'>;
type Row = Pick<ShopGroupTable, 'group_id' | 'name' | 'color'> & { readonly shop_ids: readonly string[] };

export async function listGroups({
  transaction,
}: Pick<Context, 'transaction'>): Promise<Answer<CallOutput<Calls['listGroups']>>> {
  const found = await transaction.query<Row>({
    name: 'shop-groups',
    text: `select g.group_id, g.name, g.color,
        array(select shop_id from shop_group_shop s where s.group_id = g.group_id order by shop_id) as shop_ids
      from shop_group g order by lower(g.name), g.group_id`,
    values: [],
  });
  return success({
    groups: found.rows.map((row) => ({
      groupId: row.group_id,
      name: row.name,
      color: z.enum(GROUP_COLORS).parse(row.color),
      shopIds: row.shop_ids.map(asShopId),
    })),
  });
}

export async function saveGroup(
  { transaction, member }: Context,
  { groupId, name, color, shopIds }: CallInput<Calls['saveGroup']>,
): Promise<Answer<CallOutput<Calls['saveGroup']>>> {
  const { accountId } = member.scope;
  // The lock keeps two groups of one name, or a group too many, from being made at the same time.
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('shop-groups/' || $1, 0))", [accountId]);
  const others = await transaction.query<{ name: string }>(
    'select name from shop_group where group_id is distinct from $1',
    [groupId ?? null],
  );
  if (others.rows.some((row) => row.name === name)) return fail('invalid_request', 'another group has this name');
  if (groupId === undefined && others.rows.length >= GROUP_LIMITS.groups) {
    return fail('invalid_request', 'too many groups');
  }
  const stored = await store(transaction, accountId, { groupId, name, color });
  if (stored === null) return fail('not_found');
  await transaction.query('delete from shop_group_shop where group_id = $1 and not (shop_id = any($2::uuid[]))', [
    stored,
    shopIds,
  ]);
  // Shops of another account, or that were unbound meanwhile, are left out.
  await transaction.query(
    `insert into shop_group_shop (group_id, shop_id, account_id)
     select $1, s.shop_id, $2 from shop s where s.shop_id = any($3::uuid[]) on conflict do nothing`,
    [stored, accountId, shopIds],
  );
  await tell(transaction, accountId);
  return success({ groupId: stored });
}

async function store(
  transaction: Transaction,
  accountId: string,
  { groupId, name, color }: Omit<CallInput<Calls['saveGroup']>, 'shopIds'>,
): Promise<string | null> {
  const written =
    groupId === undefined
      ? await transaction.query<{ group_id: string }>(
          'insert into shop_group (account_id, name, color) values ($1, $2, $3) returning group_id',
          [accountId, name, color],
        )
      : await transaction.query<{ group_id: string }>(
          'update shop_group set name = $2, color = $3 where group_id = $1 returning group_id',
          [groupId, name, color],
        );
  return written.rows[0]?.group_id ?? null;
}

export async function removeGroup(
  { transaction, member }: Context,
  { groupId }: CallInput<Calls['removeGroup']>,
): Promise<Answer<Record<string, never>>> {
  const gone = await transaction.query('delete from shop_group where group_id = $1', [groupId]);
  if (gone.rowCount !== 1) return fail('not_found');
  await tell(transaction, member.scope.accountId);
  return success({});
}

const tell = (transaction: Transaction, accountId: Context['member']['scope']['accountId']) =>
  appendChanges(transaction, accountId, [{ change: { kind: 'shopGroups' }, shopId: null, memberId: null }]);
