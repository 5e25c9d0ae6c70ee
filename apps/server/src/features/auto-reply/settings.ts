import type { CALLS, CallInput, CallOutput, ReplySettingView } from '@pasar/api';
import {
  type AccountId,
  AUTO_REPLY_LIMITS,
  asShopId,
  type Country,
  type Marketplace,
  writtenKeywords,
} from '@pasar/domain';
import {
  type AutoReplySetting,
  lockAutoReply,
  readStoredRules,
  type StoredRules,
  storedSetting,
} from '../../records/auto-reply.ts';
import type { NewChange } from '../../records/change-feed.ts';
import { endSwitchedOff, tellAutoReplyChanged } from '../../records/changed-answer-rules.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { claimMedia, mediaFault } from './media.ts';

type Calls = typeof CALLS.autoReply;
type Context = Pick<MemberContext, 'transaction' | 'member'>;
type Saved = CallInput<Calls['saveReplySettingList']>['list'][number];

export async function getCountryAndReplySettingMap(
  { transaction, member }: Context,
  { platform }: CallInput<Calls['getCountryAndReplySettingMap']>,
): Promise<Answer<CallOutput<Calls['getCountryAndReplySettingMap']>>> {
  const all = await readStoredRules(transaction, member.scope.accountId, platform);
  const seen = await transaction.query<{ shop_id: string }>('select shop_id from shop where marketplace = $1', [
    platform,
  ]);
  const shopIds = new Set(seen.rows.map((row) => row.shop_id));
  return success({
    countryAndReplySettingMap: Object.fromEntries(
      all.filter(({ shopId }) => shopId === null).map((stored) => [stored.country, toView(stored)]),
    ),
    shops: all.filter(({ shopId }) => shopId !== null && shopIds.has(shopId)).map(toView),
  });
}

/** The rules of a country or a shop, with the field names of the specification. */
export function toView({ country, shopId, setting, keywords }: StoredRules): ReplySettingView {
  return {
    country,
    shopId: shopId === null ? null : asShopId(shopId),
    is_lazada_auto_reply: setting.isOn,
    lazada_reply_delay: setting.delayMinutes,
    reply_text: firstText(setting.content),
    is_lazada_keyword_auto_reply: setting.isKeywordOn,
    lazada_keyword_reply_delay: setting.keywordDelaySeconds,
    content: setting.content,
    times: setting.times,
    keywordTimes: setting.keywordTimes,
    hours: setting.hours,
    holidays: setting.holidays,
    keywords: keywords.map((rule) => ({
      keywordId: rule.keywordId,
      keyword: writtenKeywords(rule.keywords),
      isWhole: rule.isWhole,
      ...rule.content,
    })),
  };
}

/** All of the list is saved, or nothing. */
export async function saveReplySettingList(
  { transaction, member, now }: Context & Pick<MemberContext, 'now'>,
  { platform, list }: CallInput<Calls['saveReplySettingList']>,
): Promise<Answer<Record<string, never>>> {
  const { accountId } = member.scope;
  await lockAutoReply(transaction, accountId);
  const before = await readStoredRules(transaction, accountId, platform);
  const planned: {
    readonly place: Place;
    readonly setting: AutoReplySetting;
    readonly was: AutoReplySetting | null;
  }[] = [];
  for (const saved of list) {
    const place = { marketplace: platform, country: saved.country, shopId: saved.shopId ?? null };
    if (!(await isPlace(transaction, place))) return fail('not_found');
    const stored = before.find((one) => one.country === place.country && one.shopId === place.shopId);
    const held = stored?.setting ?? null;
    const content = savedContent(held?.content ?? null, saved);
    if ((content?.parts.length ?? 0) > AUTO_REPLY_LIMITS.parts) return fail('automatic_parts_too_many');
    const setting = withSaved(held, saved, content);
    if (setting.isOn && setting.content === null) return fail('content_empty');
    // A refusal takes back nothing, so everything is checked before anything is written.
    const fault = await mediaFault(transaction, stored?.settingId ?? null, setting.content);
    if (fault !== null) return fail(fault);
    // A shop's first rules take the place of its country's.
    const ofCountry = before.find((one) => one.country === place.country && one.shopId === null);
    planned.push({ place, setting, was: held ?? ofCountry?.setting ?? null });
  }
  const ended: NewChange[] = [];
  for (const { place, setting, was } of planned) {
    const settingId = await ensureSetting(transaction, accountId, place);
    await transaction.query('update auto_reply_setting set setting = $2 where setting_id = $1', [
      settingId,
      JSON.stringify(setting),
    ]);
    await claimMedia(transaction, settingId, setting.content);
    ended.push(...(await moveQueue(transaction, accountId, place, { setting, was, now })));
  }
  await tellAutoReplyChanged(transaction, accountId, now, ended);
  return success({});
}

export interface Place {
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly shopId: string | null;
}

/** Whether a shop is one of the marketplace and the country; a country needs no shop. */
export async function isPlace(transaction: Transaction, { marketplace, country, shopId }: Place): Promise<boolean> {
  if (shopId === null) return true;
  const found = await transaction.query('select from shop where shop_id = $1 and marketplace = $2 and country = $3', [
    shopId,
    marketplace,
    country,
  ]);
  return found.rowCount === 1;
}

export async function ensureSetting(
  transaction: Transaction,
  accountId: AccountId,
  { marketplace, country, shopId }: Place,
): Promise<string> {
  const made = await transaction.query<{ setting_id: string }>(
    `insert into auto_reply_setting (account_id, marketplace, country, shop_id, setting) values ($1, $2, $3, $4, '{}')
     on conflict on constraint auto_reply_setting_once do update set marketplace = excluded.marketplace returning setting_id`,
    [accountId, marketplace, country, shopId],
  );
  const settingId = made.rows[0]?.setting_id;
  if (settingId === undefined) throw new Error('the setting was not returned');
  return settingId;
}

function withSaved(held: AutoReplySetting | null, saved: Saved, content: SavedContent): AutoReplySetting {
  const chosen = {
    isOn: saved.is_lazada_auto_reply,
    delayMinutes: saved.lazada_reply_delay,
    isKeywordOn: saved.is_lazada_keyword_auto_reply,
    keywordDelaySeconds: saved.lazada_keyword_reply_delay,
    content,
    times: saved.times,
    keywordTimes: saved.keywordTimes,
    hours: saved.hours,
    holidays: saved.holidays,
  };
  const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
  return storedSetting.parse({ ...held, ...given });
}

/**
 * What is saved as the answer; undefined: it stays. `reply_text` is the first text of an answer: a program that writes back what
 * it has read changes nothing, and one that knows no other parts leaves them as they are.
 */
function savedContent(held: AutoReplySetting['content'], { content, reply_text: text }: Saved): SavedContent {
  if (content !== undefined) return content;
  if (text === undefined || text === firstText(held)) return undefined;
  if (text.trim() === '') return null;
  const part = { kind: 'text' as const, text };
  if (held === null) return { parts: [part], variants: [] };
  const place = held.parts.findIndex(({ kind }) => kind === 'text');
  return { ...held, parts: place === -1 ? [part, ...held.parts] : held.parts.with(place, part) };
}
type SavedContent = AutoReplySetting['content'] | undefined;

const firstText = (content: AutoReplySetting['content']): string =>
  content?.parts.find((part) => part.kind === 'text')?.text ?? '';

/** The shops for which the rules of a place hold. */
async function shopsOf(transaction: Transaction, { marketplace, country, shopId }: Place): Promise<readonly string[]> {
  const found = await transaction.query<{ shop_id: string }>(
    `select s.shop_id from shop s where s.marketplace = $1 and s.country = $2 and case
       when $3::uuid is null then not exists (select from auto_reply_setting own where own.shop_id = s.shop_id)
       else s.shop_id = $3 end`,
    [marketplace, country, shopId],
  );
  return found.rows.map((row) => row.shop_id);
}

/**
 * Spec 1 §4: what waits is deleted when its rule is switched off, and brought forward when the delay becomes shorter. A
 * longer delay holds for the messages that come. Who has waited longer than the new delay is answered now (ours): an answer
 * that was due hours ago would be late.
 */
async function moveQueue(
  transaction: Transaction,
  accountId: AccountId,
  place: Place,
  saved: { readonly setting: AutoReplySetting; readonly was: AutoReplySetting | null; readonly now: number },
): Promise<readonly NewChange[]> {
  const { setting, was, now } = saved;
  const shopIds = await shopsOf(transaction, place);
  const delays = [
    ['default', setting.isOn, setting.delayMinutes * 60_000, (was?.delayMinutes ?? 0) * 60_000],
    ['keyword', setting.isKeywordOn, setting.keywordDelaySeconds * 1_000, (was?.keywordDelaySeconds ?? 0) * 1_000],
  ] as const;
  for (const [kind, isOn, delayMs, wasMs] of delays) {
    if (!isOn || delayMs >= wasMs) continue;
    await transaction.query(
      `update auto_reply_queue set due_at = least(due_at, greatest(written_at + $3, $4)) where state = 'waiting'
         and kind = $2 and due_at > written_at + $3 and shop_id = any($1::uuid[])`,
      [shopIds, kind, delayMs, now],
    );
  }
  const kinds = delays.filter(([, isOn]) => !isOn).map(([kind]) => kind);
  return endSwitchedOff(transaction, accountId, { kinds, shopIds, keywordIds: null }, now);
}
