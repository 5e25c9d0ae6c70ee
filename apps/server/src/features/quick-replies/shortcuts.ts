import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { Marketplace, Refusal } from '@pasar/domain';
import { z } from 'zod';
import { askShop } from '../../records/ask-shop.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import { shopWithin } from '../find-shop.ts';
import type { LongContext, MemberContext } from '../handler.ts';
import { type KeptShortcut, mergeShortcuts } from './merge-shortcuts.ts';
import { tellQuickReplies } from './tell.ts';

type Calls = typeof CALLS.quickReplies;
type SaveInput = CallInput<Calls['saveShopeeShortcuts']>;

const keptShape: z.ZodType<readonly KeptShortcut[]> = z.array(
  z.object({
    shortcutId: z.string().nullable(),
    group: z.string(),
    text: z.string(),
    baseText: z.string().nullable(),
  }),
);

/** The marketplace is asked outside of transactions, because its answer takes a while. */
export async function getShortcuts(
  context: Pick<LongContext, 'database' | 'member' | 'askShop'>,
  { shopId }: CallInput<Calls['getShortcuts']>,
): Promise<Answer<CallOutput<Calls['getShortcuts']>>> {
  const found = await context.database.read(context.member.scope, async (transaction) => {
    const [shop, kept] = await Promise.all([
      shopWithin(transaction, shopId),
      transaction.query<{ shortcuts: unknown }>('select shortcuts from shop_shortcuts where shop_id = $1', [shopId]),
    ]);
    return { shop, kept: keptShape.parse(kept.rows[0]?.shortcuts ?? []) };
  });
  const { shop, kept } = found;
  if (!shop.ok) return shop;
  const asked = await askShop(context, shop.data, 'goods.quickReplies');
  const refusal: Refusal | null = asked.ok ? null : asked.refusal;
  return success({ shortcuts: [...mergeShortcuts(asked.ok ? asked.data : null, kept)], refusal });
}

/** Only what differs from the marketplace is kept, so that its later changes of the others are seen. */
async function save(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  marketplace: Marketplace,
  { shopId, shortcuts }: SaveInput,
): Promise<Answer<Record<string, never>>> {
  if (!(await isShopOf(transaction, shopId, marketplace))) return fail('not_found');
  const kept = shortcuts.filter(({ text, baseText }) => text !== baseText);
  await transaction.query(
    `insert into shop_shortcuts (shop_id, account_id, shortcuts) values ($1, $2, $3)
     on conflict (shop_id) do update set shortcuts = excluded.shortcuts`,
    [shopId, member.scope.accountId, JSON.stringify(kept)],
  );
  await tellQuickReplies(transaction, member, null);
  return success({});
}

async function isShopOf(transaction: Transaction, shopId: string, marketplace: Marketplace): Promise<boolean> {
  const found = await transaction.query('select from shop where shop_id = $1 and marketplace = $2', [
    shopId,
    marketplace,
  ]);
  return found.rowCount === 1;
}

export const saveShopeeShortcuts = (context: MemberContext, input: SaveInput) => save(context, 'shopee', input);
export const saveLazadaShortcuts = (context: MemberContext, input: SaveInput) => save(context, 'lazada', input);
