import type { TestDatabase } from '../database.ts';
import { openTestWeb } from '../web.ts';
import { Campaigns } from './campaigns.ts';
import { Care } from './care.ts';
import { CareBook } from './care-book.ts';
import { checkCare } from './care-checks.ts';
import { checkEnd } from './end-checks.ts';
import { Managers } from './managers.ts';
import { People } from './people.ts';
import { Program } from './program.ts';
import { WeekProxies } from './proxies.ts';
import { type Death, type QueuedTask, WeekQueue } from './queue.ts';
import { Scene } from './scene.ts';
import { quietIn } from './send-config.ts';
import { openAccount, seedIds } from './shops.ts';
import { BEGIN, Chance, DAY, HOUR, MINUTE, SECOND, seedOf, WeekTime } from './time.ts';
import { Trade } from './trade.ts';
import { isIn } from './wall-clock.ts';
import { Ways } from './ways.ts';

const CHANGES_A_DAY = 14;
const TASKS_A_DAY = 2.5;

interface NewDelivery {
  readonly delivery_id: string;
  readonly client_id: string;
  readonly conversation: string;
  readonly bulk_item_id: string | null;
  readonly bulk_part: number | null;
  readonly task_id: string | null;
  readonly order_id: string | null;
}
/** Some days of the shops of one account, played from a seed. */
export class Week {
  readonly #scene: Scene;
  readonly #queue: WeekQueue;
  readonly #managers: Managers;
  readonly #time: WeekTime;
  readonly #database: TestDatabase;
  readonly #careBook: CareBook;
  readonly #care: Care;
  readonly #trade: Trade;
  readonly #ways: Ways;
  readonly #program: Program;
  /** When the next look for due orders is taken, by the server's clock. */
  #lookAt = 0;
  #lastDelivery = '00000000-0000-0000-0000-000000000000';

  private constructor(scene: Scene, database: TestDatabase, seed: number, origin: string) {
    this.#scene = scene;
    this.#time = scene.time;
    this.#database = database;
    this.#queue = new WeekQueue(database, scene.time);
    this.#managers = new Managers(scene);
    const { diary, time } = scene;
    const chance = new Chance(seedOf(seed, 'order care'));
    this.#careBook = new CareBook(
      time,
      (...blamed) => diary.blame(...blamed),
      async (dueAt) => {
        if (chance.hit(0.6)) await this.#lookBy(dueAt + chance.pick([-MINUTE, 0, MINUTE]));
      },
    );
    this.#care = new Care(scene, chance, this.#careBook);
    this.#trade = new Trade(scene, chance, this.#careBook);
    this.#ways = new Ways(scene, seed);
    this.#program = new Program(scene, seed, origin);
    scene.onWire = (call) => this.#ways.check(call);
  }

  /** Plays it to its end, and gives what was seen. */
  static async play(database: TestDatabase, seed: number, days: number) {
    const time = new WeekTime();
    await seedIds(database, seed);
    const proxies = await WeekProxies.open();
    const web = await openTestWeb(database, null, { now: time.now, proxyProbe: proxies.probeUrl });
    const scene = new Scene(seed, time, await openAccount(database, web, `week-${seed}@x`), database, proxies);
    const week = new Week(scene, database, seed, web.origin);
    try {
      await week.#play(days);
      await checkEnd(scene);
      await checkCare(scene, week.#careBook);
    } finally {
      await scene.market.close();
      await web.close();
      await proxies.close();
    }
    const { violations, counts } = scene.diary;
    const [care, ways, program] = [week.#careBook.counts, week.#ways.counts, week.#program.counts];
    return { violations, counts, care, ways, program, met: scene.expectations.met, refusals: scene.refusals };
  }

  async #play(days: number): Promise<void> {
    const scene = this.#scene;
    // The clocks of Chile change in the morning after the last day.
    const end = BEGIN + days * DAY + 6 * HOUR;
    const managers = this.#managers;
    await scene.begin();
    await this.#ways.begin();
    await this.#program.begin();
    await managers.begin();
    await this.#care.begin();
    this.#trade.plan(end, days);
    this.#care.plan(end, days);
    const people = new People(scene);
    people.plan(end);
    managers.plan(end, days * CHANGES_A_DAY);
    this.#ways.plan(end, days);
    new Campaigns(scene, this.#program, (from, to) => this.#planDown(from, to)).plan(
      end - 4 * HOUR,
      Math.ceil(days * TASKS_A_DAY),
    );
    this.#planWeather(days, people);
    await this.#run(end);
    await managers.end();
    scene.market.isWellBehaved = true;
    scene.expectations.expire();
    await this.#run(end + 2 * DAY);
  }

  /** Logins that are lost, processes that are down, clocks that jump. */
  #planWeather(days: number, people: People): void {
    const { chance, account } = this.#scene;
    const at = () => BEGIN + chance.between(HOUR, days * DAY);
    for (let count = 0; count < days * 2; count += 1) {
      const login = chance.between(0, account.logins.length - 1);
      const from = at();
      const to = from + chance.pick([chance.between(MINUTE, HOUR), chance.between(MINUTE, 5 * HOUR)]);
      people.planAbsence(login, from, to);
      this.#time.plan(from, () => this.#loseLogin(login));
      this.#time.plan(to, () => this.#logIn(login));
    }
    for (let count = 0; count < days / 3; count += 1) {
      const from = at();
      this.#planDown(from, from + chance.pick([2 * MINUTE, 20 * MINUTE, 2 * HOUR]));
    }
    for (let count = 0; count < days / 7; count += 1) {
      this.#time.plan(at(), () => this.#jump(chance.between(1, 5) * HOUR));
      const from = at();
      this.#time.plan(from, () => this.#setBack(chance.between(1, 25) * MINUTE));
      this.#time.plan(from + chance.between(MINUTE, 3 * HOUR), () => this.#setBack(0));
    }
  }

  async #loseLogin(login: number): Promise<void> {
    this.#scene.diary.loggedOut.add(login);
    await this.#scene.enter([login], 'failed');
  }

  async #logIn(login: number): Promise<void> {
    const { diary, expectations } = this.#scene;
    diary.loggedOut.delete(login);
    expectations.disturb(({ buyer }) => buyer.shop.login === login);
    await this.#scene.comeBack([login]);
  }

  #planDown(from: number, to: number): void {
    this.#time.plan(from, async () => {
      this.#scene.isDown = true;
      this.#scene.expectations.disturb(() => true);
    });
    this.#time.plan(to, () => this.#goUp());
  }

  async #goUp(): Promise<void> {
    const { expectations, account } = this.#scene;
    this.#scene.isDown = false;
    expectations.disturb(() => true);
    await this.#scene.comeBack([...account.logins.keys()]);
  }

  /** A machine that was put to sleep: nothing happens, and then everything is late. */
  async #jump(ms: number): Promise<void> {
    this.#scene.expectations.disturb(() => true);
    this.#time.at += ms;
    this.#scene.expectations.disturb(() => true);
  }

  /** The server's clock is put back, or right again. */
  async #setBack(ms: number): Promise<void> {
    this.#scene.expectations.disturb(() => true);
    this.#time.skewMs = ms;
    this.#scene.expectations.disturb(() => true);
  }

  async #run(until: number): Promise<void> {
    const time = this.#time;
    while (time.at < until) {
      const nextAt = time.nextAt ?? until;
      const task = this.#scene.isDown ? null : await this.#queue.next(Math.min(nextAt, until) - time.skewMs);
      // At the same millisecond either may be first.
      const taskAt = task === null ? 0 : Math.max(time.at, task.at + time.skewMs);
      if (task !== null && (taskAt < nextAt || this.#scene.chance.hit(0.5))) {
        time.at = taskAt;
        await this.#work(task);
      } else if (nextAt >= until) time.at = until;
      else await time.step();
    }
  }

  async #work(task: QueuedTask): Promise<void> {
    const { chance } = this.#scene;
    // A worker that comes late finds the same, and the test need not look every 30 seconds at what waits for hours.
    if (task.kind === 'bulk-send-shop' && this.#isPaused(task) && chance.hit(0.95)) {
      return this.#queue.putOff(task, chance.between(3 * MINUTE, 20 * MINUTE));
    }
    if (task.kind === 'order-care' && this.#time.now() < this.#lookAt) {
      return this.#queue.putOff(task, this.#lookAt - this.#time.now());
    }
    const death: Death = chance.hit(0.03) ? 'beforeCommit' : chance.hit(0.03) ? 'beforeQueueKnows' : null;
    if (death !== null && task.kind === 'auto-reply') this.#scene.expectations.disturb(() => true);
    await this.#queue.run(task, death, (beside) => !this.#isPaused(beside));
    if (death === 'beforeCommit') return;
    if (task.kind === 'order-care') return this.#noteLook();
    const note = this.#scene.diary.tasks.get(task.input.taskId ?? '');
    if (task.kind === 'bulk-send' && note !== undefined && !note.isStopped && !note.isDeleted) {
      note.begunAt ??= this.#time.now();
    }
    await this.#notePut(task);
  }

  async #noteLook(): Promise<void> {
    const items = await this.#care.noteItems();
    this.#careBook.checkLook();
    for (const { kind, order } of items) await this.#care.interfere(kind, order.buyer.shop);
    this.#lookAt = this.#time.now() + this.#care.lookAfterMs();
  }

  async #lookBy(at: number): Promise<void> {
    if (at >= this.#lookAt) return;
    this.#lookAt = at;
    await this.#queue.hasten(at);
  }

  #isPaused({ input }: QueuedTask): boolean {
    const { account, diary } = this.#scene;
    const shop = account.shops.find(({ shopId }) => shopId === input.shopId);
    if (shop === undefined) return false;
    const quiet = quietIn(diary.config, shop.country);
    const isQuiet = quiet !== null && isIn(quiet, this.#time.now(), shop.country);
    return diary.isStopped(shop) || diary.loggedOut.has(shop.login) || isQuiet;
  }

  /** Notes what a task has put into the ledger, and has it sent. Shops of a task put theirs together. */
  async #notePut({ kind, input }: QueuedTask): Promise<void> {
    const found = await this.#database.owner.query<NewDelivery>({
      name: 'week-new-deliveries',
      text: `select d.delivery_id, d.client_id, c.platform_conversation_id as conversation, d.bulk_item_id, d.bulk_part, i.task_id, i.order_id
        from delivery d join conversation c using (conversation_id)
        left join bulk_send_item i on i.item_id = d.bulk_item_id
        where d.delivery_id > $1 and d.cause is not null order by d.delivery_id`,
      values: [this.#lastDelivery],
    });
    this.#lastDelivery = found.rows.at(-1)?.delivery_id ?? this.#lastDelivery;
    const byConversation = Map.groupBy(found.rows, (row) => row.conversation);
    // All were put in one transaction: what a member does next comes after each of them.
    for (const rows of byConversation.values()) {
      if (kind === 'auto-reply') await this.#noteAnswer(rows, input.queueId ?? '');
      else this.#noteMessage(rows);
    }
    for (const [first] of byConversation.values()) {
      if (first !== undefined && this.#isOfCare(first)) {
        const { kind: cared, order } = this.#careBook.item(first.bulk_item_id ?? '');
        await this.#care.interfere(cared, order.buyer.shop);
      }
    }
    for (const conversation of byConversation.keys()) {
      await this.#send(conversation, kind === 'auto-reply' ? 15 * MINUTE : 10 * SECOND);
    }
  }

  async #noteAnswer(rows: readonly NewDelivery[], queueId: string): Promise<void> {
    const { diary, expectations } = this.#scene;
    const row = await this.#scene.answerOf(queueId);
    for (const { conversation } of rows) {
      if (row.conversation !== conversation) diary.blame('ownShop', `an answer to ${row.conversation} went astray`);
    }
    await this.#scene.forgetFailed(row.conversation);
    diary.answerPut(
      row.kind,
      row.answers,
      row.conversation,
      row.keyword_id,
      rows.map((one) => one.client_id),
    );
    expectations.put(row.conversation, row.answers);
  }

  #noteMessage(rows: readonly NewDelivery[]): void {
    const { diary, expectations } = this.#scene;
    const [first] = rows;
    if (first === undefined) return;
    const note = diary.tasks.get(first.task_id ?? '');
    const parts = rows.map((row) => ({ key: row.client_id, part: row.bulk_part ?? -1 }));
    const subject = first.order_id === null || note?.care === null ? first.conversation : first.order_id;
    const about = { subject, itemId: first.bulk_item_id ?? '' };
    if (note !== undefined) diary.taskPut(note, first.conversation, about, parts);
    expectations.disturb(() => false);
  }

  #isOfCare(row: NewDelivery): boolean {
    return this.#scene.diary.tasks.get(row.task_id ?? '')?.care != null;
  }

  async #send(conversation: string, withinMs: number): Promise<void> {
    const { shop } = this.#scene.diary.talk(conversation).buyer;
    // A member stops the shop between the decision and the wire.
    if (this.#scene.chance.hit(0.03)) await this.#managers.stop(shop);
    await this.#scene.send(shop.login, withinMs);
  }
}
