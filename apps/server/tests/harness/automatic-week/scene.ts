import type { Call } from '@pasar/api';
import type { DomainEvent } from '@pasar/domain';
import { ingest } from '../../../src/engine/ingest/ingest.ts';
import { AutoReplyRules } from '../../../src/records/auto-reply.ts';
import { listing, type TestDatabase } from '../database.ts';
import { Diary } from './diary.ts';
import { Expectations, type Meaning } from './expectations.ts';
import { Market } from './market.ts';
import type { WeekAccount, WeekBuyer } from './shops.ts';
import { Chance, type WeekTime } from './time.ts';

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
  readonly #rules = new AutoReplyRules();
  readonly #held = new Map<number, DomainEvent[]>();
  readonly time: WeekTime;
  readonly account: WeekAccount;
  readonly database: TestDatabase;
  readonly #conversationIds = new Map<string, string>();

  constructor(seed: number, time: WeekTime, account: WeekAccount, database: TestDatabase) {
    this.time = time;
    this.account = account;
    this.database = database;
    this.chance = new Chance(seed);
    this.diary = new Diary(time, account.buyers);
    this.expectations = new Expectations(time, this.diary);
    this.market = new Market(seed, time, account, database, {
      onWire: (call) => this.diary.wire(call),
      onKnown: (key, conversation, position) => {
        if (this.byPersons.has(key)) this.#answered(conversation, position);
      },
      isReachable: (login) => this.isReachable(login),
      push: (login, events) => this.push(login, events),
    });
  }

  isReachable(login: number): boolean {
    return !this.isDown && !this.diary.loggedOut.has(login);
  }

  /** All conversations are listed, as when the shops were connected. */
  async begin(): Promise<void> {
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

  conversationId({ conversation }: WeekBuyer): string {
    return this.#conversationIds.get(conversation) ?? '';
  }

  /** A push of the marketplace. Without a process or a login it comes with the next comparison. */
  async push(login: number, events: readonly DomainEvent[]): Promise<void> {
    if (this.isReachable(login)) return this.#take(events.map((event) => [login, event] as const));
    this.#held.set(login, [...(this.#held.get(login) ?? []), ...events]);
  }

  /** What was missed is read, in any order. */
  async catchUp(): Promise<void> {
    for (const [login, events] of [...this.#held]) {
      if (!this.isReachable(login)) continue;
      this.#held.delete(login);
      await this.#take(this.chance.shuffled(events).map((event) => [login, event] as const));
    }
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
    return author === 'buyer' && meaning !== undefined ? [() => this.expectations.arrived(talk, message, meaning)] : [];
  }

  #answered(conversation: string, position: bigint): void {
    const talk = this.diary.talk(conversation);
    if (position > talk.answeredTo) talk.answeredTo = position;
    this.expectations.answeredByPerson(conversation);
  }

  /** A call of the main account; null where it was refused, or no process runs. */
  async call(call: Call, input: object): Promise<unknown> {
    if (this.isDown) return null;
    this.time.queueChanges += 1;
    const answer = await this.account.main.call(call, input);
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
