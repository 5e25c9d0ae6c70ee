import type { Diary, PlaceRules, Talk, TalkMessage } from './diary.ts';
import type { AnswerKind } from './given.ts';
import { DAY, HOUR, MINUTE, type WeekTime } from './time.ts';
import { wallClock } from './wall-clock.ts';

/** What a buyer's message says, as the test has written it. */
export interface Meaning {
  readonly word: string | null;
  readonly question: number | null;
}

interface Expected {
  readonly talk: Talk;
  readonly message: TalkMessage;
  readonly kind: AnswerKind;
  readonly dueAt: number;
  /** A person had answered what the buyer wrote before. */
  readonly isAfterPerson: boolean;
}

/** So long after it was due an answer counts as given. */
const SLACK_MS = MINUTE;
/** So long after a disturbance nothing is expected. */
const MURKY_MS = 3 * MINUTE;

/**
 * The buyers' messages that must be answered: by a rule that is on, live, with nothing in the way. Whatever could speak against
 * the answer takes the expectation back, so that only clear cases are left.
 */
export class Expectations {
  readonly met: Record<AnswerKind | 'afterPerson', number> = {
    welcome: 0,
    faq: 0,
    keyword: 0,
    default: 0,
    afterPerson: 0,
  };
  readonly #time: WeekTime;
  readonly #diary: Diary;
  readonly #open = new Map<string, Expected>();
  /** The message for whose usual answer a conversation waits. */
  readonly #waiting = new Map<Talk, { readonly position: bigint; readonly dueAt: number }>();
  readonly #murky = new Map<Talk, number>();

  constructor(time: WeekTime, diary: Diary) {
    this.#time = time;
    this.#diary = diary;
  }

  /** Pasar has got a buyer's message. */
  arrived(talk: Talk, message: TalkMessage, meaning: Meaning): void {
    const now = this.#time.now();
    const rules = this.#diary.rules.get(this.#diary.placeOf(talk.buyer.shop));
    const found = this.#answerTo(talk, message, meaning, rules);
    const waiting = this.#waiting.get(talk);
    const doneTo = talk.answeredTo > talk.setAsideTo ? talk.answeredTo : talk.setAsideTo;
    const isWaiting = waiting !== undefined && now <= waiting.dueAt + SLACK_MS;
    const isAfterPerson = isWaiting && waiting.position <= doneTo;
    if (found?.kind === 'default' && (!isWaiting || isAfterPerson)) {
      const dueAt = Math.max(now, found.dueAt, waiting?.dueAt ?? 0);
      this.#waiting.set(talk, { position: message.position, dueAt });
    }
    const isClear =
      now - message.sentAt < SLACK_MS / 10 &&
      this.#time.skewMs === 0 &&
      message.position > doneTo &&
      now > (this.#murky.get(talk) ?? 0) &&
      (talk.given.lastAt === null || talk.given.lastAt < message.sentAt) &&
      !this.#diary.isStopped(talk.buyer.shop);
    if (found === null || !found.isSure || !isClear || (found.kind === 'default' && isWaiting && !isAfterPerson))
      return;
    this.#open.set(message.id, { ...found, talk, message, isAfterPerson: isAfterPerson && found.kind === 'default' });
  }

  #answerTo(
    talk: Talk,
    { sentAt }: TalkMessage,
    { word, question }: Meaning,
    rules: PlaceRules | undefined,
  ): { readonly kind: AnswerKind; readonly dueAt: number; readonly isSure: boolean } | null {
    const { chat } = this.#diary;
    const { country } = talk.buyer.shop;
    const { greetedAt, countedAt } = talk.given;
    const mayBeCounted = (dueAt: number) =>
      chat.answerHours === null || countedAt === null || dueAt - countedAt >= chat.answerHours * HOUR;
    const isQuestion = question !== null && question <= chat.questions;
    if (isQuestion && chat.isWelcomeOn && greetedAt !== null && sentAt - greetedAt < DAY) {
      return { kind: 'faq', dueAt: sentAt, isSure: true };
    }
    if (rules?.isKeywordOn === true && [...rules.keywords.values()].some((rule) => rule.word === word)) {
      const dueAt = sentAt + rules.keywordDelaySeconds * 1_000;
      return { kind: 'keyword', dueAt, isSure: rules.keywordTimes === 'always' && mayBeCounted(dueAt) };
    }
    const today = wallClock(sentAt, country).day;
    if (chat.isWelcomeOn && !talk.given.isGreetedOn(today)) {
      return { kind: 'welcome', dueAt: sentAt, isSure: wallClock(sentAt + SLACK_MS, country).day === today };
    }
    if (rules?.isOn !== true) return null;
    const dueAt = sentAt + rules.delayMinutes * MINUTE;
    return { kind: 'default', dueAt, isSure: rules.times === 'always' && mayBeCounted(dueAt) };
  }

  /** An answer was put. It may stand in the way of other answers to the same buyer. */
  put(conversation: string, answers: string): void {
    const expected = this.#open.get(answers);
    if (expected !== undefined) {
      this.met[expected.isAfterPerson ? 'afterPerson' : expected.kind] += 1;
      this.#open.delete(answers);
    }
    for (const [id, { talk }] of this.#open) if (talk.buyer.conversation === conversation) this.#open.delete(id);
  }

  /** Something may stand in the way of answers in these conversations; what was due before it is looked at first. */
  disturb(isConcerned: (talk: Talk) => boolean): void {
    this.expire();
    for (const [id, { talk }] of this.#open) if (isConcerned(talk)) this.#open.delete(id);
    for (const talk of this.#diary.talks.values()) {
      if (isConcerned(talk)) this.#murky.set(talk, this.#time.now() + MURKY_MS);
    }
  }

  /** A person has answered, or will be known to have. What the buyer writes after that is expected to be answered again. */
  answeredByPerson(conversation: string): void {
    this.expire();
    for (const [id, { talk }] of this.#open) if (talk.buyer.conversation === conversation) this.#open.delete(id);
  }

  /** What was due and has not come is missing. */
  expire(): void {
    const now = this.#time.now();
    for (const [id, { talk, kind, dueAt, isAfterPerson }] of this.#open) {
      if (now <= dueAt + SLACK_MS) continue;
      const after = isAfterPerson ? ', after a person had answered what was written before' : '';
      this.#diary.blame(
        'mustBeAnswered',
        `${kind} to ${id} in ${talk.buyer.conversation}, due ${new Date(dueAt).toISOString()}${after}`,
      );
      this.#open.delete(id);
    }
  }
}
