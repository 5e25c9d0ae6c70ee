import { CALLS, type CallInput } from '@pasar/api';
import { asDeliveryId, type DeliveryEvent, type DomainEvent } from '@pasar/domain';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { z } from 'zod';
import { ingest } from '../../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../../src/engine/ingest/types.ts';
import { autoReply } from '../../src/engine/tasks/auto-reply.ts';
import { accountHousekeeping } from '../../src/engine/tasks/housekeeping.ts';
import type { AccountSurroundings, PreparedTask } from '../../src/engine/tasks/task.ts';
import { createTurns } from '../../src/engine/turns.ts';
import { getAutoReplyLock } from '../../src/features/auto-reply/log.ts';
import { AutoReplyRules } from '../../src/records/auto-reply.ts';
import { findMember, type Member } from '../../src/records/members.ts';
import { type Transaction, wholeAccount } from '../../src/storage/database.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase, type TestTenant } from './database.ts';
import { openTestWeb, type TestWeb, Visitor } from './web.ts';

const calls = CALLS.autoReply;
/** Where the shops of a tenant of the tests are. */
const PLACE = { platform: 'shopee', country: 'SG' } as const;

export const answerOf = (...words: readonly string[]) => ({
  parts: words.map((text) => ({ kind: 'text' as const, text })),
});

interface Written {
  readonly shop: string;
  readonly buyer: string;
  readonly author: 'buyer' | 'seller' | 'robot' | 'system';
  readonly sentAt: number;
}

const START = Date.parse('2026-11-26T03:00:00Z');

/** The shops 11 and 12 of an account whose main account and a member of shop 11 are logged in; `now` is its clock. */
export class AnsweredShops {
  now = START;
  readonly tenant: TestTenant;
  readonly owner: OwnedConnection;
  readonly main: Visitor;
  readonly anna: Visitor;
  readonly #database: TestDatabase;
  readonly #rules = new AutoReplyRules();
  #messages = 0;

  private constructor(database: TestDatabase, tenant: TestTenant, main: Visitor, anna: Visitor) {
    this.#database = database;
    this.tenant = tenant;
    [this.owner] = tenant.connections as [OwnedConnection];
    this.main = main;
    this.anna = anna;
  }

  static async open(database: TestDatabase, web: TestWeb, name: string): Promise<AnsweredShops> {
    const username = `${name}:anna`;
    const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
    const anna = { username, password: 'right', name: 'Anna', permissionCodeList: ['chat'] as const, shops };
    const tenant = await makeTenant(database, name, [['11', '12']], [anna]);
    const loggedIn = async (as: string) => {
      const visitor = new Visitor(web.origin);
      await visitor.logIn(CALLS.account.login, as, 'right');
      return visitor;
    };
    return new AnsweredShops(database, tenant, await loggedIn(name), await loggedIn(username));
  }

  save(list: z.input<typeof calls.saveReplySettingList.input>['list'], visitor = this.main) {
    return visitor.call(calls.saveReplySettingList, {
      platform: 'shopee',
      list: list as CallInput<typeof calls.saveReplySettingList>['list'],
    });
  }

  /** The usual answer after five minutes; `more` changes it. */
  async turnOn(more: object = {}): Promise<void> {
    const usual = {
      country: 'SG',
      is_lazada_auto_reply: true,
      lazada_reply_delay: 5,
      reply_text: 'Hello {buyer}, soon.',
    };
    expect(await this.save([{ ...usual, ...more } as never])).toMatchObject({ result: 'success' });
  }

  saveKeyword(
    input: { readonly keyword: string; readonly content?: object; readonly country?: string },
    visitor = this.main,
  ) {
    return visitor.call(calls.saveReplyKeywordSetting, { ...PLACE, content: answerOf('answer'), ...input } as never);
  }

  /** A buyer, or the shop at the marketplace, writes; what is planned is planned at that moment. */
  async write(words: string, written: Partial<Written> = {}): Promise<void> {
    const { shop = '11', buyer = 'b1', author = 'buyer', sentAt = this.now } = written;
    this.#messages += 1;
    const { owner } = this;
    const id = `${shop}-${buyer}`;
    const content = { type: 'text' as const, text: words };
    const message = messageAt(shop, id, this.#messages * 1_000, author, { content, sentAt });
    const events: readonly DomainEvent[] = [
      { kind: 'conversation.listed', conversation: listing(shop, id) },
      { kind: 'message.received', message, via: 'live' },
    ];
    await ingest(
      this.#database.engine,
      this.tenant.accountId,
      events.map((event) => ({ kind: 'event', owner, event })),
      { rules: this.#rules, now: () => this.now },
    );
  }

  /** Runs the task of an answer. */
  run = (queueId: string): Promise<void> => this.#run(autoReply.prepare({ queueId }));
  keepHouse = (): Promise<void> => this.#run(accountHousekeeping.prepare({}));

  async #run(prepared: PreparedTask): Promise<void> {
    const { accountId } = this.tenant;
    if (!prepared.ok) throw prepared.error;
    const within: AccountSurroundings['within'] = (work) => this.#database.engine.within(wholeAccount(accountId), work);
    await prepared.run({
      accountId,
      askShop: async () => null,
      now: () => this.now,
      signal: new AbortController().signal,
      log: pino({ level: 'silent' }),
      within,
      turns: createTurns(),
    });
  }

  /** A call that only a program may make, as the main account. */
  async asMain<Value>(
    work: (context: { transaction: Transaction; member: Member; now: number }) => Promise<Value>,
  ): Promise<Value> {
    const { app } = this.#database;
    const member = await findMember(app, this.tenant.accountId, this.tenant.mainId, true);
    if (member === null) throw new Error('the main account is not there');
    return app.within(member.scope, (transaction) => work({ transaction, member, now: this.now }));
  }

  /** Whether a client that answers by itself is given the newest answer. */
  async isTaken(): Promise<boolean> {
    const messageId = (await this.queued()).at(-1)?.message_id ?? '';
    const answer = await this.asMain((context) => getAutoReplyLock(context, { messageId }));
    if (!answer.ok) throw new Error('the answer was refused');
    return answer.data.isLocked;
  }

  /** Time passes, and everything that becomes due in it is done in its order. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      const [row] = await this.#rows<{ queue_id: string; due_at: string }>(
        `select queue_id, due_at from auto_reply_queue where account_id = $1 and state = 'waiting' and due_at <= $2
         order by due_at, queue_id limit 1`,
        end,
      );
      if (row === undefined) break;
      this.now = Math.max(this.now, Number(row.due_at));
      await this.run(row.queue_id);
    }
    this.now = end;
  }

  /** What the sender or the marketplace does with the oldest part that waits in the ledger, which is on the wire. */
  async settle(...events: readonly DeliveryEvent[]): Promise<void> {
    const [row] = await this.#rows<{ delivery_id: string }>(
      `update delivery set state = $2, attempt = 1, intent_at = $3 where delivery_id = (select delivery_id from delivery
         where account_id = $1 and state = 'pending' order by created_at limit 1) returning delivery_id`,
      events[0]?.event === 'withdraw' ? 'claimed' : 'intent',
      this.now,
    );
    const { owner } = this;
    const deliveryId = asDeliveryId(row?.delivery_id ?? '');
    await ingest(
      this.#database.engine,
      this.tenant.accountId,
      events.map((event) => ({ kind: 'delivery', owner, deliveryId, event, accepted: null })),
    );
  }

  /** What was put into the ledger: to whom, and the words. */
  async sent(): Promise<readonly string[]> {
    const rows = await this.#rows<{ to: string; text: string }>(
      `select c.platform_conversation_id as to, d.content->>'text' as text from delivery d
       join conversation c using (conversation_id) where d.account_id = $1 order by d.created_at, c.platform_conversation_id`,
    );
    return rows.map((row) => `${row.to}: ${row.text}`);
  }

  /** The kind, state and reason of each planned answer, and after how long it is due. */
  async queue() {
    const rows = await this.#rows<{ kind: string; state: string; reason: string | null; wait: string }>(
      `select kind, state, reason, due_at - written_at as wait from auto_reply_queue where account_id = $1 order by queue_id`,
    );
    return rows.map((row) => [row.kind, row.state, row.reason, Number(row.wait)]);
  }

  async queued(): Promise<readonly { readonly queue_id: string; readonly message_id: string }[]> {
    return this.#rows('select queue_id, message_id from auto_reply_queue where account_id = $1 order by queue_id');
  }

  async log(visitor = this.main) {
    const answer = await visitor.call(calls.autoReplyLog);
    if (answer.result !== 'success') throw new Error(answer.reason);
    return calls.autoReplyLog.output.parse(answer.data).entries;
  }

  async #rows<Row>(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return (await this.#database.owner.query(text, [this.tenant.accountId, ...values])).rows;
  }
}

/** New shops for each test of a file, over one database. The calls have the clock of the shops. */
export function shopsOfEachTest(): { readonly database: TestDatabase; readonly shops: AnsweredShops } {
  let opened: { readonly database: TestDatabase; readonly web: TestWeb } | null = null;
  let shops: AnsweredShops | null = null;
  let tenants = 0;
  const held = <Value>(value: Value | null): Value => {
    if (value === null) throw new Error('no test runs');
    return value;
  };
  beforeAll(async () => {
    const database = await openTestDatabase();
    opened = { database, web: await openTestWeb(database, null, { now: () => shops?.now ?? START }) };
  });
  afterAll(async () => {
    await opened?.web.close();
    await opened?.database.close();
  });
  beforeEach(async () => {
    tenants += 1;
    shops = null;
    const { database, web } = held(opened);
    shops = await AnsweredShops.open(database, web, `answers-${tenants}@x`);
  });
  afterEach(async () => {
    await opened?.database.owner.query('delete from graphile_worker._private_jobs');
  });
  return {
    get database() {
      return held(opened).database;
    },
    get shops() {
      return held(shops);
    },
  };
}
