import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asPlatformShopId, type Country, CROSS_BORDER_SITES, type ShopId } from '@pasar/domain';
import { type Bound, bindLogin } from '../../records/bind-login.ts';
import { appendChanges } from '../../records/change-feed.ts';
import type { Member } from '../../records/members.ts';
import { listUsers, tellShops } from '../../records/shop-users.ts';
import { type Database, type Transaction, wholeAccount } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secrets.ts';
import { type Answer, fail, success } from '../answer.ts';
import { writeUser } from './update-user.ts';

type Chat = typeof CALLS.shops;
interface Context {
  readonly database: Database;
  readonly member: Member;
  readonly secrets: SecretBox;
  readonly shopQuota: number | null;
}
type Saved = Answer<CallOutput<Chat['saveUser']>>;
type Input = CallInput<Chat['saveUser']>;

/** Binds a new shop, or renews the stored facts of a shop that the member sees. */
export async function saveUser(context: Context, input: Input): Promise<Saved> {
  const { database, member } = context;
  const access = await database.within(member.scope, (transaction) => look(transaction, input));
  const known = await database.within(wholeAccount(member.scope.accountId), (transaction) => look(transaction, input));
  // A sub-account may not move shops that it was not granted, nor add shops to their login.
  const isForeign = (known.shopId !== null && access.shopId === null) || (known.servesShops && !access.servesShops);
  if (isForeign) return fail('no_permission');
  return database.within(wholeAccount(member.scope.accountId), (transaction) =>
    write(transaction, context, input, access.shopId),
  );
}

const platformShopIdOf = ({ user }: Input) => user.shop_id ?? user.user_id;
/** Null where only the shop's own id is given; otherwise the id that the call itself uses. */
const shopUserIdOf = ({ user }: Input): string | null =>
  user.shop_user_id ?? (user.shop_id === null || user.shop_id === user.user_id ? null : user.user_id);
const identifierOf = ({ user }: Input) => user.cnsc_account_id ?? user.account ?? user.user_id;

async function look(
  transaction: Transaction,
  input: Input,
): Promise<{ readonly shopId: ShopId | null; readonly servesShops: boolean }> {
  const found = await transaction.query<{ shop_id: ShopId | null; serves: boolean }>(
    `select (select shop_id from shop where marketplace = $1 and platform_shop_id = $2) as shop_id,
       exists (select from shop s join connection c using (connection_id)
         where c.marketplace = $1 and c.identifier = $3) as serves`,
    [input.platform, platformShopIdOf(input), identifierOf(input)],
  );
  const [row] = found.rows;
  return { shopId: row?.shop_id ?? null, servesShops: row?.serves ?? false };
}

async function write(transaction: Transaction, context: Context, input: Input, knownId: ShopId | null): Promise<Saved> {
  const { user } = input;
  const { member } = context;
  const bound = knownId === null ? await bind(transaction, context, input) : null;
  if (bound?.kind === 'quotaFull') return fail('shop_quota_full');
  const [shopId] = bound === null ? [knownId] : bound.shopIds;
  const [shop] = shopId ? await listUsers(transaction, { shopId }) : [];
  if (!shop) return fail('request_exception');
  await writeUser({ transaction, member }, shop, {
    name: user.name,
    alias: user.alias,
    is_cb: user.is_cb,
    merchant_id: user.merchant_id ?? undefined,
    shop_user_id: shopUserIdOf(input) ?? undefined,
  });
  await tellShops(transaction, member, [shop.shopId]);
  const [saved] = await listUsers(transaction, { shopId: shop.shopId });
  return saved ? success({ user: saved.view }) : fail('request_exception');
}

/** Shops of a cross-border login are of several countries; the login itself is of none of them. */
async function siteOf(transaction: Transaction, input: Input): Promise<Country> {
  if (input.user.cnsc_account_id !== null) return 'CNSC';
  const found = await transaction.query<{ country: Country }>(
    'select country from connection where marketplace = $1 and identifier = $2 and country = any($3::text[])',
    [input.platform, identifierOf(input), CROSS_BORDER_SITES],
  );
  return found.rows[0]?.country ?? input.user.country;
}

async function bind(transaction: Transaction, { member, secrets, shopQuota }: Context, input: Input): Promise<Bound> {
  const { user, platform } = input;
  const { accountId } = member.scope;
  const platformShopId = asPlatformShopId(platformShopIdOf(input));
  const { bound, changes } = await bindLogin(
    transaction,
    secrets,
    {
      accountId,
      memberId: member.view.memberId,
      isHolder: false,
      marketplace: platform,
      country: await siteOf(transaction, input),
      identifier: identifierOf(input),
      password: null,
      kept: null,
      ipSubjectId: null,
      isNamed: true,
      shops: [
        {
          platformShopId,
          userId: shopUserIdOf(input),
          name: user.name ?? platformShopId,
          country: user.country,
          isCb: user.is_cb,
          merchantId: user.merchant_id ?? null,
          accountId: user.cnsc_account_id,
        },
      ],
    },
    shopQuota,
  );
  await appendChanges(transaction, accountId, changes);
  return bound;
}
