import { CALLS } from '@pasar/api';
import { MARKETPLACES } from '@pasar/domain';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { type Balancer, startBalancer } from './harness/balancer.ts';
import { PeerHarness } from './harness/peer-harness.ts';
import type { LiveWindow, Visitor } from './harness/web.ts';

/**
 * Several server processes on one PostgreSQL: engines that join, leave and die, and two processes for browsers behind a
 * plain load balancer, under live traffic from both sides.
 */
const isWhole = inject('depth').isFireWhole;
let harness: PeerHarness;
let balancer: Balancer;
let visitor: Visitor;
let windows: LiveWindow[];
/** One conversation of each shop. */
let places: readonly Place[];

interface Place {
  readonly marketplace: string;
  readonly platformShopId: string;
  readonly buyerId: string;
  readonly conversationId: string;
}

const traffics: AbortController[] = [];

beforeAll(async () => {
  harness = await PeerHarness.open(MARKETPLACES, 'all');
  const second = await harness.startWeb();
  balancer = await startBalancer([harness.origin, second.url]);
  visitor = await harness.signIn('ours@x', balancer.origin);
  windows = [await visitor.live(0), await visitor.live(0)];
});
afterAll(async () => {
  for (const traffic of traffics) traffic.abort();
  for (const window of windows) window.close();
  balancer.close();
  await harness.close();
});

const until = (check: () => Promise<void>, timeout = 30_000) => vi.waitFor(check, { timeout, interval: 50 });
const sql = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
  (await harness.database.owner.query(text, [...values])).rows;
const control = async (path: string, body?: object): Promise<unknown> => {
  const response = await fetch(`${harness.simulator.controlOrigin}${path}`, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
};

/** How many connections each engine serves, the most first. */
const shares = async (): Promise<readonly number[]> =>
  (
    await sql<{ held: number }>(
      `select count(*)::int as held from connection_lease where expires_at > clock_timestamp() and holder is not null
       group by holder order by held desc`,
    )
  ).map(({ held }) => held);

/** Lets the leases of a dead engine lapse at once, as nine seconds without renewal would, and its row of the living. */
const lapse = async (living: number): Promise<void> => {
  await sql(
    `with dead as (select holder from peer where seen_at < clock_timestamp() - interval '1.5 seconds'),
       gone as (delete from peer where holder in (select holder from dead))
     update connection_lease set expires_at = clock_timestamp() where holder in (select holder from dead)`,
  );
  expect((await sql('select 1 from peer')).length).toBe(living);
};

/** A buyer writes and the shop answers in the next place, again and again, until `end`. */
function startTraffic() {
  const said: { readonly place: Place; readonly text: string }[] = [];
  const sent: { readonly place: Place; readonly text: string; readonly clientId: string }[] = [];
  const ending = new AbortController();
  const run = async () => {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      const place = places[turn % places.length];
      if (place === undefined) throw new Error('no place');
      const { marketplace, platformShopId: shopId, buyerId, conversationId } = place;
      const text = `said ${turn}.`;
      await control('/sim/messages', { marketplace, shopId, buyerId, kind: 'text', content: text, from: 'buyer' });
      said.push({ place, text });
      const answer = { place, text: `sent ${turn}.`, clientId: crypto.randomUUID() };
      const input = { conversationId, clientId: answer.clientId, text: answer.text };
      expect(await visitor.call(CALLS.chat.sendText, input)).toMatchObject({ result: 'success' });
      sent.push(answer);
      await new Promise((next) => setTimeout(next, 100));
    }
  };
  const running = run();
  // A failure is told by `end`; a test that failed before asks nobody.
  running.catch(() => undefined);
  traffics.push(ending);
  return {
    said,
    sent,
    end: async () => {
      ending.abort();
      await running;
    },
  };
}

const ledger = z.object({ entries: z.array(z.object({ content: z.unknown() })) });
async function acceptedTexts({ marketplace, platformShopId: shopId, buyerId }: Place): Promise<string> {
  const query = new URLSearchParams({ marketplace, shopId, buyerId });
  return JSON.stringify(ledger.parse(await control(`/sim/ledger?${query}`)).entries.map(({ content }) => content));
}
const times = (text: string, part: string): number => text.split(part).length - 1;

test(
  'engines that join get their share, one dies in the middle, and nothing is lost or doubled',
  async () => {
    const first = await harness.startEngine();
    const [counted] = await sql<{ count: number }>('select count(*)::int as count from connection');
    const all = counted?.count ?? 0;
    expect(all).toBeGreaterThanOrEqual(6);
    await until(async () => expect(await shares()).toEqual([all]));
    await until(async () => {
      places = await sql<Place>(
        `select distinct on (s.shop_id) s.marketplace, s.platform_shop_id as "platformShopId", c.buyer_id as "buyerId",
           c.conversation_id as "conversationId"
         from conversation c join shop s using (shop_id) join connection using (connection_id)
         where c.status = 'activated' and connection.state = 'live' and c.history <> 'unknown'
         order by s.shop_id, c.last_message_at desc`,
      );
      expect(places.length).toBe(all);
    });
    const traffic = startTraffic();

    const second = await harness.startEngine();
    const third = await harness.startEngine();
    await until(async () => expect((await shares()).length).toBe(3));
    // The third has its first connections, and not its share yet.
    second.child.kill('SIGKILL');
    await second.ended;
    if (!isWhole) await until(() => lapse(2));
    await until(async () => expect(await shares()).toEqual([Math.ceil(all / 2), Math.floor(all / 2)]));

    if (isWhole) {
      // One that stops in an orderly way gives everything to the others.
      first.child.kill('SIGTERM');
      expect(await first.ended).toBe(0);
      await until(async () => expect(await shares()).toEqual([all]));
      expect(third.child.exitCode).toBeNull();
      for (let round = 0; round < 5; round += 1) {
        const joined = await harness.startEngine();
        await until(async () => expect((await shares()).length).toBe(2));
        joined.child.kill('SIGKILL');
        await joined.ended;
        await until(async () => expect(await shares()).toEqual([all]));
      }
    }
    await traffic.end();

    const { said, sent } = traffic;
    const OPEN = ['pending', 'claimed', 'intent', 'doubted'];
    await until(async () => {
      const open = await sql('select 1 from delivery where state = any($1)', [OPEN]);
      expect(open).toEqual([]);
    }, 90_000);
    await until(async () => {
      const stored = await sql<{ text: string }>(`select content->>'text' as text from message where author = 'buyer'`);
      const texts = new Set(stored.map(({ text }) => text));
      expect(said.filter(({ text }) => !texts.has(text))).toEqual([]);
    });
    const stored = await sql<{ conversation_id: string; text: string; count: number }>(
      `select conversation_id, content->>'text' as text, count(*)::int as count from message
       where content->>'text' ~ '^(said|sent) \\d+\\.$' group by 1, 2`,
    );
    expect(stored.filter(({ count }) => count !== 1)).toEqual([]);

    const states = new Map(
      (await sql<{ client_id: string; state: string }>('select client_id, state from delivery')).map((row) => [
        row.client_id,
        row.state,
      ]),
    );
    const accepted = new Map<Place, string>();
    for (const place of places) accepted.set(place, await acceptedTexts(place));
    const count = ({ place, text }: { readonly place: Place; readonly text: string }) =>
      times(accepted.get(place) ?? '', text);
    // What a dead process may have sent and nobody finds again is shown as unconfirmed, and is never sent twice.
    expect(sent.filter((one) => count(one) > 1)).toEqual([]);
    expect(sent.filter((one) => count(one) !== 1 && states.get(one.clientId) !== 'unconfirmed')).toEqual([]);
    expect(sent.filter(({ clientId }) => states.get(clientId) === 'unconfirmed').length).toBeLessThanOrEqual(1);

    // Both processes that serve browsers have told their windows everything.
    const told = (window: LiveWindow) => JSON.stringify(window.changes);
    const last = said.at(-1)?.text ?? '';
    for (const window of windows) await window.until(() => told(window).includes(last));
    for (const window of windows) {
      const seen = told(window);
      expect(said.filter(({ text }) => !seen.includes(`"${text}"`))).toEqual([]);
    }
  },
  isWhole ? 300_000 : 120_000,
);
