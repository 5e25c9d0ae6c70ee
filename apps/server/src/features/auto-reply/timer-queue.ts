import type { CALLS, CallOutput, QueuedAnswerView } from '@pasar/api';
import { type AutoReplyKind, asConversationId, asShopId, type Country, holds, type Marketplace } from '@pasar/domain';
import { answerContent, readAccountRules, readStoredRules } from '../../records/auto-reply.ts';
import { faultOf } from '../../records/bulk-send-listed.ts';
import { partsOfAnswer } from '../../records/due-answers.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { toView } from './settings.ts';

type Told = CallOutput<typeof CALLS.autoReply.getTimerQueueAndConfigMap>;

/** Answers of one look: a client asks again when it has given them (our choice). */
const MOST = 50;

/** The names of spec 1 §3, and ours for the kinds that it does not name. */
const REPLY_TYPES = { default: 'default', keyword: 'keyword_auto_reply', welcome: 'welcome', faq: 'faq' } as const;

export async function getTimerQueueAndConfigMap({
  transaction,
  member,
}: Pick<MemberContext, 'transaction' | 'member'>): Promise<Answer<Told>> {
  const { accountId } = member.scope;
  const configMap: Told['configMap'] = {};
  const shopConfigs: Told['shopConfigs'] = [];
  const userIds = await userIdsOf(transaction);
  for (const stored of await readStoredRules(transaction, accountId)) {
    if (stored.shopId !== null) {
      const userId = userIds.get(stored.shopId);
      // The program does not see every shop.
      if (userId === undefined) continue;
      shopConfigs.push({
        ...toView(stored),
        shopId: asShopId(stored.shopId),
        userId,
        platform: stored.marketplace,
      });
      continue;
    }
    configMap[stored.marketplace] = { ...configMap[stored.marketplace], [stored.country]: toView(stored) };
  }
  return success({
    queue: await waitingAnswers(transaction, member.scope.accountId),
    tasks: holds(member.grant, 'batchReply') ? await openTasks(transaction) : [],
    configMap,
    shopConfigs,
  });
}

/** The ids at their marketplaces of the shops that the program sees. */
async function userIdsOf(transaction: Transaction): Promise<ReadonlyMap<string, string>> {
  const found = await transaction.query<{ shop_id: string; platform_shop_id: string }>(
    'select shop_id, platform_shop_id from shop',
    [],
  );
  return new Map(found.rows.map((row) => [row.shop_id, row.platform_shop_id]));
}

interface WaitingRow {
  readonly queue_id: string;
  readonly message_id: string;
  readonly conversation_id: string;
  readonly shop_id: string;
  readonly platform_shop_id: string;
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly shop_name: string;
  readonly buyer_name: string;
  readonly kind: AutoReplyKind;
  readonly keyword_id: string | null;
  readonly faq_place: number | null;
  readonly due_at: string;
}

async function waitingAnswers(
  transaction: Transaction,
  accountId: MemberContext['member']['scope']['accountId'],
): Promise<QueuedAnswerView[]> {
  const found = await transaction.query<WaitingRow>({
    name: 'waiting-answers',
    text: `select q.queue_id, q.message_id, q.conversation_id, q.shop_id, s.platform_shop_id, s.marketplace, s.country,
        coalesce(s.alias, s.name) as shop_name, c.buyer_name, q.kind, q.keyword_id, q.faq_place, q.due_at
      from auto_reply_queue q join shop s using (shop_id) join conversation c using (conversation_id)
      where q.account_id = $1 and q.state = 'waiting' order by q.due_at, q.queue_id limit ${MOST}`,
    values: [accountId],
  });
  if (found.rows.length === 0) return [];
  const rules = await readAccountRules(transaction, accountId);
  const answers: QueuedAnswerView[] = [];
  for (const row of found.rows) {
    const { marketplace, country, shop_id: shopId, kind, keyword_id: keywordId, faq_place: faqPlace } = row;
    const { stored } = rules.of({ shopId, marketplace, country });
    const content = answerContent({ kind, keywordId, faqPlace }, rules, stored);
    // A rule that was removed gives no answer, nor does one with nothing to say; the task of the queue notes why.
    if (content === null) continue;
    const { conversation_id: conversationId, buyer_name: buyerName, shop_name: shopName } = row;
    const to = { conversationId, shopId, marketplace, country, buyerName, shopName };
    const parts = [...(await partsOfAnswer(transaction, content, to))];
    if (faultOf(parts, marketplace) !== null) continue;
    const first = parts.find((part) => part.kind === 'text');
    answers.push({
      queueId: row.queue_id,
      messageId: row.message_id,
      conversationId: asConversationId(row.conversation_id),
      userId: row.platform_shop_id,
      platform: marketplace,
      country,
      replyType: REPLY_TYPES[kind],
      replyTs: Number(row.due_at),
      replyText: first?.text ?? '',
      parts,
    });
  }
  return answers;
}

async function openTasks(transaction: Transaction): Promise<Told['tasks']> {
  const found = await transaction.query<{
    task_id: string;
    name: string;
    send_at: string | null;
    interval_seconds: number;
  }>({
    name: 'open-bulk-tasks',
    text: `select task_id, name, send_at, interval_seconds from bulk_send_task where cause = 'bulkSend' and state in ('wait', 'processing')
      order by task_id`,
    values: [],
  });
  return found.rows.map((row) => ({
    taskId: row.task_id,
    taskName: row.name,
    sendTime: row.send_at === null ? null : Number(row.send_at),
    interval: row.interval_seconds,
  }));
}
