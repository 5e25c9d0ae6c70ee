import type { CALLS, CallInput, ListedCookie } from '@pasar/api';
import { openCookieJar } from '@pasar/bridge';
import { COUNTRIES, type Country, type Marketplace } from '@pasar/domain';
import { z } from 'zod';
import { sessionShape } from '../../records/kept-session.ts';
import type { Member } from '../../records/members.ts';
import { findUsers, restart, type ShopUser, tellShops } from '../../records/shop-users.ts';
import type { Transaction } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secrets.ts';
import { type Answer, fail, success } from '../answer.ts';

type Map_ = CallInput<typeof CALLS.shops.saveUserCookie>['userIdAndCookieMap'];
type Cookies = Map_[string];

interface Context {
  readonly transaction: Transaction;
  readonly member: Member;
  readonly secrets: SecretBox;
  readonly now: number;
  /** The origins of a marketplace's pages in a country: cookies that name no host belong to them. */
  readonly originsOf: (marketplace: Marketplace, country: Country) => readonly string[];
}

/**
 * Puts cookies that a desktop shell collected into the sealed session of their shops' connections. The connector's own
 * session string is dropped with the old cookies and replaced by an empty one, which says that the jar is the whole
 * session.
 */
export async function saveUserCookie(
  context: Context,
  input: CallInput<typeof CALLS.shops.saveUserCookie>,
): Promise<Answer<{ userIds: string[] }>> {
  const { transaction, member } = context;
  const found = await findUsers(transaction, Object.keys(input.userIdAndCookieMap), input.platform);
  if (!found.ok) return fail(found.reason, found.detail);
  const users = [...found.users.values()];
  await restart(transaction, member, users);
  for (const [userId, user] of found.users) {
    await keep(context, user, input.userIdAndCookieMap[userId] ?? null);
  }
  await tellShops(
    transaction,
    member,
    users.map((user) => user.shopId),
  );
  return success({ userIds: [...found.users.keys()] });
}

async function keep(context: Context, user: ShopUser, cookies: Cookies): Promise<void> {
  const { transaction, secrets, member, now } = context;
  const { accountId } = member.scope;
  const place = { accountId, ownerId: user.connectionId, field: 'session' } as const;
  const isTakenAway = cookies === null || cookies.length === 0;
  if (isTakenAway) {
    await transaction.query(`delete from secret where owner_id = $1 and field = 'session'`, [user.connectionId]);
  } else {
    const stored = await secrets.read(transaction, place);
    const jar = openCookieJar(stored === null ? null : sessionShape.parse(JSON.parse(stored)).cookies);
    const country = z.enum(COUNTRIES).parse(user.view.country);
    const origins = context.originsOf(user.marketplace, country);
    for (const { url, line } of toSetCookies(cookies, origins)) jar.accept(url, [line]);
    await secrets.store(transaction, place, JSON.stringify({ cookies: jar.serialize(), session: '' }));
  }
  await transaction.query(
    `update connection set state = 'waiting', refusal_reason = null, refusal_detail = null, cookies_disabled_at = $2
     where connection_id = $1`,
    [user.connectionId, isTakenAway ? now : null],
  );
}

interface SetCookie {
  readonly url: string;
  readonly line: string;
}

function toSetCookies(cookies: NonNullable<Cookies>, origins: readonly string[]): SetCookie[] {
  if (typeof cookies !== 'string') return cookies.flatMap((cookie) => fromListed(cookie, origins));
  const pairs = cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => /^[^\s=]+=/.test(pair));
  return pairs.flatMap((pair) => origins.map((url) => ({ url, line: `${pair}; Path=/` })));
}

function fromListed(cookie: ListedCookie, origins: readonly string[]): SetCookie[] {
  const { name, value, domain, path = '/' } = cookie;
  const host = domain?.replace(/^\./, '');
  const line = [
    `${name}=${value}`,
    `Path=${path}`,
    // A domain with a leading dot covers every host below it; a domain without one covers that host alone.
    ...(domain?.startsWith('.') ? [`Domain=${host}`] : []),
    ...(cookie.secure ? ['Secure'] : []),
    ...(cookie.httpOnly ? ['HttpOnly'] : []),
    ...(cookie.expirationDate === undefined
      ? []
      : [`Expires=${new Date(cookie.expirationDate * 1_000).toUTCString()}`]),
  ].join('; ');
  return host === undefined ? origins.map((url) => ({ url, line })) : [{ url: `https://${host}${path}`, line }];
}
