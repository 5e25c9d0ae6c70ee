import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConversationView, conversationView, type LiveFrame, type ShopView, shopView } from '@pasar/api';
import { MARKETPLACES } from '@pasar/domain';
import { uuidOf } from '@pasar/sync/testing/builders';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { type BuiltClient, openWindow, type Window } from '../../apps/web/tests/browser.ts';
import { BUYER_NAMES, LINES, message } from '../../apps/web/tests/builders.ts';
import { FakeBackend } from '../../apps/web/tests/fake-backend.ts';
import { launchChromium } from '../../e2e/src/chromium.ts';
import { buildWeb, WEB_FOLDER } from '../../tools/src/build-web.ts';
import { printGoals } from './table.ts';

/**
 * Typing an answer while buyers of 200 shops write: how long a pressed key waits for its handler, and what a message
 * costs the page's process, compared with a plain page that gets the same frames. All are measured in turns.
 * `PASAR_BENCH_BESIDE` names the folder of another checkout, whose built client is measured in turn.
 */
const SHOPS = 200;
const CONVERSATIONS = 2_000;
const PER_SECOND = 50;
const KEY_EVERY_MS = 90;
const SECONDS = 10;
const ROUNDS = 3;
const IN_PAGE = fileURLToPath(new URL('./typing/in-page.js', import.meta.url));
const PLAIN_PAGE = new URL('./typing/plain-page.js', import.meta.url);
const KEY_GOAL = 3;
const CPU_GOAL = 0.5;

const metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });
const waits = z.array(z.number());

interface Measured {
  readonly waits: readonly number[];
  /** CPU of the page's process, and time of its main thread, in milliseconds a message. */
  readonly cpu: number;
  readonly busy: number;
}

interface Contender {
  readonly name: string;
  readonly page: Page;
  readonly backend: FakeBackend;
  readonly load: Load;
  readonly taken: Measured[];
  close(): Promise<void>;
}

export async function benchTyping(): Promise<void> {
  buildWeb((line) => console.log(line));
  const browser = await launchChromium();
  const contenders: Contender[] = [];
  const beside = process.env.PASAR_BENCH_BESIDE;
  try {
    const plain = await openPlain(browser);
    contenders.push(plain);
    const own = await openDesk('Pasar', { folder: WEB_FOLDER, browser });
    contenders.push(own);
    const other =
      beside === undefined ? null : await openDesk('beside', { folder: join(beside, 'apps/web/dist'), browser });
    if (other !== null) contenders.push(other);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const contender of contenders) contender.taken.push(await oneRound(contender, PER_SECOND));
    }
    const quiet = await oneRound(own, 0);
    report(plain, own, other, quiet);
  } finally {
    for (const contender of contenders) await contender.close();
    await browser.close();
  }
}

function report(plain: Contender, own: Contender, other: Contender | null, quiet: Measured): void {
  const keys = (of: Contender) =>
    quantile(
      of.taken.flatMap((one) => one.waits),
      0.95,
    );
  const each = (of: Contender, key: 'cpu' | 'busy') =>
    quantile(
      of.taken.map((one) => one[key]),
      0.5,
    );
  const rows = [plain, own, ...(other === null ? [] : [other])].flatMap((of) => [
    { name: `${of.name}: key to handler, 95th percentile`, value: keys(of), unit: 'ms', goal: null },
    { name: `${of.name}: CPU of the page a message`, value: each(of, 'cpu'), unit: 'ms', goal: null },
    { name: `${of.name}: time of the main thread a message`, value: each(of, 'busy'), unit: 'ms', goal: null },
  ]);
  printGoals(`Typing while ${PER_SECOND} messages a second arrive over ${SHOPS} shops`, [
    ...rows,
    { name: 'Pasar while nobody writes: key to handler', value: quantile(quiet.waits, 0.95), unit: 'ms', goal: null },
    {
      name: 'key to handler, against the plain page',
      value: keys(own) / keys(plain),
      unit: 'x',
      goal: { kind: 'atMost', value: KEY_GOAL },
    },
    ...(other === null
      ? []
      : [
          {
            name: 'CPU of the page, against beside',
            value: each(own, 'cpu') / each(other, 'cpu'),
            unit: 'x',
            goal: { kind: 'atMost', value: CPU_GOAL } as const,
          },
        ]),
  ]);
}

/** Types while buyers write, for some seconds. @throws Error when a key did not reach the page. */
async function oneRound({ name, page, backend, load }: Contender, perSecond: number): Promise<Measured> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async () => {
    const { metrics: all } = metrics.parse(await session.send('Performance.getMetrics'));
    const of = (wanted: string) => (all.find((metric) => metric.name === wanted)?.value ?? Number.NaN) * 1_000;
    return { cpu: of('ProcessTime'), busy: of('TaskDuration') };
  };
  await page.bringToFront();
  await page.locator('textarea').focus();
  await page.evaluate('typing.take()');
  const before = await read();
  const startedAt = performance.now();
  const timer = perSecond === 0 ? undefined : setInterval(() => backend.send(load.next()), 1_000 / perSecond);
  let keys = 0;
  while (performance.now() - startedAt < SECONDS * 1_000) {
    await page.keyboard.press(keys % 40 === 39 ? 'Backspace' : 'a');
    keys += 1;
    await new Promise((done) => setTimeout(done, KEY_EVERY_MS));
  }
  clearInterval(timer);
  const after = await read();
  const taken = waits.parse(await page.evaluate('typing.take()'));
  await session.detach();
  if (taken.length < keys) throw new Error(`${name}: ${keys} keys were pressed, ${taken.length} came`);
  const messages = load.taken();
  return { waits: taken, cpu: (after.cpu - before.cpu) / messages, busy: (after.busy - before.busy) / messages };
}

/** The frames that the server sends when buyers write: each message with its conversation and its shop. */
class Load {
  readonly #conversations: ConversationView[];
  readonly #shops: Map<string, ShopView>;
  #seq = 1_000_000;
  #count = 0;
  #from = 0;

  constructor(backend: FakeBackend) {
    this.#conversations = [...backend.model.chat.conversations.values()];
    this.#shops = new Map([...backend.model.shops.byId.values()].map((shop) => [shop.shopId, shop]));
  }

  next(): LiveFrame {
    this.#count += 1;
    const at = (this.#count * 7_919) % this.#conversations.length;
    const held = this.#conversations[at];
    const shop = held === undefined ? undefined : this.#shops.get(held.shopId);
    if (held === undefined || shop === undefined) throw new Error('no conversations');
    const now = Date.now();
    const text = `${LINES[this.#count % LINES.length]} ${this.#count}`;
    const conversation = conversationView.parse({
      ...held,
      unreadCount: held.unreadCount + 1,
      isUnreply: true,
      waitingSince: held.waitingSince ?? now,
      dueAt: held.dueAt ?? now + 43_200_000,
      lastMessageAt: now,
      lastMessage: { author: 'buyer', status: 'available', text, placeholder: null },
    });
    this.#conversations[at] = conversation;
    const isNew = held.waitingSince === null ? 1 : 0;
    const counted = {
      ...shop,
      unreadCount: shop.unreadCount + 1,
      waitingCount: shop.waitingCount + isNew,
      firstDueAt: shop.firstDueAt ?? conversation.dueAt,
    };
    this.#shops.set(shop.shopId, counted);
    const said = message(held.conversationId, 1_000_000 + this.#count, {
      author: 'buyer',
      sentAt: now,
      content: { type: 'text', text },
    });
    const changes = [
      { kind: 'message' as const, seq: this.#seq + 1, message: said },
      { kind: 'conversation' as const, seq: this.#seq + 2, conversation },
      { kind: 'shop' as const, seq: this.#seq + 3, shop: counted },
    ];
    this.#seq += 3;
    return { type: 'changes', changes, upTo: this.#seq };
  }

  /** The number of frames since the last call, 1 where there was none. */
  taken(): number {
    const count = Math.max(1, this.#count - this.#from);
    this.#from = this.#count;
    return count;
  }
}

const COUNTRIES = ['TH', 'VN', 'PH', 'MY', 'ID'] as const;
const manyShops = (): readonly ShopView[] =>
  Array.from({ length: SHOPS }, (_, index) =>
    shopView.parse({
      shopId: uuidOf(`shop ${index}`),
      marketplace: MARKETPLACES[index % MARKETPLACES.length],
      platformShopId: String(7_000_000 + index),
      name: `${BUYER_NAMES[index % BUYER_NAMES.length]} Store ${index}`,
      alias: null,
      country: COUNTRIES[index % COUNTRIES.length],
      isCb: false,
      connectionId: uuidOf(`connection ${index}`),
      connection: { state: 'live', refusal: null },
      unreadCount: 0,
      waitingCount: 0,
      firstDueAt: null,
      isOnVacation: false,
      isIsolated: false,
      unreadableCount: 0,
    }),
  );

async function openDesk(name: string, client: BuiltClient): Promise<Contender> {
  const window: Window = await openWindow(client, {
    shops: manyShops(),
    conversations: CONVERSATIONS,
    messagesEach: () => 12,
  });
  const { page, backend } = window;
  await page.addInitScript({ path: IN_PAGE });
  await window.enter('/chat/all');
  // Not the first, because it would be marked as read.
  await page.locator('[role="option"][id^="conversation-"]').nth(2).click();
  await page.locator('textarea').waitFor();
  return { name, page, backend, load: new Load(backend), taken: [], close: () => window.close() };
}

async function openPlain(browser: BuiltClient['browser']): Promise<Contender> {
  const backend = new FakeBackend(WEB_FOLDER);
  const shops = manyShops();
  const held = await openWindow({ folder: WEB_FOLDER, browser }, { shops, conversations: CONVERSATIONS });
  const load = new Load(held.backend);
  await held.close();
  const url = await backend.start();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.addInitScript({ path: IN_PAGE });
  // A page that the backend does not have: it has its origin, without which the browser refuses the socket.
  await page.goto(`${url}/plain.html`);
  const given = { url: `${url.replace('http', 'ws')}/api/live?since=0`, shops };
  await page.evaluate(`globalThis.plainPage = ${JSON.stringify(given)}`);
  await page.addScriptTag({ content: await readFile(PLAIN_PAGE, 'utf8') });
  await page.locator('textarea[data-live]').waitFor();
  return {
    name: 'plain page',
    page,
    backend,
    load,
    taken: [],
    close: async () => {
      await context.close();
      await backend.stop();
    },
  };
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? 0;
