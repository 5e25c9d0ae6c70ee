import { CHANGE_ACCESS, type ChangeKind, opens } from '@pasar/api';
import { type AccountId, asMemberId, asShopId, type MemberId, type PermissionKey, type ShopId } from '@pasar/domain';
import { SESSION_COOKIE } from '../../src/http/cookies.ts';
import { appendChanges, type NewChange } from '../../src/records/change-feed.ts';
import { setMemberShops } from '../../src/records/grants.ts';
import { findMember } from '../../src/records/members.ts';
import { openSession } from '../../src/records/sessions.ts';
import { wholeAccount } from '../../src/storage/database.ts';
import { makeTenant, type TestDatabase } from './database.ts';
import { type TestWeb, Visitor } from './web.ts';

/** A signed-in member. */
export interface Person {
  readonly accountId: AccountId;
  readonly memberId: MemberId;
  readonly visitor: Visitor;
}
export interface LiveTenant {
  readonly accountId: AccountId;
  readonly shopIds: readonly ShopId[];
  /** The main account. */
  readonly main: Person;
}
export type SeenChange = { readonly seq: number; readonly kind: ChangeKind; readonly [key: string]: unknown };

/** Sellers with their members at the live stream, and the changes that row security alone shows each of them. */
export class LiveHarness {
  readonly database: TestDatabase;
  readonly emptyMeansAll: boolean;
  readonly #web: TestWeb;

  constructor(database: TestDatabase, web: TestWeb, emptyMeansAll = false) {
    this.database = database;
    this.emptyMeansAll = emptyMeansAll;
    this.#web = web;
  }

  async tenant(username: string, shops: number): Promise<LiveTenant> {
    const platformShopIds = Array.from({ length: shops }, (_, number) => String(number + 1));
    const { accountId, mainId, connections } = await makeTenant(this.database, username, [platformShopIds]);
    const shopIds = connections.flatMap((connection) => [...connection.shopIds.values()]);
    return { accountId, shopIds, main: await this.signIn({ accountId, memberId: mainId }) };
  }

  async subAccount(
    accountId: AccountId,
    username: string,
    shopIds: readonly ShopId[],
    keys: readonly PermissionKey[] = ['chat'],
  ): Promise<Person> {
    const made = await this.database.owner.query<{ member_id: string }>(
      `insert into member (account_id, username, name, password_hash, is_main, permission_code_list)
       values ($1, $2, $2, '', false, $3) returning member_id`,
      [accountId, username, keys],
    );
    const memberId = asMemberId(made.rows[0]?.member_id ?? '');
    await this.grant(accountId, memberId, shopIds);
    return this.signIn({ accountId, memberId });
  }

  /** Opens a new session at each call. */
  async signIn({ accountId, memberId }: Omit<Person, 'visitor'>): Promise<Person> {
    const member = await findMember(this.database.app, accountId, memberId, this.emptyMeansAll);
    if (member === null) throw new Error('no such member');
    const visitor = new Visitor(this.#web.origin);
    visitor.cookie = `${SESSION_COOKIE}=${await openSession(this.database.app, member, { userAgent: null, address: '127.0.0.1' })}`;
    return { accountId, memberId, visitor };
  }

  async grant(accountId: AccountId, memberId: MemberId, shopIds: readonly ShopId[]): Promise<void> {
    await this.database.app.within(wholeAccount(accountId), (transaction) =>
      setMemberShops(transaction, accountId, memberId, shopIds),
    );
  }

  async append(accountId: AccountId, changes: readonly NewChange[]): Promise<void> {
    await this.database.engine.within(wholeAccount(accountId), (transaction) =>
      appendChanges(transaction, accountId, changes),
    );
  }

  async head(accountId: AccountId): Promise<number> {
    const found = await this.database.app.within(wholeAccount(accountId), (transaction) =>
      transaction.query<{ seq: string }>('select seq from account_counter'),
    );
    const [row] = found.rows;
    if (row === undefined) throw new Error('no such account');
    return Number(row.seq);
  }

  /**
   * The changes after `since` that row security shows a member, in the scope that the member's session would have now,
   * of the kinds that the member's keys open.
   */
  async seenBy(accountId: AccountId, memberId: MemberId, since: number): Promise<SeenChange[]> {
    const member = await findMember(this.database.app, accountId, memberId, this.emptyMeansAll);
    if (member === null) return [];
    const found = await this.database.app.within(member.scope, (transaction) =>
      transaction.query<{ seq: string; payload: { kind: ChangeKind } }>(
        'select seq, payload from change where seq > $1 order by seq',
        [since],
      ),
    );
    return found.rows
      .map(({ seq, payload }) => ({ seq: Number(seq), ...payload }))
      .filter(({ kind }) => opens(member.grant, CHANGE_ACCESS[kind]));
  }
}

/** A change about a shop, for one member, or for all members; the payloads differ. */
export const aboutShop = (shopId: ShopId): NewChange => ({ change: { kind: 'purge', shopId }, shopId, memberId: null });
export const aimedAt = (memberId: MemberId): NewChange => ({
  change: { kind: 'purge', shopId: asShopId(memberId) },
  shopId: null,
  memberId,
});
/** A change about a shop that is addressed to one member, whether or not that member sees the shop. */
export const aimedAboutShop = (memberId: MemberId, shopId: ShopId): NewChange => ({ ...aboutShop(shopId), memberId });
export const FOR_ALL: NewChange = { change: { kind: 'resync' }, shopId: null, memberId: null };
