import { type AutomaticContent, CALLS } from '@pasar/api';
import type { Country, Marketplace } from '@pasar/domain';
import { z } from 'zod';
import { PNG } from '../picture-connector.ts';
import { countryKey, type PlaceRules, type Talk } from './diary.ts';
import { WORDS } from './people.ts';
import type { Scene } from './scene.ts';
import type { WeekShop } from './shops.ts';
import { HOUR, MINUTE } from './time.ts';
import { type Hours, wallClock } from './wall-clock.ts';

interface Place {
  readonly key: string;
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly shop: WeekShop | null;
}
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const FAQ = [
  {
    category: 'Parcels',
    variants: [],
    questions: [1, 2].map((number) => ({
      question: `Question ${number}`,
      answer: `F~all~${number}~{shop}~{buyer}`,
      variants: [],
    })),
  },
  {
    category: 'Money',
    variants: [],
    questions: [{ question: 'Question 3', answer: 'F~all~3~{shop}~{buyer}', variants: [] }],
  },
];
const said = (text: string): AutomaticContent => ({ parts: [{ kind: 'text', text }], variants: [] });

/** The main account changes the rules, stops everything and lets it go on, and the limits of what many buyers get. */
export class Managers {
  readonly #scene: Scene;
  #names = 0;
  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async begin(): Promise<void> {
    const { account } = this.#scene;
    const places = new Map(account.shops.map((shop) => [countryKey(shop.marketplace, shop.country), shop]));
    for (const [key, { marketplace, country }] of places) await this.#open({ key, marketplace, country, shop: null });
    await this.#saveChat({ isWelcomeOn: true, answerHours: 1 });
    await this.#saveConfig({
      quiet: { from: 23 * 60, to: 6 * 60 + 30, days: EVERY_DAY },
      cap: { messages: 5, days: 4 },
    });
  }

  /** So many changes, at times until then. */
  plan(until: number, changes: number): void {
    const { chance, time } = this.#scene;
    const kinds = [
      ...Array.from({ length: 12 }, () => this.#changeRules),
      ...Array.from({ length: 4 }, () => this.#changeKeywords),
      ...Array.from({ length: 3 }, () => this.#changeOwnRules),
      ...Array.from({ length: 2 }, () => this.#changeChat),
      ...Array.from({ length: 2 }, () => this.#changeConfig),
      ...Array.from({ length: 3 }, () => this.#stop),
    ];
    for (let count = 0; count < changes; count += 1) {
      time.plan(chance.between(time.at, until), () => chance.pick(kinds).call(this));
    }
  }

  /** What was stopped goes on. */
  async end(): Promise<void> {
    for (const name of [...this.#scene.diary.stops]) await this.#resume(name);
  }

  async #open(place: Place): Promise<void> {
    const { chance } = this.#scene;
    const isTimed = chance.hit(0.3);
    await this.#save(place, {
      isOn: chance.hit(0.9),
      delayMinutes: chance.between(1, 25),
      times: isTimed ? chance.pick(['working', 'notWorking'] as const) : 'always',
      isKeywordOn: chance.hit(0.9),
      keywordDelaySeconds: chance.between(0, 90),
      keywordTimes: isTimed ? chance.pick(['always', 'working', 'notWorking'] as const) : 'always',
      hours: isTimed ? this.#hours() : null,
      holidays: [],
    });
    for (const word of chance.some(WORDS, chance.between(2, 5))) await this.#addKeyword(place, word);
  }

  #hours(): Hours {
    const { chance } = this.#scene;
    const from = chance.between(0, 47) * 30;
    const to = chance.between(0, 47) * 30;
    return { from, to: to === from ? from + 30 : to, days: [...chance.some(EVERY_DAY, 5)].sort() };
  }

  async #save(place: Place, change: Partial<PlaceRules>): Promise<void> {
    const { diary, expectations } = this.#scene;
    const held = diary.rules.get(place.key) ?? usual();
    const rules = { ...held, ...change, version: held.version + 1 };
    const saved = await this.#scene.call(CALLS.autoReply.saveReplySettingList, {
      platform: place.marketplace,
      list: [
        {
          country: place.country,
          shopId: place.shop?.shopId ?? null,
          is_lazada_auto_reply: rules.isOn,
          lazada_reply_delay: rules.delayMinutes,
          is_lazada_keyword_auto_reply: rules.isKeywordOn,
          lazada_keyword_reply_delay: rules.keywordDelaySeconds,
          content: said(`D~${place.key}~v${rules.version}~{shop}~{buyer}`),
          times: rules.times,
          keywordTimes: rules.keywordTimes,
          hours: rules.hours,
          holidays: rules.holidays,
        },
      ],
    });
    if (saved === null) return;
    this.#scene.time.order += 1;
    const { order } = this.#scene.time;
    const offAt = {
      default: rules.isOn ? held.offAt.default : order,
      keyword: rules.isKeywordOn ? held.offAt.keyword : order,
    };
    expectations.disturb((talk) => this.#isOf(place, talk));
    diary.rules.set(place.key, { ...rules, offAt });
  }

  #isOf({ key, shop, marketplace, country }: Place, { buyer }: Talk): boolean {
    if (shop !== null) return buyer.shop === shop;
    return countryKey(buyer.shop.marketplace, buyer.shop.country) === countryKey(marketplace, country) && key !== '';
  }

  async #addKeyword(place: Place, word: string): Promise<void> {
    const { diary, chance, expectations } = this.#scene;
    this.#names += 1;
    const name = `k${this.#names}`;
    const content = said(`K~${place.key}~${name}~{shop}~{buyer}`);
    if (place.shop !== null || chance.hit(0.2)) await this.#addGoods(place, content);
    const { marketplace: platform, country } = place;
    const input = {
      platform,
      country,
      ...(place.shop !== null && { shopId: place.shop.shopId }),
      keyword: word,
      content,
    };
    const saved = await this.#scene.call(CALLS.autoReply.saveReplyKeywordSetting, input);
    if (saved === null) return;
    const { keywordId } = z.object({ keywordId: z.string() }).parse(saved);
    expectations.disturb((talk) => this.#isOf(place, talk));
    diary.rules.get(place.key)?.keywords.set(keywordId, { name, word });
  }

  /** A product of a shop, which other shops of the country must not show, or a picture of a shop's own rules. */
  async #addGoods(place: Place, content: AutomaticContent): Promise<void> {
    const { chance, account } = this.#scene;
    const of = place.shop ?? account.shops.find((shop) => countryKey(shop.marketplace, shop.country) === place.key);
    if (of === undefined) return;
    const title = `I~${place.key}~0~${of.name}`;
    if (place.shop === null || chance.hit(0.5)) {
      content.parts.push({ kind: 'product', shopId: of.shopId, itemId: of.platformShopId, title });
      return;
    }
    const file = { fileName: title, type: 'image/png' as const };
    const made = await this.#scene.call(CALLS.automation.saveAutomaticPicture, {
      ...file,
      file: PNG.toString('base64'),
    });
    if (made === null) return;
    const { pictureId } = z.object({ pictureId: z.string() }).parse(made);
    content.parts.push({ kind: 'image', pictureId, ...file, width: 1, height: 1 });
  }

  #anyPlace(): Place {
    const { chance, account, diary } = this.#scene;
    const shop = chance.pick(account.shops);
    const key = diary.placeOf(shop);
    return { key, marketplace: shop.marketplace, country: shop.country, shop: key === shop.name ? shop : null };
  }

  async #changeRules(): Promise<void> {
    const { chance, diary, time } = this.#scene;
    const place = this.#anyPlace();
    const rules = diary.rules.get(place.key);
    if (rules === undefined) return;
    const today = wallClock(time.now() + chance.pick([0, 0, 24 * HOUR]), place.country).day;
    const changes: readonly Partial<PlaceRules>[] = [
      { isOn: !rules.isOn },
      { isKeywordOn: !rules.isKeywordOn },
      { delayMinutes: chance.pick([0, 1, rules.delayMinutes + 30, Math.floor(rules.delayMinutes / 2)]) },
      { keywordDelaySeconds: chance.pick([0, 3, 600, Math.floor(rules.keywordDelaySeconds / 2)]) },
      { hours: this.#hours(), times: 'working' },
      { holidays: [today], times: chance.pick(['working', 'notWorking'] as const), keywordTimes: 'working' },
      { times: 'always', keywordTimes: 'always' },
    ];
    const change = chance.pick(changes);
    await this.#save(place, change);
    // What was switched off comes back after a while, also before what waited was due.
    const back = {
      ...(change.isOn === false && { isOn: true }),
      ...(change.isKeywordOn === false && { isKeywordOn: true }),
    };
    const isOff = change.isOn === false || change.isKeywordOn === false;
    if (isOff) time.plan(time.at + chance.pick([MINUTE, 30 * MINUTE, 5 * HOUR]), () => this.#saveIfThere(place, back));
  }

  async #saveIfThere(place: Place, change: Partial<PlaceRules>): Promise<void> {
    if (this.#scene.diary.rules.has(place.key)) await this.#save(place, change);
  }

  async #changeKeywords(): Promise<void> {
    const { chance, diary, expectations } = this.#scene;
    const place = this.#anyPlace();
    const keywords = diary.rules.get(place.key)?.keywords;
    if (keywords === undefined) return;
    const missing = WORDS.filter((word) => ![...keywords.values()].some((rule) => rule.word === word));
    if (keywords.size === 0 || (missing.length > 0 && chance.hit(0.5)))
      return this.#addKeyword(place, chance.pick(missing));
    const keywordId = chance.pick([...keywords.keys()]);
    const done = await this.#scene.call(CALLS.autoReply.delReplyKeywordSetting, { keywordIds: [keywordId] });
    if (done === null) return;
    expectations.disturb((talk) => this.#isOf(place, talk));
    keywords.delete(keywordId);
  }

  async #changeOwnRules(): Promise<void> {
    const { chance, account, diary, expectations } = this.#scene;
    const own = account.shops.filter((shop) => diary.rules.has(shop.name));
    if (own.length === 0 || chance.hit(0.6)) {
      const shop = chance.pick(account.shops);
      const { name, marketplace, country } = shop;
      if (!this.#scene.isDown && !diary.rules.has(name)) await this.#open({ key: name, marketplace, country, shop });
      return;
    }
    const shop = chance.pick(own);
    const done = await this.#scene.call(CALLS.autoReply.removeShopReplySetting, { shopId: shop.shopId });
    if (done === null) return;
    expectations.disturb(({ buyer }) => buyer.shop === shop);
    diary.rules.delete(shop.name);
  }

  async #changeChat(): Promise<void> {
    const { chance, diary, time } = this.#scene;
    const { isWelcomeOn } = diary.chat;
    await this.#saveChat(
      chance.hit(0.5) ? { isWelcomeOn: !isWelcomeOn } : { answerHours: chance.pick([null, null, 1, 4] as const) },
    );
    if (!diary.chat.isWelcomeOn)
      time.plan(time.at + chance.between(MINUTE, 4 * HOUR), () => this.#saveChat({ isWelcomeOn: true }));
  }

  async #saveChat(change: {
    readonly isWelcomeOn?: boolean;
    readonly answerHours?: 1 | 2 | 4 | 8 | null;
  }): Promise<void> {
    const { diary, expectations } = this.#scene;
    const version = diary.chat.version + 1;
    const welcomeText = `W~all~v${version}~{shop}~{buyer}`;
    const done = await this.#scene.call(CALLS.chatSettings.saveChatSetting, {
      account: { ...change, welcomeText, faq: FAQ },
    });
    if (done === null) return;
    expectations.disturb(() => true);
    const questions = FAQ.flatMap((one) => one.questions).length;
    diary.chat = { ...diary.chat, ...change, version, questions };
  }

  async #changeConfig(): Promise<void> {
    const { chance, account } = this.#scene;
    const cap = chance.pick([null, { messages: chance.between(3, 12), days: chance.between(1, 7) }]);
    const countries = chance.some([...new Set(account.shops.map(({ country }) => country))], 2);
    const ownQuiet = countries.map((country) => ({ country, quiet: chance.pick([null, this.#hours()]) }));
    await this.#saveConfig(chance.pick([{ cap }, { quiet: chance.pick([null, this.#hours()]) }, { ownQuiet }]));
  }

  async #saveConfig(change: Partial<Scene['diary']['config']>): Promise<void> {
    const { diary } = this.#scene;
    if ((await this.#scene.call(CALLS.bulkSend.saveConfig, change)) !== null)
      diary.config = { ...diary.config, ...change };
  }

  async #stop(): Promise<void> {
    const { chance, account } = this.#scene;
    await this.stop(chance.hit(0.3) ? null : chance.pick(account.shops));
  }

  /** A stop of a shop or, with null, of the account, and its end. */
  async stop(shop: WeekShop | null): Promise<void> {
    const { chance, diary, time, expectations } = this.#scene;
    const name = shop?.name ?? 'account';
    const done = await this.#scene.call(CALLS.automation.stopAutomatic, shop === null ? {} : { shopId: shop.shopId });
    if (done === null) return;
    expectations.disturb(({ buyer }) => shop === null || buyer.shop === shop);
    diary.stops.add(name);
    time.plan(time.at + chance.between(MINUTE, 5 * HOUR), () => this.#resume(name));
  }

  async #resume(name: string): Promise<void> {
    const { account, diary, time, expectations } = this.#scene;
    const shop = account.shops.find((one) => one.name === name);
    if (!diary.stops.has(name)) return;
    const done = await this.#scene.call(
      CALLS.automation.resumeAutomatic,
      shop === undefined ? {} : { shopId: shop.shopId },
    );
    if (done === null) return time.plan(time.at + 10 * MINUTE, () => this.#resume(name));
    diary.stops.delete(name);
    expectations.disturb(({ buyer }) => shop === undefined || buyer.shop === shop);
    for (const login of account.logins.keys())
      if (shop === undefined || shop.login === login) await this.#scene.market.pump(login);
  }
}

const usual = (): PlaceRules => ({
  isOn: false,
  delayMinutes: 5,
  times: 'always',
  isKeywordOn: false,
  keywordDelaySeconds: 3,
  keywordTimes: 'always',
  hours: null,
  holidays: [],
  version: 0,
  keywords: new Map(),
  offAt: { default: 0, keyword: 0 },
});
