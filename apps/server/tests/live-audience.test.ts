import type { ChangeKind } from '@pasar/api';
import { type MemberId, PERMISSION_KEYS, type PermissionKey, type ShopId } from '@pasar/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendChanges, type NewChange } from '../src/records/change-feed.ts';
import { setMemberKeys, setMemberShops } from '../src/records/grants.ts';
import { wholeAccount } from '../src/storage/database.ts';
import { openTestDatabase, type TestDatabase } from './harness/database.ts';
import {
  aimedAt,
  FOR_ALL,
  LiveHarness,
  type LiveTenant,
  type Person,
  type SeenChange,
} from './harness/live-harness.ts';
import { CHANGE_KINDS, changeOfKind } from './harness/live-samples.ts';
import { type LiveWindow, openTestWeb, type TestWeb } from './harness/web.ts';

const SHOPS = 4;
const SUB_ACCOUNTS = 4;
const TENANTS = 2;

let database: TestDatabase;
let web: TestWeb;
let harness: LiveHarness;
let runs = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
  harness = new LiveHarness(database, web);
});
afterAll(async () => {
  await web.close();
  await database.close();
});

type NewsStep = {
  readonly kind: 'shop' | 'aimed' | 'aimedAboutShop' | 'all';
  /** The shop that the change is about. */
  readonly of: ChangeKind;
  readonly who: number;
  readonly shop: number;
};
type Step = { readonly tenant: number } & (
  | { readonly kind: 'append'; readonly news: readonly NewsStep[] }
  | {
      readonly kind: 'grant';
      readonly who: number;
      readonly shops: readonly number[];
      readonly news: readonly NewsStep[];
    }
  | { readonly kind: 'keys'; readonly who: number; readonly keys: readonly PermissionKey[] }
  | { readonly kind: 'lose'; readonly who: number; readonly shop: number }
  | { readonly kind: 'promote'; readonly who: number; readonly isMain: boolean }
  | { readonly kind: 'open'; readonly who: number; readonly back: number }
  | { readonly kind: 'close'; readonly which: number }
);

const tenant = fc.nat(TENANTS - 1);
/** 0 is the main account. */
const who = fc.nat(SUB_ACCOUNTS);
const shop = fc.nat(SHOPS - 1);
const news = fc.array(
  fc.record<NewsStep>({
    kind: fc.constantFrom('shop', 'shop', 'aimed', 'aimedAboutShop', 'all'),
    of: fc.constantFrom(...CHANGE_KINDS),
    who,
    shop,
  }),
  { minLength: 1, maxLength: 6 },
);
/** The keys of kinds of changes are drawn more often than other keys. */
const keys = fc.uniqueArray(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<PermissionKey>('chat', 'shopManager') },
    fc.constantFrom(...PERMISSION_KEYS),
  ),
  { maxLength: 4 },
);
const subAccount = fc.integer({ min: 1, max: SUB_ACCOUNTS });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('append' as const), tenant, news }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      tenant,
      who: subAccount,
      shops: fc.uniqueArray(shop),
      news,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('keys' as const), tenant, who: subAccount, keys }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), tenant, who: subAccount, shop }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('promote' as const), tenant, who: subAccount, isMain: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open' as const), tenant, who, back: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), tenant, which: fc.nat(10) }) },
);
/** The events between two reads: mostly one, so that the expected changes are known. */
const batches = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.tuple(step) },
    { weight: 1, arbitrary: fc.array(step, { minLength: 2, maxLength: 4 }) },
  ),
  { minLength: 12, maxLength: 20 },
);

interface Watcher {
  readonly person: Person;
  readonly window: LiveWindow;
  readonly since: number;
  /** The number of the first read that had the change. */
  from: number;
  checkedUpTo: number;
}
/** The changes that row security shows each member of one account at one moment, of the kinds that their keys open. */
interface Look {
  readonly head: number;
  readonly seen: ReadonlyMap<MemberId, ReadonlyMap<number, SeenChange>>;
}

class Audience {
  readonly #tenant: LiveTenant;
  readonly #people: readonly Person[];
  readonly #watchers: Watcher[] = [];
  #looks: Look[] = [];

  constructor(of: LiveTenant, people: readonly Person[]) {
    this.#tenant = of;
    this.#people = people;
  }

  async play(happening: Step): Promise<void> {
    const { accountId } = this.#tenant;
    switch (happening.kind) {
      case 'append':
        return harness.append(
          accountId,
          happening.news.map((item) => this.#change(item)),
        );
      case 'grant':
        // In one transaction: later changes are for the members who see the shop from then on.
        return database.engine.within(wholeAccount(accountId), async (transaction) => {
          const shopIds = happening.shops.map((number) => this.#shop(number));
          await setMemberShops(transaction, accountId, this.#person(happening.who).memberId, shopIds);
          await appendChanges(
            transaction,
            accountId,
            happening.news.map((item) => this.#change(item)),
          );
        });
      case 'keys':
        return database.app.within(wholeAccount(accountId), (transaction) =>
          setMemberKeys(transaction, accountId, this.#person(happening.who).memberId, happening.keys),
        );
      case 'lose':
        // By SQL: no change is appended, and no account is named.
        await database.owner.query('delete from member_shop where member_id = $1 and shop_id = $2', [
          this.#person(happening.who).memberId,
          this.#shop(happening.shop),
        ]);
        return;
      case 'promote':
        await database.owner.query('update member set is_main = $2 where member_id = $1', [
          this.#person(happening.who).memberId,
          happening.isMain,
        ]);
        return;
      case 'open': {
        const person = this.#person(happening.who);
        const since = Math.max(0, (await harness.head(accountId)) - happening.back);
        const from = this.#looks.length - 1;
        const window = await person.visitor.live(since);
        this.#watchers.push({ person, window, since, from, checkedUpTo: since });
        return;
      }
      case 'close':
        for (const { window } of this.#watchers.splice(happening.which, 1)) window.close();
    }
  }

  async look(isFirst: boolean): Promise<void> {
    const head = await harness.head(this.#tenant.accountId);
    const seen = new Map<MemberId, ReadonlyMap<number, SeenChange>>();
    for (const { accountId, memberId } of this.#people) {
      const changes = await harness.seenBy(accountId, memberId, 0);
      seen.set(memberId, new Map(changes.map((change) => [change.seq, change])));
    }
    if (isFirst) {
      this.#looks = [];
      for (const watcher of this.#watchers) watcher.from = 0;
    }
    this.#looks.push({ head, seen });
  }

  /**
   * Each window was told every change that its member could see all the time, and none that the member could never see.
   */
  async check(): Promise<number> {
    const head = this.#looks.at(-1)?.head ?? 0;
    let told = 0;
    for (const watcher of this.#watchers) {
      const { window, person, checkedUpTo } = watcher;
      const upTo = () => Math.max(watcher.since, ...window.frames.map((frame) => frame.upTo ?? 0));
      await window.until(() => upTo() >= head);
      expect(upTo()).toBe(head);
      const numbers = window.changes.map(({ seq }) => seq);
      expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
      const fresh = new Map(
        window.changes.filter(({ seq }) => seq > checkedUpTo).map((change) => [change.seq, change]),
      );
      for (let seq = checkedUpTo + 1; seq <= head; seq += 1) {
        const looks = this.#looks.slice(watcher.from).filter((look) => look.head >= seq);
        const shown = looks.map((look) => look.seen.get(person.memberId)?.get(seq) ?? null);
        const change = fresh.get(seq) ?? null;
        expect(shown, `change ${seq}`).toContainEqual(change);
        if (change !== null) told += 1;
      }
      watcher.checkedUpTo = head;
    }
    return told;
  }

  close(): void {
    for (const { window } of this.#watchers) window.close();
  }

  #change({ kind, who: number, shop, of }: NewsStep): NewChange {
    const { memberId } = this.#person(number);
    switch (kind) {
      case 'shop':
        return changeOfKind(of, this.#shop(shop));
      case 'aimed':
        return aimedAt(memberId);
      case 'aimedAboutShop':
        return { ...changeOfKind(of, this.#shop(shop)), memberId };
      case 'all':
        return FOR_ALL;
    }
  }

  #person(number: number): Person {
    return at(this.#people, number);
  }

  #shop(number: number): ShopId {
    return at(this.#tenant.shopIds, number);
  }
}

function at<Item>(items: readonly Item[], number: number): Item {
  const item = items[number];
  if (item === undefined) throw new Error(`there is no number ${number}`);
  return item;
}

/** A seller with members of whom each sees one shop more than the one before, and a window of each. */
async function openAudience(name: string): Promise<Audience> {
  const made = await harness.tenant(name, SHOPS);
  const people = [made.main];
  for (let number = 0; number < SUB_ACCOUNTS; number += 1) {
    people.push(await harness.subAccount(made.accountId, `${name}:${number}`, made.shopIds.slice(0, number)));
  }
  const audience = new Audience(made, people);
  await audience.look(true);
  for (let number = 0; number <= SUB_ACCOUNTS; number += 1) {
    await audience.play({ kind: 'open', tenant: 0, who: number, back: 0 });
  }
  return audience;
}

test('each window is told what row security shows its member, of the kinds that the keys open', async () => {
  let told = 0;
  await fc.assert(
    fc.asyncProperty(batches, async (all) => {
      runs += 1;
      const audiences = [await openAudience(`run-${runs}-a@x`), await openAudience(`run-${runs}-b@x`)];
      for (const batch of all) {
        for (const audience of audiences) await audience.look(true);
        for (const happening of batch) {
          await at(audiences, happening.tenant).play(happening);
          for (const audience of audiences) await audience.look(false);
        }
        for (const audience of audiences) told += await audience.check();
      }
      for (const audience of audiences) audience.close();
    }),
    { seed: 20_261_121, numRuns: 8, endOnFailure: true },
  );
  expect(told).toBeGreaterThan(500);
}, 120_000);
