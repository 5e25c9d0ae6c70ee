import type { Call } from '@pasar/api';
import type { ConnectionStateName, DomainEvent } from '@pasar/domain';
import { z } from 'zod';
import { ingest } from '../../../src/engine/ingest/ingest.ts';
import { AutoReplyRules } from '../../../src/records/auto-reply.ts';
import { listing, type TestDatabase } from '../database.ts';
import { Diary } from './diary.ts';
import { Expectations, type Meaning } from './expectations.ts';
import type { AnswerKind } from './given.ts';
import { Market, type WireCall } from './market.ts';
import type { WeekProxies } from './proxies.ts';
import type { WeekAccount, WeekBuyer } from './shops.ts';
import { Chance, type WeekTime } from './time.ts';

const answered = z.object({
  kind: z.enum(['welcome', 'faq', 'keyword', 'default']) satisfies z.ZodType<AnswerKind>,
  keyword_id: z.string().nullable(),
  answers: z.string(),
  conversation: z.string(),
});

/** What all actors of a week share: the time, the chance, the shops, the marketplaces, the diary and the way to Pasar. */
export class Scene {
  readonly chance: Chance;
  readonly diary: Diary;
  readonly expectations: Expectations;
  readonly market: Market;
  readonly meanings = new Map<string, Meaning>();
  /** Keys and ids of what persons have written, in Pasar and at the marketplace. */
  readonly byPersons = new Set<string>();
  /** No process of Pasar runs. */
  isDown = false;
  /** Looks at a message that leaves, before the diary does. */
  onWire: (call: WireCall) => void = () => undefined;
  /** Pasar knows of a buyer's message. */
  onWritten: () => void = () => undefined;
  readonly #rules = new AutoReplyRules();
  readonly #held = new Map<number, DomainEvent[]>();
  readonly time: WeekTime;
  readonly account: WeekAccount;
  readonly database: TestDatabase;
  readonly proxies: WeekProxies;
  readonly #conversationIds = new Map<string, string>();

  constructor(seed: number, time: WeekTime, account: WeekAccount, database: TestDatabase, proxies: WeekProxies) {
    this.proxies = proxies;
    this.time = time;
    this.account = account;
    this.database = database;
    this.chance = new Chance(seed);
    this.diary = new Diary(time, account.buyers);
    this.expectations = new Expectations(time, this.diary);
    this.market = new Market(seed, time, account, database, {
      proxies,
      onWire: (call) => {
        this.onWire(call);
        this.#checkUnread(call);
        this.diary.wire(call);
      },
      onKnown: (key, conversation, position) => {
        if (this.byPersons.has(key)) this.#answered(conversation, position);
      },
      isReachable: (login) => this.isReachable(login),
      push: (login, events) => this.push(login, events),
    });
  }

  /** An answer must not leave while a person's answer to the same message is there that Pasar has not read yet. */
  #checkUnread({ key, conversation }: WireCall): void {
    const { buyer, messages } = this.diary.talk(conversation);
    const asked = messages.get(this.diary.puts.get(key)?.answers ?? '');
    const isAnswered = (this.#held.get(buyer.shop.login) ?? []).some(
      (event) =>
        event.kind === 'message.received' &&
        event.message.platformConversationId === conversation &&
        this.byPersons.has(event.message.platformMessageId) &&
        asked !== undefined &&
        BigInt(event.message.position) > asked.position,
    );
    if (isAnswered)
      this.diary.blame('personGoesFirst', `an answer to ${asked?.id}, which was answered and not read yet`);
  }

  isReachable(login: number): boolean {
    return !this.isDown && !this.diary.loggedOut.has(login);
  }

  /** Whoever served the login may still do so. */
  #isServed(login: number): boolean {
    return this.isReachable(login) && !this.market.sessions.isFenced(login);
  }

  /** All conversations are listed, as when the shops were connected. */
  async begin(): Promise<void> {
    await this.market.sessions.open();
    const { buyers, accountId } = this.account;
    const events = buyers.map(({ name, shop, conversation }) => {
      const buyer = listing(shop.platformShopId, conversation).buyer;
      return [
        shop.login,
        {
          kind: 'conversation.listed',
          conversation: listing(shop.platformShopId, conversation, { buyer: { ...buyer, name } }),
        },
      ] as const;
    });
    await this.#take(events);
    const found = await this.database.owner.query<{ id: string; name: string }>(
      'select conversation_id as id, platform_conversation_id as name from conversation where account_id = $1',
      [accountId],
    );
    for (const { id, name } of found.rows) this.#conversationIds.set(name, id);
  }

  buyerOf(conversationId: string): WeekBuyer | null {
    return this.account.buyers.find((buyer) => this.conversationId(buyer) === conversationId) ?? null;
  }

  conversationId({ conversation }: WeekBuyer): string {
    return this.#conversationIds.get(conversation) ?? '';
  }

  /** A push of the marketplace. Without a process or a login it comes with the next comparison. */
  async push(login: number, events: readonly DomainEvent[]): Promise<void> {
    if (this.#isServed(login)) return this.#take(events.map((event) => [login, event] as const));
    this.#held.set(login, [...(this.#held.get(login) ?? []), ...events]);
  }

  /** What was missed is read, in any order. */
  async catchUp(): Promise<void> {
    for (const [login, events] of [...this.#held]) {
      if (!this.#isServed(login)) continue;
      this.#held.delete(login);
      await this.#take(this.chance.shuffled(events).map((event) => [login, event] as const));
    }
  }

  /** Sessions begin: they may send at once, and what was missed is read after that. */
  async comeBack(logins: readonly number[]): Promise<void> {
    const served = logins.filter((login) => this.#isServed(login));
    await this.enter(served, 'catching_up');
    for (const login of served) await this.market.pump(login);
    await this.catchUp();
    await this.enter(served, 'live');
    for (const login of served) await this.market.pump(login);
  }

  async enter(logins: readonly number[], state: ConnectionStateName): Promise<void> {
    const ids = logins.map((login) => this.account.logins[login]?.owner.connectionId);
    await this.database.owner.query('update connection set state = $2 where connection_id = any($1::uuid[])', [
      ids,
      state,
    ]);
  }

  async #take(told: readonly (readonly [number, DomainEvent])[]): Promise<void> {
    const items = told.flatMap(([login, event]) => {
      const owner = this.account.logins[login]?.owner;
      return owner === undefined ? [] : [{ kind: 'event' as const, owner, event }];
    });
    const { accountId } = this.account;
    this.time.queueChanges += 1;
    await ingest(this.database.engine, accountId, items, { rules: this.#rules, now: this.time.now });
    const known = told.flatMap(([, event]) => this.#note(event));
    for (const note of known) note();
  }

  /** Notes what Pasar knows now, and gives what may be expected of it, when all of the batch is known. */
  #note(event: DomainEvent): (() => void)[] {
    if (event.kind === 'message.withdrawn') {
      const message = this.diary.talk(event.platformConversationId).messages.get(event.platformMessageId);
      if (message !== undefined) message.isDeleted = true;
      this.expectations.disturb(({ buyer }) => buyer.conversation === event.platformConversationId);
    }
    if (event.kind !== 'message.received') return [];
    const { platformConversationId: conversation, platformMessageId: id, position, author } = event.message;
    if (this.byPersons.has(id)) this.#answered(conversation, BigInt(position));
    const talk = this.diary.talk(conversation);
    const message = talk.messages.get(id);
    if (message === undefined || message.knownAt !== null) return [];
    this.time.order += 1;
    message.knownAt = this.time.order;
    const meaning = this.meanings.get(id);
    if (author === 'buyer') this.onWritten();
    return author === 'buyer' && meaning !== undefined ? [() => this.expectations.arrived(talk, message, meaning)] : [];
  }

  #answered(conversation: string, position: bigint): void {
    const talk = this.diary.talk(conversation);
    if (position > talk.answeredTo) talk.answeredTo = position;
    talk.bySeller.push(this.time.at);
    this.expectations.answeredByPerson(conversation);
  }

  /** What has not arrived by now was not given. */
  async forgetFailed(conversation: string): Promise<void> {
    const failed = await this.database.owner.query<{ client_id: string }>({
      name: 'week-failed-answers',
      text: `select d.client_id from delivery d join conversation c using (conversation_id)
        where c.platform_conversation_id = $1 and d.cause = 'autoReply' and d.state in ('refused', 'dismissed')`,
      values: [conversation],
    });
    this.diary.talk(conversation).given.forget(new Set(failed.rows.map((row) => row.client_id)));
  }

  /** An automatic answer that was planned. */
  async answerOf(queueId: string) {
    const found = await this.database.owner.query({
      name: 'week-answered',
      text: `select q.kind, q.keyword_id, m.platform_message_id as answers, c.platform_conversation_id as conversation
        from auto_reply_queue q join message m using (message_id)
        join conversation c on c.conversation_id = q.conversation_id where q.queue_id = $1`,
      values: [queueId],
    });
    return answered.parse(found.rows[0]);
  }

  /** A call, by default of the main account; null where it was refused, or no process runs. */
  async call(call: Call, input: object, ask = () => this.account.main.call(call, input)): Promise<unknown> {
    if (this.isDown) return null;
    this.time.queueChanges += 1;
    const answer = await ask();
    if (answer.result === 'success') return answer.data;
    const code = String(answer.code);
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
    return null;
  }
  /** How often which code refused a call. */
  readonly refusals = new Map<string, number>();

  /** The engine looks for work of a login, now or when it comes to it. */
  async send(login: number, longestMs: number): Promise<void> {
    if (!this.chance.hit(0.12)) return this.market.pump(login);
    this.time.plan(this.time.at + this.chance.between(1, longestMs), () => this.market.pump(login));
  }
}
