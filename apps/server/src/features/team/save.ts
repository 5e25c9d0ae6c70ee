import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { MOST_SUB_ACCOUNTS } from '@pasar/api';
import {
  type AccountId,
  asMemberId,
  asShopId,
  holds,
  type PermissionKey,
  type Responsibility,
  type ShopId,
} from '@pasar/domain';
import { releaseAssigned } from '../../records/assignments.ts';
import { appendChanges, type NewChange } from '../../records/change-feed.ts';
import { keepSharedViews } from '../../records/conversation-views.ts';
import { setMemberKeys, setMemberShops } from '../../records/grants.ts';
import { lockLogins } from '../../records/leases.ts';
import { releaseRemarks } from '../../records/remark-work.ts';
import { removeFactor } from '../../records/second-factor.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext, MemberContext } from '../handler.ts';
import { hashPassword, newPasswordFault } from '../passwords.ts';

type TeamCalls = typeof CALLS.team;

/** Told whenever a member is added, changed or removed, so that every window has the names and groups as they are. */
export const COLLEAGUES_CHANGED: NewChange = { change: { kind: 'colleagues' }, shopId: null, memberId: null };

/**
 * Both calls lock the account's logins, as the addition of a shop does: the shop is either among those that are read
 * here, or is given by the rule that is stored here. The password is hashed before the transaction begins, because the
 * hash takes long by intention.
 */
export async function saveChildAccount(
  { database, member }: Pick<LongContext, 'database' | 'member'>,
  input: CallInput<TeamCalls['saveChildAccount']>,
): Promise<Answer<CallOutput<TeamCalls['saveChildAccount']>>> {
  const fault = await newPasswordFault(input.password, input.username);
  if (fault !== null) return fail(fault);
  const passwordHash = await hashPassword(input.password);
  const { accountId } = member.scope;
  return database.within(member.scope, async (transaction) => {
    await lockLogins(transaction, accountId);
    const account = await transaction.query<{ handle: string; count: number }>(
      `select handle, (select count(*)::int from member where account_id = $1 and not is_main and not is_token) as count
       from account where account_id = $1`,
      [accountId],
    );
    const [found] = account.rows;
    if (found === undefined) throw new Error('the account of a member is gone');
    const shopIds = await shopsOf(transaction, accountId, input.responsibility);
    if (shopIds === null) return fail('not_found');
    if (found.count >= MOST_SUB_ACCOUNTS) return fail('sub_accounts_full');
    const username = `${found.handle}:${input.username}`;
    const inserted = await transaction.query<{ member_id: string }>(
      `insert into member (account_id, username, name, group_name, password_hash, is_main, permission_code_list, shop_rule,
         shop_countries)
       values ($1, $2, $3, $4, $5, false, $6, $7, $8) on conflict do nothing returning member_id`,
      [
        accountId,
        username,
        input.name,
        input.groupName,
        passwordHash,
        input.permissionCodeList,
        input.responsibility.kind,
        countriesOf(input.responsibility),
      ],
    );
    const [made] = inserted.rows;
    if (made === undefined) return fail('username_taken');
    await setMemberShops(transaction, accountId, asMemberId(made.member_id), shopIds);
    await appendChanges(transaction, accountId, [COLLEAGUES_CHANGED]);
    return success({ memberId: made.member_id, username });
  });
}

export async function updateChildAccount(
  { database, member, now }: Pick<LongContext, 'database' | 'member' | 'now'>,
  { memberId: id, password, ...input }: CallInput<TeamCalls['updateChildAccount']>,
): Promise<Answer<CallOutput<TeamCalls['updateChildAccount']>>> {
  const { accountId } = member.scope;
  const memberId = asMemberId(id);
  const known = await database.one<{ username: string }>(member.scope, {
    name: 'sub-account-username',
    text: 'select username from member where account_id = $1 and member_id = $2 and not is_main and not is_token',
    values: [accountId, memberId],
  });
  const username = known.rows[0]?.username;
  if (username === undefined) return fail('not_found');
  const fault = password === undefined ? null : await newPasswordFault(password, username);
  if (fault !== null) return fail(fault);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return database.within(member.scope, async (transaction) => {
    await lockLogins(transaction, accountId);
    const shopIds = await shopsOf(transaction, accountId, input.responsibility);
    if (shopIds === null) return fail('not_found');
    const updated = await transaction.query(
      `update member set name = $3, group_name = $4, password_hash = coalesce($5, password_hash), shop_rule = $6,
         shop_countries = $7
       where account_id = $1 and member_id = $2 and not is_main and not is_token`,
      [
        accountId,
        memberId,
        input.name,
        input.groupName,
        passwordHash,
        input.responsibility.kind,
        countriesOf(input.responsibility),
      ],
    );
    if (updated.rowCount === 0) return fail('not_found');
    if (passwordHash !== null) await transaction.query('delete from session where member_id = $1', [memberId]);
    const grant = { ...member.grant, isMain: false, permissionCodeList: input.permissionCodeList };
    const keptBy = (key: PermissionKey) => (holds(grant, key) ? shopIds : []);
    const by = { memberId: asMemberId(member.view.memberId), name: member.view.name };
    const released = [
      ...(await releaseAssigned(transaction, accountId, memberId, { kept: keptBy('chat'), by, at: now })),
      ...(await releaseRemarks(transaction, memberId, keptBy('remark'))),
    ];
    await setMemberKeys(transaction, accountId, memberId, input.permissionCodeList);
    await setMemberShops(transaction, accountId, memberId, shopIds);
    await appendChanges(transaction, accountId, [...released, COLLEAGUES_CHANGED]);
    return success({});
  });
}

/** The sub-account's sessions go with it, and so its windows close. */
export async function deleteChildAccount(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  { memberId }: CallInput<TeamCalls['deleteChildAccount']>,
): Promise<Answer<CallOutput<TeamCalls['deleteChildAccount']>>> {
  // Sealed passwords of shops that the member was signing in: the sign-ins themselves go with the member.
  await transaction.query(
    `delete from secret where account_id = $1 and owner_id in
       (select sign_in_id from sign_in join member using (member_id) where member_id = $2 and not is_main and not is_token)`,
    [member.scope.accountId, memberId],
  );
  const { accountId } = member.scope;
  const by = { memberId: asMemberId(member.view.memberId), name: member.view.name };
  const isOther = memberId !== by.memberId;
  const released = isOther
    ? [
        ...(await releaseAssigned(transaction, accountId, asMemberId(memberId), { kept: [], by, at: now })),
        ...(await releaseRemarks(transaction, asMemberId(memberId), [])),
        ...(await keepSharedViews(transaction, asMemberId(memberId))),
      ]
    : [];
  const deleted = await transaction.query(
    'delete from member where account_id = $1 and member_id = $2 and not is_main and not is_token',
    [accountId, memberId],
  );
  if (deleted.rowCount === 0) return fail('not_found');
  await removeFactor(transaction, asMemberId(memberId));
  await appendChanges(transaction, accountId, [...released, COLLEAGUES_CHANGED]);
  return success({});
}

/**
 * Demanded only by a main account that has a second factor itself. Members without one are logged out, and are led to
 * set one up when they log in again.
 */
export async function demandSecondFactor(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { isDemanded }: CallInput<TeamCalls['demandSecondFactor']>,
): Promise<Answer<CallOutput<TeamCalls['demandSecondFactor']>>> {
  const { accountId, memberId } = member.scope;
  const lacking = `from member m where m.account_id = $1 and not m.is_token
    and not exists (select from second_factor f where f.member_id = m.member_id and f.confirmed_at is not null)
    and not exists (select from passkey p where p.member_id = m.member_id)`;
  if (isDemanded) {
    const own = await transaction.query(`select ${lacking} and m.member_id = $2`, [accountId, memberId]);
    if (own.rowCount !== 0) return fail('second_factor_last');
    await transaction.query(`delete from session where member_id in (select m.member_id ${lacking})`, [accountId]);
  }
  await transaction.query('update account set is_factor_demanded = $2 where account_id = $1', [accountId, isDemanded]);
  return success({});
}

/** For a member who has lost the app, the recovery codes, or the passkeys. Whoever is logged in as the member now is out. */
export async function resetSecondFactor(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  { memberId }: CallInput<TeamCalls['resetSecondFactor']>,
): Promise<Answer<CallOutput<TeamCalls['resetSecondFactor']>>> {
  const found = await transaction.query(
    'select from member where account_id = $1 and member_id = $2 and not is_main and not is_token',
    [member.scope.accountId, memberId],
  );
  if (found.rowCount === 0) return fail('not_found');
  const hadApp = await removeFactor(transaction, asMemberId(memberId));
  const passkeys = await transaction.query('delete from passkey where member_id = $1', [memberId]);
  if (!hadApp && passkeys.rowCount === 0) return fail('not_found');
  await transaction.query('delete from session where member_id = $1', [memberId]);
  return success({});
}

export const countriesOf = (responsibility: Responsibility): readonly string[] =>
  responsibility.kind === 'countries' ? responsibility.countries : [];

/** The account's shops that the responsibility covers now; null where it names a shop that the account does not have. */
export async function shopsOf(
  transaction: Transaction,
  accountId: AccountId,
  responsibility: Responsibility,
): Promise<readonly ShopId[] | null> {
  const found = await transaction.query<{ shop_id: string }>(
    `select shop_id from shop where account_id = $1
       and case $2 when 'all' then true when 'countries' then country = any($3) else shop_id = any($4::uuid[]) end`,
    [
      accountId,
      responsibility.kind,
      countriesOf(responsibility),
      responsibility.kind === 'shops' ? responsibility.shopIds : [],
    ],
  );
  const shopIds = found.rows.map((row) => asShopId(row.shop_id));
  const isUnknown = responsibility.kind === 'shops' && new Set(responsibility.shopIds).size !== shopIds.length;
  return isUnknown ? null : shopIds;
}
