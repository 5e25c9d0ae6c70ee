import type { CALLS, CallInput, QuickReplyConfigView } from '@pasar/api';
import type { Marketplace } from '@pasar/domain';
import type { Transaction } from '../../storage/database.ts';
import type { QuickReplyConfigTable } from '../../storage/gen/tables.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { tellQuickReplies } from './tell.ts';

type Calls = typeof CALLS.quickReplies;
type Context = Pick<MemberContext, 'transaction' | 'member'>;

/** The column of each marketplace. */
const COLUMNS = {
  shopee: 'is_enable',
  lazada: 'is_lazada_enable',
  tiktok: 'is_tiktok_enable',
} as const satisfies Readonly<Record<Marketplace, keyof QuickReplyConfigTable>>;

async function readConfig(transaction: Transaction): Promise<QuickReplyConfigView> {
  const found = await transaction.query<QuickReplyConfigTable>({
    name: 'quick-reply-config',
    text: 'select * from quick_reply_config where account_id = (select pasar_account())',
  });
  const [row] = found.rows;
  return {
    isEnable: row?.is_enable ?? true,
    isLazadaEnable: row?.is_lazada_enable ?? true,
    isTiktokEnable: row?.is_tiktok_enable ?? true,
  };
}

export const getConfig = async ({ transaction }: Pick<Context, 'transaction'>): Promise<Answer<QuickReplyConfigView>> =>
  success(await readConfig(transaction));

async function enable(
  { transaction, member }: Context,
  marketplace: Marketplace,
  isEnable: boolean,
): Promise<Answer<QuickReplyConfigView>> {
  const column = COLUMNS[marketplace];
  await transaction.query(
    `insert into quick_reply_config (account_id, ${column}) values ($1, $2)
     on conflict (account_id) do update set ${column} = excluded.${column}`,
    [member.scope.accountId, isEnable],
  );
  await tellQuickReplies(transaction, member, null);
  return success(await readConfig(transaction));
}

export const setIsEnable = (context: Context, { isEnable, platform }: CallInput<Calls['setIsEnable']>) =>
  enable(context, platform, isEnable);

export const setIsLazadaEnable = (context: Context, { isEnable }: CallInput<Calls['setIsLazadaEnable']>) =>
  enable(context, 'lazada', isEnable);
