import { randomBytes } from 'node:crypto';
import { type CALLS, type CallInput, type CallOutput, TOKEN_LIMITS } from '@pasar/api';
import { asMemberId, type Country, type PermissionKey, type Responsibility, type ShopId } from '@pasar/domain';
import { appendChanges } from '../../records/change-feed.ts';
import { setMemberShops } from '../../records/grants.ts';
import { lockLogins } from '../../records/leases.ts';
import { openTokenSession } from '../../records/sessions.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext, MemberContext } from '../handler.ts';
import { hashPassword } from '../passwords.ts';
import { responsibilityOf } from './list.ts';
import { COLLEAGUES_CHANGED, countriesOf, shopsOf } from './save.ts';

type TeamCalls = typeof CALLS.team;

interface TokenRow {
  readonly member_id: string;
  readonly name: string;
  readonly hint: string;
  readonly permission_code_list: PermissionKey[];
  readonly shop_rule: Responsibility['kind'];
  readonly shop_countries: Country[];
  readonly shop_ids: ShopId[];
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly used_at: Date | null;
  readonly used_from: string | null;
}

export async function apiTokens({
  transaction,
  member,
}: Pick<MemberContext, 'transaction' | 'member'>): Promise<Answer<CallOutput<TeamCalls['apiTokens']>>> {
  const found = await transaction.query<TokenRow>({
    name: 'api-tokens',
    text: `select m.member_id, m.name, t.hint, m.permission_code_list, m.shop_rule, m.shop_countries,
        array(select shop_id from member_shop granted where granted.member_id = m.member_id) as shop_ids,
        t.created_at, t.expires_at, t.used_at, t.used_from
      from api_token t join member m using (member_id) where t.account_id = $1 order by t.created_at desc, m.member_id`,
    values: [member.scope.accountId],
  });
  return success({
    tokens: found.rows.map((row) => ({
      tokenId: row.member_id,
      name: row.name,
      hint: row.hint,
      permissionCodeList: row.permission_code_list,
      responsibility: responsibilityOf(row),
      shopCount: row.shop_ids.length,
      createdAt: row.created_at.getTime(),
      expiresAt: row.expires_at.getTime(),
      usedAt: row.used_at?.getTime() ?? null,
      usedFrom: row.used_from,
    })),
  });
}

export async function addApiToken(
  { database, member }: Pick<LongContext, 'database' | 'member'>,
  { name, permissionCodeList, responsibility, days }: CallInput<TeamCalls['addApiToken']>,
): Promise<Answer<CallOutput<TeamCalls['addApiToken']>>> {
  // Nobody logs in as a token: nobody has ever seen its password.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const { accountId } = member.scope;
  return database.within(member.scope, async (transaction) => {
    await lockLogins(transaction, accountId);
    const counted = await transaction.query<{ count: number }>(
      'select count(*)::int as count from api_token where account_id = $1',
      [accountId],
    );
    if ((counted.rows[0]?.count ?? 0) >= TOKEN_LIMITS.most) return fail('api_tokens_full');
    const shopIds = await shopsOf(transaction, accountId, responsibility);
    if (shopIds === null) return fail('not_found');
    const inserted = await transaction.query<{ member_id: string }>(
      `insert into member (account_id, username, name, password_hash, is_main, is_token, permission_code_list, shop_rule,
         shop_countries)
       select $1, handle || ':token-' || $2, $3, $4, false, true, $5, $6, $7 from account where account_id = $1
       returning member_id`,
      [
        accountId,
        randomBytes(6).toString('hex'),
        name,
        passwordHash,
        permissionCodeList,
        responsibility.kind,
        countriesOf(responsibility),
      ],
    );
    const tokenId = asMemberId(inserted.rows[0]?.member_id ?? '');
    await setMemberShops(transaction, accountId, tokenId, shopIds);
    await appendChanges(transaction, accountId, [COLLEAGUES_CHANGED]);
    const token = await openTokenSession(transaction, accountId, tokenId, days);
    return success({ tokenId, token });
  });
}

/** Its session goes with it. Its messages and its entries in the audit trail stay, with its name. */
export async function deleteApiToken(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { tokenId }: CallInput<TeamCalls['deleteApiToken']>,
): Promise<Answer<CallOutput<TeamCalls['deleteApiToken']>>> {
  // Sealed passwords of shops that it was signing in: the sign-ins themselves go with the member.
  await transaction.query(
    `delete from secret where account_id = $1 and owner_id in
       (select sign_in_id from sign_in join member using (member_id) where member_id = $2 and is_token)`,
    [member.scope.accountId, tokenId],
  );
  const { accountId } = member.scope;
  const deleted = await transaction.query('delete from member where account_id = $1 and member_id = $2 and is_token', [
    accountId,
    tokenId,
  ]);
  if (deleted.rowCount !== 1) return fail('not_found');
  await appendChanges(transaction, accountId, [COLLEAGUES_CHANGED]);
  return success({});
}
