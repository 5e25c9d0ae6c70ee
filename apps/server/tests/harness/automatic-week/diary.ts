import type { Marketplace } from '@pasar/domain';
import { type AnswerKind, GivenAnswers } from './given.ts';
import { quietIn, type SendConfig } from './send-config.ts';
import type { WeekBuyer, WeekShop } from './shops.ts';
import type { WeekTime } from './time.ts';
import { type Hours, isIn, wallClock } from './wall-clock.ts';

/** What must hold. A violation names one of these. */
export type Invariant =
  | 'greetedOnceADay'
  | 'answeredOnce'
  | 'personGoesFirst'
  | 'onlyBuyersAreAnswered'
  | 'deletedIsNotAnswered'
  | 'frequencyLimit'
  | 'switchedOff'
  | 'ruleOfThePlace'
  | 'answerTimes'
  | 'answerInTime'
  | 'ownShop'
  | 'ownWay'
  | 'stopped'
  | 'loggedIn'
  | 'quietHours'
  | 'taskStopped'
  | 'partOnce'
  | 'missedStart'
  | 'mostMessages'
  | 'afterOrderCare'
  | 'careWhenDue'
  | 'careAtStage'
  | 'careOfShop'
  | 'careOnce'
  | 'careInTime'
  | 'careForgotten'
  | 'ownOrder'
  | 'counters'
  | 'outcomes'
  | 'everythingEnds'
  | 'mustBeAnswered';

type Times = 'always' | 'working' | 'notWorking';

/** The rules of a country of a marketplace or of a shop, as the main account has saved them. */
export interface PlaceRules {
  isOn: boolean;
  delayMinutes: number;
  times: Times;
  isKeywordOn: boolean;
  keywordDelaySeconds: number;
  keywordTimes: Times;
  hours: Hours | null;
  holidays: readonly string[];
  /** Stands in the text of the usual answer, and grows with each change. */
  version: number;
  /** By the rule's id: its words, and the name that its answer bears. */
  readonly keywords: Map<string, { readonly name: string; readonly word: string }>;
  /** When each kind was last off, in the order of the diary. */
  offAt: { default: number; keyword: number };
}

/** What the diary knows of a conversation. */
export interface Talk {
  readonly buyer: WeekBuyer;
  readonly messages: Map<string, TalkMessage>;
  /** Up to where a person has answered, as far as Pasar can know, and up to where a member said that no answer is needed. */
  answeredTo: bigint;
  setAsideTo: bigint;
  readonly given: GivenAnswers;
  /** When automatic messages arrived. */
  readonly automatic: number[];
  /** When messages about orders arrived. */
  readonly cared: number[];
  /** When Pasar heard of messages that the shop had written at the marketplace. */
  readonly bySeller: number[];
}
export interface TalkMessage {
  readonly id: string;
  readonly author: 'buyer' | 'robot' | 'system';
  readonly position: bigint;
  readonly sentAt: number;
  /** When Pasar got it, in the order of the diary; null: not yet. */
  knownAt: number | null;
  isDeleted: boolean;
}

/** A message that Pasar put into the ledger without a person. */
export interface Put {
  readonly key: string;
  readonly conversation: string;
  /** By the server's clock. */
  readonly at: number;
  /** The buyer's message that is answered; null for a message of a task. */
  readonly answers: string | null;
  readonly task: TaskNote | null;
  /** Whom the message of a task is for: a conversation or, of order care, an order. */
  readonly subject: string;
  readonly itemId: string;
  readonly part: number;
  readonly quiet: Hours | null;
  /** How far the server's clock was behind. */
  readonly skewMs: number;
}

/** What holds for the messages of some tasks beside what holds for all. */
export interface TaskRules {
  put(itemId: string, conversation: string, isBegun: boolean): void;
  wired(put: Put, call: { readonly isBegun: boolean; readonly words: string; readonly outcome: string }): void;
}

/** A task of messages to many buyers or of order care. */
export interface TaskNote {
  readonly taskId: string;
  readonly name: string;
  /** Null for a message to many buyers; `day`: of an automatic task (UTC). */
  readonly care: { readonly kind: string; readonly day: string | null; readonly rules: TaskRules } | null;
  readonly buyers: ReadonlySet<string>;
  readonly parts: number;
  sendAt: number | null;
  /** When its first run was committed, by the server's clock. */
  begunAt: number | null;
  isStopped: boolean;
  isDeleted: boolean;
  /** A member has let it go on, so that its start says nothing any more. */
  isSteered: boolean;
  /** Since when a program has had it, and of whom the program has told that they have got it; null: never. */
  hosted: { readonly since: number; readonly told: Set<string> } | null;
  /** By `subject/part`: what the marketplace did with each attempt. */
  readonly attempts: Map<string, string[]>;
}

const HOUR = 3_600_000;
/** So many days after a message about an order the buyer gets none to many buyers. */
const CARE_DAYS = 3;

/** What happened, as a stranger sees it from outside, and what of it must not have happened. Asks no rule of the product. */
export class Diary {
  readonly violations: { readonly invariant: Invariant; readonly detail: string; readonly at: string }[] = [];
  readonly talks: ReadonlyMap<string, Talk>;
  readonly rules = new Map<string, PlaceRules>();
  readonly stops = new Set<string>();
  readonly loggedOut = new Set<number>();
  readonly puts = new Map<string, Put>();
  readonly tasks = new Map<string, TaskNote>();
  /** How often which answer was put, and how many messages went out for which cause. */
  readonly counts: Record<AnswerKind | 'bulk' | 'care' | 'person' | 'withdrawn', number> = {
    welcome: 0,
    faq: 0,
    keyword: 0,
    default: 0,
    bulk: 0,
    care: 0,
    person: 0,
    withdrawn: 0,
  };
  chat = { isWelcomeOn: false, answerHours: null as number | null, version: 0, questions: 0 };
  config: SendConfig = { quiet: null, ownQuiet: [], cap: null };
  readonly #time: WeekTime;
  readonly #answered = new Set<string>();
  readonly #acceptedKeys = new Set<string>();

  constructor(time: WeekTime, buyers: readonly WeekBuyer[]) {
    this.#time = time;
    this.talks = new Map(
      buyers.map((buyer) => [
        buyer.conversation,
        {
          buyer,
          messages: new Map(),
          answeredTo: -1n,
          setAsideTo: -1n,
          given: new GivenAnswers(),
          automatic: [],
          cared: [],
          bySeller: [],
        },
      ]),
    );
  }

  talk(conversation: string): Talk {
    const talk = this.talks.get(conversation);
    if (talk === undefined) throw new Error(`nobody talks in ${conversation}`);
    return talk;
  }

  blame(invariant: Invariant, detail: string): void {
    this.violations.push({ invariant, detail, at: new Date(this.#time.now()).toISOString() });
  }

  placeOf({ name, marketplace, country }: WeekShop): string {
    return this.rules.has(name) ? name : countryKey(marketplace, country);
  }

  isStopped(shop: WeekShop): boolean {
    return this.stops.has('account') || this.stops.has(shop.name);
  }

  /** Pasar has decided to answer a buyer's message: its parts stand in the ledger. */
  answerPut(
    kind: AnswerKind,
    answers: string,
    conversation: string,
    keywordId: string | null,
    keys: readonly string[],
  ): void {
    const talk = this.talk(conversation);
    const { shop } = talk.buyer;
    const now = this.#time.now();
    const what = `${kind} to ${answers} in ${conversation}`;
    const message = talk.messages.get(answers);
    if (this.#answered.has(answers)) this.blame('answeredOnce', what);
    this.#answered.add(answers);
    if (message === undefined || message.author !== 'buyer') {
      this.blame('onlyBuyersAreAnswered', what);
      return;
    }
    this.#checkStillWaits(talk, message, what);
    if (this.isStopped(shop)) this.blame('stopped', `${what} was put`);
    this.#checkRule(kind, { talk, message, keywordId, what });
    const { day } = wallClock(now, shop.country);
    if (kind === 'welcome' && talk.given.isGreetedOn(day)) this.blame('greetedOnceADay', `${what} on ${day}`);
    if (kind === 'keyword' || kind === 'default') {
      const { answerHours } = this.chat;
      const { countedAt } = talk.given;
      if (answerHours !== null && countedAt !== null && now - countedAt < answerHours * HOUR) {
        this.blame('frequencyLimit', `${what}, after ${(now - countedAt) / HOUR} of ${answerHours} hours`);
      }
    }
    talk.given.put({ kind, at: now, day, keys });
    this.counts[kind] += 1;
    for (const [part, key] of keys.entries()) {
      this.#notePut({ key, conversation, answers, task: null, subject: conversation, itemId: '', part });
    }
  }

  /** A person's answer and a word that none is needed go first; of what a buyer has taken back nothing is left to answer. */
  #checkStillWaits(talk: Talk, message: TalkMessage, what: string): void {
    const doneTo = talk.answeredTo > talk.setAsideTo ? talk.answeredTo : talk.setAsideTo;
    if (message.position <= doneTo) {
      const by = talk.answeredTo >= message.position ? 'answered' : 'set aside';
      this.blame('personGoesFirst', `${what}, which was ${by}`);
    }
    const left = [...talk.messages.values()].filter(
      ({ author, knownAt, isDeleted, position }) =>
        author === 'buyer' && knownAt !== null && !isDeleted && position > doneTo,
    );
    if (left.length === 0) this.blame('deletedIsNotAnswered', what);
  }

  #checkRule(
    kind: AnswerKind,
    about: {
      readonly talk: Talk;
      readonly message: TalkMessage;
      readonly keywordId: string | null;
      readonly what: string;
    },
  ): void {
    const { talk, message, keywordId, what } = about;
    if (kind === 'welcome' || kind === 'faq') {
      if (!this.chat.isWelcomeOn) this.blame('switchedOff', what);
      return;
    }
    const rules = this.rules.get(this.placeOf(talk.buyer.shop));
    const isOn = kind === 'default' ? rules?.isOn : rules?.isKeywordOn && rules.keywords.has(keywordId ?? '');
    if (rules === undefined || isOn !== true) {
      this.blame('switchedOff', what);
      return;
    }
    if ((message.knownAt ?? 0) < rules.offAt[kind]) this.blame('switchedOff', `${what}, which waited while it was off`);
    const times = kind === 'default' ? rules.times : rules.keywordTimes;
    if (times === 'always') return;
    const { country } = talk.buyer.shop;
    const now = this.#time.now();
    const isHoliday = rules.holidays.includes(wallClock(now, country).day);
    const isWorking = !isHoliday && (rules.hours === null || isIn(rules.hours, now, country));
    if (isWorking !== (times === 'working')) this.blame('answerTimes', `${what}, which is answered when ${times}`);
  }

  /** Pasar has put parts of a task's message into the ledger. */
  taskPut(
    task: TaskNote,
    conversation: string,
    about: { readonly subject: string; readonly itemId: string },
    parts: readonly { readonly key: string; readonly part: number }[],
  ): void {
    const { subject, itemId } = about;
    const talk = this.talk(conversation);
    const { shop } = talk.buyer;
    const what = `${task.name} to ${subject}`;
    const now = this.#time.now();
    if (task.isStopped || task.isDeleted) this.blame('taskStopped', `${what} was put`);
    if (this.isStopped(shop)) this.blame('stopped', `${what} was put`);
    if (this.loggedOut.has(shop.login)) this.blame('loggedIn', `${what} was put`);
    const { cap } = this.config;
    const quiet = quietIn(this.config, shop.country);
    if (quiet !== null && isIn(quiet, now, shop.country)) this.blame('quietHours', `${what} was put`);
    const isBegun = [...task.attempts].some(
      ([place, outcomes]) => place.startsWith(`${subject}/`) && outcomes.some((one) => one !== 'refused'),
    );
    if (cap !== null && !isBegun) {
      const since = now - cap.days * 24 * HOUR;
      const got = talk.automatic.filter((at) => at > since).length;
      if (got + task.parts > cap.messages) this.blame('mostMessages', `${what}, who got ${got} of ${cap.messages}`);
    }
    if (task.care === null && !isBegun && talk.cared.some((at) => at > now - CARE_DAYS * 24 * HOUR)) {
      this.blame('afterOrderCare', what);
    }
    task.care?.rules.put(itemId, conversation, isBegun);
    for (const { key, part } of parts) {
      this.#notePut({ key, conversation, answers: null, task, subject, itemId, part });
    }
  }

  #notePut(put: Omit<Put, 'at' | 'quiet' | 'skewMs'>): void {
    const { country } = this.talk(put.conversation).buyer.shop;
    const quiet = quietIn(this.config, country);
    this.puts.set(put.key, { ...put, at: this.#time.now(), quiet, skewMs: this.#time.skewMs });
  }

  /** A message is handed to the marketplace: what counts in the end. */
  wire(call: { readonly key: string; readonly conversation: string; readonly platformShopId: string } & Wired): void {
    const talk = this.talk(call.conversation);
    const { shop, name } = talk.buyer;
    const what = `"${call.words.split('\n')[0]}" to ${call.conversation}`;
    const [kind = '', place = '', , shopName = '', buyerName = ''] = (call.words.split('\n')[0] ?? '').split('~');
    if (shop.platformShopId !== call.platformShopId || shopName !== shop.name) this.blame('ownShop', what);
    if (kind !== 'I' && buyerName !== name) this.blame('ownShop', `${what}, which is for ${buyerName}`);
    if (this.loggedOut.has(shop.login)) this.blame('loggedIn', what);
    const put = this.puts.get(call.key);
    const hasArrived = call.outcome === 'accepted' || call.outcome === 'arrived';
    if (put === undefined) {
      if (kind !== 'P') this.blame('ruleOfThePlace', `${what}, which nobody put`);
      if (hasArrived) this.counts.person += 1;
      return;
    }
    if (this.isStopped(shop)) this.blame('stopped', what);
    if (hasArrived) {
      if (this.#acceptedKeys.has(call.key)) this.blame('partOnce', `${what}, a second time`);
      this.#acceptedKeys.add(call.key);
      if (call.outcome === 'accepted') talk.automatic.push(this.#time.at);
      if (call.outcome === 'accepted' && put.task?.care) talk.cared.push(this.#time.at);
    }
    if (put.task === null) this.#answerWired(put, talk, { kind, place, what });
    else this.#taskWired(put, put.task, talk, { ...call, what });
  }

  #answerWired(
    put: Put,
    talk: Talk,
    { kind, place, what }: { readonly kind: string; readonly place: string; readonly what: string },
  ): void {
    const message = talk.messages.get(put.answers ?? '');
    if (message !== undefined) this.#checkStillWaits(talk, message, `${what} on the wire`);
    if (this.#time.now() - put.at > HOUR) this.blame('answerInTime', what);
    if (this.#time.now() === put.at && (kind === 'D' || kind === 'K') && place !== this.placeOf(talk.buyer.shop)) {
      this.blame('ruleOfThePlace', `${what}, where ${this.placeOf(talk.buyer.shop)} holds`);
    }
  }

  #taskWired(put: Put, task: TaskNote, talk: Talk, call: Wired & { readonly what: string }): void {
    const { what, outcome } = call;
    const { shop, conversation } = talk.buyer;
    if (task.care === null && !task.buyers.has(conversation)) this.blame('ownShop', `${what}, who is no recipient`);
    const { subject } = put;
    const ofBuyer = [...task.attempts].filter(([place]) => place.startsWith(`${subject}/`));
    const isBegun = ofBuyer.some(([, outcomes]) => outcomes.some((one) => one !== 'refused'));
    if (task.isDeleted || (task.isStopped && !isBegun)) this.blame('taskStopped', what);
    if (task.sendAt !== null && !task.isSteered && task.begunAt !== null && task.begunAt - task.sendAt > 5 * 60_000) {
      this.blame('missedStart', `${what}, ${task.begunAt - task.sendAt} ms after its start`);
    }
    // A clock that went back since may stand in the quiet hours again.
    if (put.quiet !== null && put.skewMs === this.#time.skewMs && isIn(put.quiet, this.#time.now(), shop.country)) {
      this.blame('quietHours', what);
    }
    task.care?.rules.wired(put, { isBegun, words: call.words.split('\n')[0] ?? '', outcome });
    const place = `${subject}/${put.part}`;
    const before = task.attempts.get(place) ?? [];
    if (before.some((one) => one === 'accepted' || one === 'arrived')) this.blame('partOnce', what);
    task.attempts.set(place, [...before, outcome]);
    if (outcome === 'accepted' || outcome === 'arrived') this.counts[task.care === null ? 'bulk' : 'care'] += 1;
  }
}

interface Wired {
  readonly words: string;
  readonly outcome: string;
}

export const countryKey = (marketplace: Marketplace, country: string): string => `${marketplace}/${country}`;
