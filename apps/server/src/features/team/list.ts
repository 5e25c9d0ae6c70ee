import type { CALLS, CallOutput } from '@pasar/api';
import { MOST_SUB_ACCOUNTS, type SubAccountView } from '@pasar/api';
import type { Country, PermissionKey, Responsibility, ShopId } from '@pasar/domain';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type TeamCalls = typeof CALLS.team;
type Reading = Pick<MemberContext, 'transaction' | 'member'>;

interface SubAccountRow {
  readonly member_id: string;
  readonly username: string;
  readonly name: string;
  readonly group_name: string | null;
  readonly permission_code_list: PermissionKey[];
  readonly shop_rule: Responsibility['kind'];
  readonly shop_countries: Country[];
  readonly shop_ids: ShopId[];
  readonly created_at: Date;
  readonly logged_in_at: Date | null;
  readonly has_second_factor: boolean;
}

export async function getChildAccountList({
  transaction,
  member,
}: Reading): Promise<Answer<CallOutput<TeamCalls['getChildAccountList']>>> {
  const { accountId } = member.scope;
  const account = await transaction.query<{ handle: string; is_factor_demanded: boolean }>({
    name: 'account-handle',
    text: 'select handle, is_factor_demanded from account where account_id = $1',
    values: [accountId],
  });
  const found = await transaction.query<SubAccountRow>({
    name: 'sub-accounts',
    text: `select m.member_id, m.username, m.name, m.group_name, m.permission_code_list, m.shop_rule, m.shop_countries,
        array(select shop_id from member_shop granted where granted.member_id = m.member_id) as shop_ids, m.created_at,
        (select max(s.created_at) from session s where s.member_id = m.member_id and s.expires_at > now()) as logged_in_at,
        exists (select from second_factor f where f.member_id = m.member_id and f.confirmed_at is not null)
          or exists (select from passkey p where p.member_id = m.member_id) as has_second_factor
      from member m where m.account_id = $1 and not m.is_main and not m.is_token order by m.group_name nulls last, lower(m.name), m.member_id`,
    values: [accountId],
  });
  const [row] = account.rows;
  return success({
    handle: row?.handle ?? '',
    isFactorDemanded: row?.is_factor_demanded ?? false,
    children: found.rows.map(viewOf),
  });
}

const viewOf = (row: SubAccountRow): SubAccountView => ({
  memberId: row.member_id,
  username: row.username,
  name: row.name,
  groupName: row.group_name,
  permissionCodeList: row.permission_code_list,
  responsibility: responsibilityOf(row),
  shopCount: row.shop_ids.length,
  createdAt: row.created_at.getTime(),
  loggedInAt: row.logged_in_at?.getTime() ?? null,
  hasSecondFactor: row.has_second_factor,
});

export function responsibilityOf({
  shop_rule: kind,
  shop_ids: shopIds,
  shop_countries: countries,
}: Pick<SubAccountRow, 'shop_rule' | 'shop_ids' | 'shop_countries'>): SubAccountView['responsibility'] {
  switch (kind) {
    case 'shops':
      return { kind, shopIds };
    case 'countries':
      return { kind, countries };
    case 'all':
      return { kind };
  }
}

export async function getChildUserCnt({
  transaction,
  member,
}: Reading): Promise<Answer<CallOutput<TeamCalls['getChildUserCnt']>>> {
  const found = await transaction.query<{ count: number }>({
    name: 'count-sub-accounts',
    text: 'select count(*)::int as count from member where account_id = $1 and not is_main and not is_token',
    values: [member.scope.accountId],
  });
  return success({ count: found.rows[0]?.count ?? 0, most: MOST_SUB_ACCOUNTS });
}
