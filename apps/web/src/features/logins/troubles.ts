import type { LoginHealthView, ShopView, SignInView } from '@pasar/api';
import { isAboutProxy } from '@pasar/domain';

/** What may be wrong with a login, the worst first. */
export const TROUBLES = ['loggedOut', 'asked', 'proxy', 'away', 'expiring', 'coming', 'none'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** A login with its shops. */
export interface Login {
  readonly connectionId: string;
  readonly shops: readonly [ShopView, ...ShopView[]];
  readonly health: LoginHealthView | undefined;
  /** When it is expected to be logged out; null where nothing is expected. */
  readonly expiresAt: number | null;
  readonly trouble: Trouble;
}

/** The rest of an expected life that counts as its end (our choice): a tenth. */
const LAST_PART = 0.1;

/** The logins of the shops, the most troubled first; among equals the one that is out of order for longest. */
export function loginsOf(
  shops: Iterable<ShopView>,
  health: ReadonlyMap<string, LoginHealthView>,
  signIns: Iterable<SignInView>,
  now: number,
): readonly Login[] {
  const asked = new Set([...signIns].filter(({ state }) => state === 'challenged').map((one) => one.connectionId));
  return [...Map.groupBy(shops, ({ connectionId }) => connectionId)]
    .flatMap(([connectionId, [first, ...others]]) => {
      if (first === undefined) return [];
      const known = health.get(connectionId);
      const isAsked = asked.has(connectionId);
      return loginOf({ connectionId, shops: [first, ...others], health: known }, isAsked, now);
    })
    .toSorted(
      (left, right) =>
        TROUBLES.indexOf(left.trouble) - TROUBLES.indexOf(right.trouble) ||
        sinceOf(left) - sinceOf(right) ||
        left.shops[0].name.localeCompare(right.shops[0].name),
    );
}

/** What is most pressing comes first: the longest out of order, and the next to expire. */
const sinceOf = ({ trouble, expiresAt, health }: Login): number =>
  (trouble === 'expiring' || trouble === 'none' ? expiresAt : (health?.failedSince ?? health?.awaySince)) ??
  Number.MAX_SAFE_INTEGER;

function loginOf(login: Omit<Login, 'trouble' | 'expiresAt'>, isAsked: boolean, now: number): Login {
  const [{ connection }] = login.shops;
  const expected = login.health?.expected ?? null;
  const signedInAt = login.health?.signedInAt ?? null;
  const isLive = connection.state === 'live' || connection.state === 'catching_up';
  const expiresAt = isLive && expected !== null && signedInAt !== null ? signedInAt + expected.lifeMs : null;
  const isExpiring = expiresAt !== null && expected !== null && expiresAt - now <= expected.lifeMs * LAST_PART;
  return { ...login, expiresAt, trouble: troubleOf(connection, isAsked, isExpiring) };
}

function troubleOf({ state, refusal }: ShopView['connection'], isAsked: boolean, isExpiring: boolean): Trouble {
  if (isAsked) return 'asked';
  const isProxyAtFault = refusal !== null && isAboutProxy(refusal.reason);
  switch (state) {
    case 'failed':
      return isProxyAtFault ? 'proxy' : 'loggedOut';
    case 'interrupted':
      return isProxyAtFault ? 'proxy' : 'away';
    case 'waiting':
    case 'logging_in':
      return 'coming';
    case 'catching_up':
    case 'live':
      return isExpiring ? 'expiring' : 'none';
  }
}

/** How many logins have each trouble. */
export const countsOf = (logins: readonly Login[]): ReadonlyMap<Trouble, number> =>
  new Map([...Map.groupBy(logins, ({ trouble }) => trouble)].map(([trouble, of]) => [trouble, of.length]));
