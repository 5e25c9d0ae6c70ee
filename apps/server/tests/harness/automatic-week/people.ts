import { CALLS } from '@pasar/api';
import type { MessageContent } from '@pasar/domain';
import { z } from 'zod';
import type { Meaning } from './expectations.ts';
import type { Scene } from './scene.ts';
import type { WeekBuyer } from './shops.ts';
import { HOUR, MINUTE, SECOND } from './time.ts';

/** Words of rules, none of which is a part of another or of what people say without them. */
export const WORDS = ['price', 'refund', 'size', '发货', '优惠券', 'ราคา', 'คืนเงิน', 'talla'] as const;
const IDLE = ['hello?', 'ok', 'thank you', '在吗', '好的', 'สวัสดี', 'gracias', 'mmm 100'] as const;
const QUESTIONS = ['1', '2', '#3', '4.'] as const;

/** Full width, mixed case, no spaces: the same word. */
function written(word: string, scene: Scene): string {
  const { chance } = scene;
  const wide = [...word].map((letter) =>
    /[a-z]/.test(letter) && chance.hit(0.1) ? String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0) : letter,
  );
  const mixed = wide.map((letter) => (chance.hit(0.4) ? letter.toUpperCase() : letter)).join('');
  if (/^[a-z]/.test(word))
    return `${chance.pick(['', 'what ', 'The '])}${mixed}${chance.pick(['', '?', ' please', ', now'])}`;
  return `${chance.pick(['', '请问', 'คุณ'])}${mixed}${chance.pick(['', '吗', 'ครับ'])}`;
}

/** The buyers write, and persons of the shops answer, each at times of their own. */
export class People {
  readonly #scene: Scene;
  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Every buyer comes now and then until that time. */
  plan(until: number): void {
    const { chance, time, account } = this.#scene;
    for (const buyer of account.buyers) {
      for (let at = time.at + chance.between(0, 90 * HOUR); at < until; at += chance.between(8 * HOUR, 140 * HOUR)) {
        time.plan(at, () => this.#visit(buyer, chance.pick([1, 2, 2, 3, 3, 6])));
      }
    }
  }

  /** Buyers of a login write shortly before it is lost, and persons answer some of them at the marketplace meanwhile. */
  planAbsence(login: number, from: number, to: number): void {
    const { chance, time, account } = this.#scene;
    for (const buyer of account.buyers.filter(({ shop }) => shop.login === login)) {
      time.plan(from - chance.between(SECOND, 4 * MINUTE), () => this.#write(buyer));
      if (chance.hit(0.6)) time.plan(chance.between(from, to), () => this.#answerAtMarketplace(buyer));
    }
  }

  async #visit(buyer: WeekBuyer, messages: number): Promise<void> {
    const { chance, time } = this.#scene;
    let afterMs = 0;
    for (let count = 0; count < messages; count += 1) {
      time.plan(time.at + afterMs, () => this.#write(buyer));
      afterMs += chance.pick([0, chance.between(1, 20 * SECOND), chance.between(SECOND, 8 * MINUTE), 2 * HOUR]);
    }
  }

  async #write(buyer: WeekBuyer): Promise<void> {
    const { chance, time, market, diary } = this.#scene;
    const { author, content, meaning } = this.#said();
    const facts = market.message(buyer, author, content);
    const { platformMessageId: id, sentAt } = facts;
    const position = BigInt(facts.position);
    diary.talk(buyer.conversation).messages.set(id, { id, author, position, sentAt, knownAt: null, isDeleted: false });
    this.#scene.meanings.set(id, meaning);
    const isLate = chance.hit(0.1);
    const arrivesAt = sentAt + (isLate ? chance.between(SECOND, 80 * MINUTE) : chance.between(0, 300));
    const { login } = buyer.shop;
    const push = () =>
      this.#scene.push(login, [{ kind: 'message.received', message: facts, via: isLate ? 'history' : 'live' }]);
    time.plan(arrivesAt, push);
    if (chance.hit(0.06)) time.plan(arrivesAt + chance.between(0, 2 * HOUR), push);
    if (author !== 'buyer') return;
    if (chance.hit(0.05)) {
      const { platformShopId, platformConversationId } = facts;
      const status = 'recalled' as const;
      const event = {
        kind: 'message.withdrawn',
        platformShopId,
        platformConversationId,
        platformMessageId: id,
        status,
      } as const;
      time.plan(arrivesAt + chance.between(0, 15 * MINUTE), () => this.#scene.push(login, [event]));
    }
    if (chance.hit(0.4)) time.plan(sentAt + this.#patience(buyer), () => this.#answer(buyer));
  }

  #said(): {
    readonly author: 'buyer' | 'robot' | 'system';
    readonly content: MessageContent;
    readonly meaning: Meaning;
  } {
    const { chance } = this.#scene;
    const drawn = chance.between(1, 100);
    const text = (words: string): MessageContent => ({ type: 'text', text: words });
    const nothing = { word: null, question: null };
    if (drawn <= 4) return { author: 'system', content: text(chance.pick(WORDS)), meaning: nothing };
    if (drawn <= 8) return { author: 'robot', content: text(chance.pick(WORDS)), meaning: nothing };
    if (drawn <= 16) {
      const sticker = { imageUrl: 'https://stickers.example/1.png', text: null };
      return {
        author: 'buyer',
        content: { type: 'sticker', sticker, wireType: 'sticker', raw: null },
        meaning: nothing,
      };
    }
    if (drawn <= 30) {
      const question = chance.pick(QUESTIONS);
      return {
        author: 'buyer',
        content: text(question),
        meaning: { word: null, question: Number(/\d/.exec(question)?.[0]) },
      };
    }
    if (drawn <= 62) {
      const word = chance.pick(WORDS);
      return { author: 'buyer', content: text(written(word, this.#scene)), meaning: { word, question: null } };
    }
    return { author: 'buyer', content: text(chance.pick(IDLE)), meaning: nothing };
  }

  /** After how long a person answers: often about when the automatic answer is due, also in the same millisecond. */
  #patience({ shop }: WeekBuyer): number {
    const { chance, diary } = this.#scene;
    const rules = diary.rules.get(diary.placeOf(shop));
    const defaultMs = (rules?.delayMinutes ?? 5) * MINUTE;
    const keywordMs = (rules?.keywordDelaySeconds ?? 3) * SECOND;
    return chance.pick([
      defaultMs,
      keywordMs,
      chance.between(0, defaultMs),
      defaultMs + chance.between(1, 20 * MINUTE),
      chance.between(SECOND, 3 * HOUR),
    ]);
  }

  async #answer(buyer: WeekBuyer): Promise<void> {
    const { chance, isDown } = this.#scene;
    const way = isDown ? 'app' : chance.pick(['pasar', 'pasar', 'app', 'app', 'aside'] as const);
    if (way === 'app') return this.#answerAtMarketplace(buyer);
    return way === 'pasar' ? this.#answerInPasar(buyer) : this.#setAside(buyer);
  }

  /** Pasar hears of it at once, or later. */
  async #answerAtMarketplace(buyer: WeekBuyer): Promise<void> {
    const { chance, time, market, expectations, byPersons } = this.#scene;
    const text = `P~app~0~${buyer.shop.name}~${buyer.name}`;
    const facts = market.message(buyer, 'seller', { type: 'text', text });
    byPersons.add(facts.platformMessageId);
    expectations.answeredByPerson(buyer.conversation);
    const event = { kind: 'message.received', message: facts, via: 'live' } as const;
    time.plan(time.at + chance.pick([0, 0, chance.between(1, 10 * SECOND), chance.between(SECOND, 40 * MINUTE)]), () =>
      this.#scene.push(buyer.shop.login, [event]),
    );
  }

  async #answerInPasar(buyer: WeekBuyer): Promise<void> {
    const { chance, byPersons, expectations } = this.#scene;
    const digits = () => chance.between(0, 0xffff_ffff).toString(16).padStart(8, '0');
    const clientId = `${digits()}-0000-4000-8000-0000${digits()}`;
    byPersons.add(clientId);
    expectations.answeredByPerson(buyer.conversation);
    const text = `P~pasar~0~${buyer.shop.name}~${buyer.name}`;
    const conversationId = this.#scene.conversationId(buyer);
    await this.#scene.call(CALLS.chat.sendText, { conversationId, clientId, text });
    await this.#scene.send(buyer.shop.login, 5 * MINUTE);
  }

  async #setAside(buyer: WeekBuyer): Promise<void> {
    const { diary, expectations } = this.#scene;
    const talk = diary.talk(buyer.conversation);
    const known = [...talk.messages.values()].filter(({ knownAt }) => knownAt !== null).map(({ position }) => position);
    expectations.answeredByPerson(buyer.conversation);
    const done = await this.#scene.call(CALLS.chat.setAside, {
      conversationId: this.#scene.conversationId(buyer),
      isSetAside: true,
    });
    if (!z.object({ isSetAside: z.boolean() }).nullable().parse(done)?.isSetAside) return;
    for (const position of known) if (position > talk.setAsideTo) talk.setAsideTo = position;
  }
}
