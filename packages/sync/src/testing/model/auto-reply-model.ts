import { type AutoReplyLogEntry, CALLS, type CallInput, type ReplySettingView } from '@pasar/api';
import { foldText, keywordsOf, type Marketplace, USUAL_AUTO_REPLY, writtenKeywords } from '@pasar/domain';
import { succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Answers, type Append, answering, GONE, refused } from './answers.ts';
import type { ShopsModel } from './shops-model.ts';

const calls = CALLS.autoReply;
type Saved = CallInput<typeof calls.saveReplySettingList>['list'][number];
interface Held extends ReplySettingView {
  readonly platform: Marketplace;
}
type Place = Pick<Held, 'platform' | 'country' | 'shopId'>;

/** The rules of automatic answers and their log. The model answers no buyer by them. */
export class AutoReplyModel {
  settings: readonly Held[] = [];
  /** The newest first. */
  entries: readonly AutoReplyLogEntry[] = [];
  /** So many entries are on a page of the log. */
  pageSize = 50;
  readonly #append: Append;
  #made = 0;

  readonly #shops: ShopsModel;

  constructor(append: Append, shops: ShopsModel) {
    this.#append = append;
    this.#shops = shops;
  }

  readonly answers: Answers = new Map([
    answering(calls.getCountryAndReplySettingMap, ({ platform }) => {
      const all = this.settings.filter((one) => one.platform === platform);
      return succeeded({
        countryAndReplySettingMap: Object.fromEntries(
          all.filter(({ shopId }) => shopId === null).map((setting) => [setting.country, setting]),
        ),
        shops: all.filter(({ shopId }) => shopId !== null),
      });
    }),
    answering(calls.saveReplySettingList, ({ platform, list }) => {
      for (const saved of list) {
        const { country, shopId = null } = saved;
        const next = withSaved(this.of({ platform, country, shopId }), saved);
        if (next.is_lazada_auto_reply && next.content === null) return refused('content_empty', 'Write something.');
        this.put(next);
      }
      return succeeded({});
    }),
    answering(calls.saveReplyKeywordSetting, ({ platform, country, shopId, keywordId, keyword, isWhole, content }) => {
      const held = this.of({ platform, country, shopId: shopId ?? null });
      const others = held.keywords.filter((rule) => rule.keywordId !== keywordId);
      const used = new Set(others.flatMap((rule) => keywordsOf(rule.keyword).map(foldText)));
      const taken = keyword.find((word) => used.has(foldText(word)));
      if (taken !== undefined) return refused('keyword_exists', 'This keyword exists already.', taken);
      this.#made += 1;
      const rule = {
        keywordId: keywordId ?? uuidOf(`keyword rule ${this.#made}`),
        keyword: writtenKeywords(keyword),
        isWhole,
        ...content,
      };
      const isKnown = others.length < held.keywords.length;
      this.put({
        ...held,
        keywords: isKnown
          ? held.keywords.map((one) => (one.keywordId === keywordId ? rule : one))
          : [...held.keywords, rule],
      });
      return succeeded({ keywordId: rule.keywordId });
    }),
    answering(calls.delReplyKeywordSetting, ({ keywordIds }) => {
      for (const held of this.settings) {
        const keywords = held.keywords.filter(({ keywordId }) => !keywordIds.includes(keywordId));
        if (keywords.length < held.keywords.length) this.put({ ...held, keywords });
      }
      return succeeded({});
    }),
    answering(calls.giveShopReplySetting, ({ shopId }) => {
      const shop = this.#shops.byId.get(shopId);
      if (shop === undefined) return GONE;
      const { marketplace: platform, country } = shop;
      const ofCountry = this.of({ platform, country, shopId: null });
      const keywords = ofCountry.keywords.map((rule) => ({
        ...rule,
        keywordId: uuidOf(`${shopId} ${rule.keywordId}`),
      }));
      this.put({ ...ofCountry, shopId, keywords });
      return succeeded({});
    }),
    answering(calls.removeShopReplySetting, ({ shopId }) => {
      const left = this.settings.filter((one) => one.shopId !== shopId);
      if (left.length === this.settings.length) return GONE;
      this.settings = left;
      this.tell();
      return succeeded({});
    }),
    answering(calls.autoReplyLog, ({ state, shopId, replyType, before }) => {
      const all = this.entries.filter(
        (entry) =>
          (state === undefined || entry.state === state) &&
          (shopId === undefined || entry.shopId === shopId) &&
          (replyType === undefined || entry.replyType === replyType),
      );
      const from = before === undefined ? 0 : all.findIndex(({ queueId }) => queueId === before) + 1;
      const entries = all.slice(from, from + this.pageSize);
      const isLast = from + this.pageSize >= all.length;
      return succeeded({ entries, next: isLast ? null : (entries.at(-1)?.queueId ?? null) });
    }),
  ]);

  /** The rules of a place; the usual ones where nothing was chosen. */
  of({ platform, country, shopId }: Place): Held {
    const held = this.settings.find(
      (one) => one.platform === platform && one.country === country && one.shopId === shopId,
    );
    const usual = USUAL_AUTO_REPLY;
    return (
      held ?? {
        platform,
        country,
        shopId,
        is_lazada_auto_reply: usual.isOn,
        lazada_reply_delay: usual.delayMinutes,
        reply_text: '',
        is_lazada_keyword_auto_reply: usual.isKeywordOn,
        lazada_keyword_reply_delay: usual.keywordDelaySeconds,
        content: null,
        times: usual.times,
        keywordTimes: usual.keywordTimes,
        hours: null,
        holidays: [],
        keywords: [],
      }
    );
  }

  put(setting: Held): void {
    const others = this.settings.filter(
      (one) => one.platform !== setting.platform || one.country !== setting.country || one.shopId !== setting.shopId,
    );
    this.settings = [...others, setting];
    this.tell();
  }

  tell(): void {
    this.#append({ kind: 'autoReply' });
  }
}

const withSaved = (held: Held, { shopId: _, ...saved }: Saved): Held => ({
  ...held,
  ...Object.fromEntries(Object.entries(saved).filter(([, value]) => value !== undefined)),
});
