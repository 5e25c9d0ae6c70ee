import type { ShopView } from '@pasar/api';
import { asAccountId, asShopId } from '@pasar/domain';
import { z } from 'zod';
import { provisionTenant } from '../../apps/server/src/features/account/provision.ts';
import { appendChanges, type NewChange } from '../../apps/server/src/records/change-feed.ts';
import { type Database, openDatabase, wholeAccount } from '../../apps/server/src/storage/database.ts';
import { SecretBox } from '../../apps/server/src/storage/secrets.ts';
import { conversation, message, shops } from '../../apps/web/tests/builders.ts';
import { type Child, startChild, usage } from './scale/child.ts';
import { MASTER_KEY, type MeasuredServer, openSession, startMeasuredServer } from './scale/crowd-server.ts';
import { type GoalRow, printGoals } from './table.ts';

/**
 * Tells one seller's changes to 500 browsers, each only the changes it may see, and compares this with a server that
 * only calls `ws.send` with each frame for each browser. Every browser belongs to a sub-account that may see all shops
 * but one. The first run has few people with many windows each, the second run one window a person. A step is the set
 * of changes that one buyer's message causes: the message, its conversation and its shop.
 */
const BROWSERS = Number(process.env.PASAR_BENCH_BROWSERS ?? '500');
const SHOPS = 20;
const STEPS = 400;
/**
 * Enough steps that the last wait hardly counts, and few enough that no browser falls so far behind that it must
 * reload.
 */
const BURST_STEPS = 1_000;
const PER_SECOND = 40;
/** Steps committed in one transaction during a burst, as the ingest does when many messages arrive together. */
const AT_ONCE = 20;
const SHOP = theShop();
const HEAD = z.object({ seq: z.coerce.number() });

interface Teller {
  readonly name: string;
  readonly child: Child;
  /** Commits the next steps in one transaction; resolves with the number up to which browsers are told. */
  tell(steps: number): Promise<number>;
}
interface Told {
  readonly name: string;
  /** CPU of the server in microseconds, by browser and step. */
  readonly pacedCpu: number;
  readonly burstCpu: number;
  /** Steps a second that reach all browsers when they are committed as fast as possible. */
  readonly perSecond: number;
}

export async function benchFanOut(): Promise<void> {
  const server = await startMeasuredServer('http://127.0.0.1:1', 'web');
  const database = openDatabase(server.database, 'pasar_engine', 2);
  try {
    const plain = await tellPlainly();
    const few = await tellByPasar(server, database, 'few', Math.max(1, Math.round(BROWSERS / 25)));
    const many = await tellByPasar(server, database, 'many', BROWSERS);
    print([plain, few, many]);
  } finally {
    await database.close();
    await server.stop();
  }
}

async function tellPlainly(): Promise<Told> {
  const child = await startChild(new URL('./scale/plain-fan-out.ts', import.meta.url));
  try {
    const url = await child.ask(z.string(), 'url');
    let upTo = 0;
    const tell = async (steps: number) => {
      for (let step = 0; step < steps; step += 1) {
        const changes = stepOf(SHOP, upTo).map(({ change }, index) => ({ seq: upTo + index + 1, ...change }));
        upTo += changes.length;
        child.say({ upTo, changes });
      }
      return upTo;
    };
    const addresses = Array.from({ length: BROWSERS }, () => ({ url, cookie: '' }));
    return await take({ name: 'plain ws.send', child, tell }, addresses);
  } finally {
    await child.stop();
  }
}

async function tellByPasar(server: MeasuredServer, database: Database, name: string, members: number): Promise<Told> {
  const { accountId, shopIds, cookies, head } = await provision(server, name, members);
  const url = `${server.url.replace('http', 'ws')}/api/live?since=${head}`;
  let steps = 0;
  let upTo = head;
  const tell = async (count: number) => {
    const changes: NewChange[] = [];
    for (const last = steps + count; steps < last; steps += 1) {
      const shopId = asShopId(shopIds[steps % SHOPS] ?? '');
      changes.push(...stepOf({ ...SHOP, shopId }, upTo + changes.length));
    }
    upTo += changes.length;
    await database.within(wholeAccount(accountId), (transaction) => appendChanges(transaction, accountId, changes));
    return upTo;
  };
  const addresses = Array.from({ length: BROWSERS }, (_, at) => ({ url, cookie: cookies[at % members] ?? '' }));
  const title = `Pasar, ${members} ${members === 1 ? 'person' : 'people'}`;
  return take({ name: title, child: server.child, tell }, addresses);
}

/** Creates a seller with sub-accounts that see every shop but the last. */
async function provision(server: MeasuredServer, name: string, members: number) {
  const shops = Array.from({ length: SHOPS + 1 }, (_, at) => ({
    platformShopId: `${name}-${at}`,
    name: `Shop ${at}`,
    country: 'SG' as const,
    isCb: false,
  }));
  const connection = { marketplace: 'shopee', identifier: name, password: 'x', country: 'SG', shops } as const;
  const main = { username: `fan-out-${name}`, password: 'x', name };
  const plan = { name, main, subAccounts: [], connections: [connection] };
  await provisionTenant(server.database, new SecretBox(() => [MASTER_KEY]), plan);
  const { owner } = server;
  const accounts = await owner.query('select account_id from member where username = $1', [main.username]);
  const accountId = asAccountId(z.object({ account_id: z.uuid() }).parse(accounts.rows[0]).account_id);
  await owner.query(
    `with made as (insert into member (account_id, username, name, password_hash, is_main, permission_code_list)
       select $1, $2 || number, $2 || number, '', false, '{chat}' from generate_series(1, $3::int) number returning member_id)
     insert into member_shop (account_id, member_id, shop_id)
     select $1, made.member_id, shop.shop_id from made, shop where shop.account_id = $1 and platform_shop_id <> $4`,
    [accountId, `${name}-member-`, members, `${name}-${SHOPS}`],
  );
  const cookies: string[] = [];
  for (let at = 1; at <= members; at += 1) cookies.push(await openSession(server, `${name}-member-${at}`));
  await owner.query('analyze');
  const rows = await owner.query('select shop_id from shop where account_id = $1 and platform_shop_id <> $2', [
    accountId,
    `${name}-${SHOPS}`,
  ]);
  const counters = await owner.query('select seq from account_counter where account_id = $1', [accountId]);
  return {
    accountId,
    cookies,
    shopIds: z
      .array(z.object({ shop_id: z.uuid() }))
      .parse(rows.rows)
      .map((row) => row.shop_id),
    head: HEAD.parse(counters.rows[0]).seq,
  };
}

async function take(
  { name, child, tell }: Teller,
  addresses: readonly { url: string; cookie: string }[],
): Promise<Told> {
  const browsers = await startChild(new URL('./scale/browsers.ts', import.meta.url));
  try {
    await browsers.ask(z.number(), 'open', addresses);
    // A first round is not counted: in it code is compiled and queries are planned.
    await paced(browsers, tell, STEPS / 4);
    const start = await child.ask(usage, 'use');
    await paced(browsers, tell, STEPS);
    const middle = await child.ask(usage, 'use');
    const startedAt = performance.now();
    let upTo = 0;
    for (let step = 0; step < BURST_STEPS; step += AT_ONCE) upTo = await tell(AT_ONCE);
    await browsers.ask(z.unknown(), 'until', upTo);
    const tookMs = performance.now() - startedAt;
    const end = await child.ask(usage, 'use');
    const each = (cpuMs: number, steps: number) => (cpuMs * 1_000) / (steps * addresses.length);
    return {
      name,
      pacedCpu: each(middle.cpuMs - start.cpuMs, STEPS),
      burstCpu: each(end.cpuMs - middle.cpuMs, BURST_STEPS),
      perSecond: (BURST_STEPS / tookMs) * 1_000,
    };
  } finally {
    await browsers.stop();
  }
}

async function paced(browsers: Child, tell: Teller['tell'], steps: number): Promise<void> {
  const startedAt = performance.now();
  let upTo = 0;
  for (let step = 0; step < steps; step += 1) {
    const dueMs = startedAt + (step * 1_000) / PER_SECOND - performance.now();
    if (dueMs > 0) await new Promise((resume) => setTimeout(resume, dueMs));
    upTo = await tell(1);
  }
  await browsers.ask(z.unknown(), 'until', upTo);
}

/** The changes that a buyer's message causes on a desk, as large as the real rows are. */
function stepOf(shop: ShopView, number: number): NewChange[] {
  const listed = conversation(number, shop);
  const written = message(listed.conversationId, number);
  const changes: NewChange['change'][] = [
    { kind: 'conversation', conversation: listed },
    { kind: 'message', message: written },
    { kind: 'shop', shop },
  ];
  return changes.map((change) => ({ change, shopId: shop.shopId, memberId: null }));
}

function print(all: readonly Told[]): void {
  const [plain] = all;
  const rows = all.flatMap(({ name, pacedCpu, burstCpu, perSecond }): GoalRow[] => [
    { name: `${name}: CPU a browser, ${PER_SECOND} steps a second`, value: pacedCpu, unit: 'us', goal: null },
    { name: `${name}: CPU a browser, as fast as they come`, value: burstCpu, unit: 'us', goal: null },
    { name: `${name}: told to everybody`, value: perSecond, unit: 'steps/s', goal: null },
  ]);
  const goal = { kind: 'atLeast', value: 1 } as const;
  const against = (name: string, value: number): GoalRow => ({ name, value, unit: 'x', goal });
  const ratios = all
    .slice(1)
    .flatMap(({ name, pacedCpu, perSecond }) => [
      against(
        `${name}: steps a second of CPU against plain ws.send, paced`,
        (plain?.pacedCpu ?? Number.NaN) / pacedCpu,
      ),
      against(`${name}: steps a second against plain ws.send, in bursts`, perSecond / (plain?.perSecond ?? Number.NaN)),
    ]);
  printGoals(`Live fan-out to ${BROWSERS} browsers, a step is three changes`, [...rows, ...ratios]);
}

function theShop(): ShopView {
  const [first] = shops();
  if (first === undefined) throw new Error('there is no shop');
  return first;
}
