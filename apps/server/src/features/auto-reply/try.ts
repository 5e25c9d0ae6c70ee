import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import {
  type AutoReplyKind,
  buyerLanguage,
  type Country,
  type Marketplace,
  planAnswer,
  type TriedOrder,
  whyNoAnswer,
} from '@pasar/domain';
import { answerContent, readAccountRules } from '../../records/auto-reply.ts';
import { type AutomaticValues, canSend, NO_VALUES, partsFor } from '../../records/automatic.ts';
import { faultOf } from '../../records/bulk-send-listed.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Call = typeof CALLS.autoReply.tryAutoReply;

/** What stays a hole in the test, because it differs from buyer to buyer. What an order does not have is missing here as well. */
const ORDER_HOLES: Readonly<Record<TriedOrder, Partial<AutomaticValues>>> = {
  none: {},
  placed: { order: '{order}', product: '{product}' },
  shipped: { order: '{order}', product: '{product}', tracking: '{tracking}' },
};

interface ShopRow {
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly name: string;
  readonly is_stopped: boolean;
}

/** The stored rules are asked as for a message that is written now, by a buyer who got no automatic answer before. */
export async function tryAutoReply(
  { transaction, member, now }: Pick<MemberContext, 'transaction' | 'member' | 'now'>,
  { shopId, text, isFirstToday, newestOrder }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const found = await transaction.query<ShopRow>(
    `select s.marketplace, s.country, coalesce(s.alias, s.name) as name, exists (select from automatic_stop t
       where coalesce(t.shop_id, s.shop_id) = s.shop_id) as is_stopped from shop s where s.shop_id = $1`,
    [shopId],
  );
  const shop = found.rows[0];
  if (shop === undefined) return fail('not_found');
  const all = await readAccountRules(transaction, member.scope.accountId);
  const { stored, rules } = all.of({ shopId, marketplace: shop.marketplace, country: shop.country });
  const isOfShop = stored?.shopId === shopId;
  const greetedAt = isFirstToday ? null : now;
  const { country } = shop;
  const held = { now, country, greetedAt, waiting: new Set<AutoReplyKind>() };
  // Where nothing answers, a rule that would answer if it were switched on is the reason.
  const isOn = stored !== null && stored.setting.content !== null;
  const on = { ...rules, switches: { ...rules.switches, isOn, isKeywordOn: true, keywordTimes: 'always' as const } };
  const planned = planAnswer({ text, sentAt: now }, rules, held) ?? planAnswer({ text, sentAt: now }, on, held);
  if (planned === null) return success({ answer: null, isOfShop });
  const content = answerContent(planned, all, stored);
  const values = { ...NO_VALUES, ...ORDER_HOLES[newestOrder], buyer: '{buyer}', shop: shop.name };
  const language = buyerLanguage(country, [text]);
  const written = content === null ? [] : partsFor(content, language, values);
  const parts = written.filter((part) => canSend({ shopId, marketplace: shop.marketplace }, part));
  const reason = whyNoAnswer({
    kind: planned.kind,
    dueAt: planned.dueAt,
    now: planned.dueAt,
    country,
    switches: rules.switches,
    isThere: content !== null,
    isStopped: shop.is_stopped,
    isWaiting: true,
    writtenAt: now,
    lastAnswerAt: null,
    lastCountedAt: null,
    lastGreetedAt: null,
    answerHours: all.chat.answerHours,
  });
  return success({
    answer: {
      replyType: planned.kind,
      keyword: planned.keyword,
      afterMs: planned.dueAt - now,
      language,
      parts: parts.map((part) => ({
        kind: part.kind,
        text: part.kind === 'text' ? part.text : part.kind === 'image' ? part.fileName : part.title,
        pictureId: part.kind === 'image' ? part.pictureId : part.kind === 'video' ? part.videoId : null,
      })),
      reason: reason ?? faultOf(parts, shop.marketplace),
    },
    isOfShop,
  });
}
