import { type AccountId, asBuyerId, BULK_SEND_LIMITS, isAboutSession } from '@pasar/domain';
import type { ShopAnswered } from '../../records/ask-shop.ts';
import { pauseOf, readSendConfig, tellTasks } from '../../records/bulk-send.ts';
import {
  leaveOut,
  lockTask,
  messageFor,
  onTheWay,
  SHORTLY_MS,
  situationsOf,
  stillWaiting,
  whyNot,
} from '../../records/bulk-send-place.ts';
import { notOpened, openWith } from '../../records/open-with.ts';
import { type ConversationRow, SELECT_SHOP, type ShopRow } from '../../records/rows.ts';
import { type Transaction, wholeAccount } from '../../storage/database.ts';
import type { GoOn, Place } from './bulk-send-go-on.ts';
import type { AccountSurroundings } from './task.ts';

/** So often a conversation is opened again that the marketplace does not open now, before the recipient has failed. */
const MOST_TRIES = 20;

/** A recipient without a conversation, whose message is due. */
interface Unopened {
  readonly item_id: string;
  readonly attempt: number;
  readonly buyer_name: string;
  readonly buyer_id: string;
}
/** The next recipient: without a conversation, with one (`ready`), or none now, and the next run is in the queue (`later`). */
type Look = 'ready' | 'later' | { readonly unopened: Unopened; readonly shop: ShopRow };

/**
 * Opens the conversation of the next recipient, where it is missing and the message may be sent now. It sends nothing, so a
 * run that is repeated opens the same conversation. False: there is nothing to send by this run.
 */
export async function openNext(
  place: Place,
  { accountId, now, within, askShop }: AccountSurroundings,
  goOn: GoOn,
): Promise<boolean> {
  const look = await within((transaction) => lookAtNext(transaction, { accountId, place, goOn, now: now() }));
  if (look === 'ready' || look === 'later') return look === 'ready';
  const { unopened, shop } = look;
  const opener = { member: { scope: wholeAccount(accountId) }, askShop, within };
  const buyer = { buyerId: asBuyerId(unopened.buyer_id), name: unopened.buyer_name };
  const opened = await openWith(opener, shop, buyer);
  return within((transaction) => keep(transaction, { accountId, place, goOn, now: now() }, unopened, opened));
}

interface Run {
  readonly accountId: AccountId;
  readonly place: Place;
  readonly goOn: GoOn;
  readonly now: number;
}

/** Decides about the next recipient as a run does that sends, so that nobody is opened who gets nothing. */
async function lookAtNext(transaction: Transaction, { accountId, place, goOn, now }: Run): Promise<Look> {
  const found = await transaction.query<Unopened & { conversation_id: string | null; buyer_id: string | null }>({
    name: 'bulk-send-unopened',
    text: `select i.item_id, i.attempt, i.buyer_name, i.conversation_id,
        coalesce(i.buyer_id, o.buyer_id) as buyer_id
      from bulk_send_item i left join shop_order o on o.shop_id = i.shop_id and o.order_id = i.order_id
      where i.task_id = $1 and i.shop_id = $2 and i.state = 'wait' order by i.item_id limit 1`,
    values: [place.taskId, place.shopId],
  });
  const [next] = found.rows;
  if (next === undefined || next.conversation_id !== null) return 'ready';
  const waiting = await stillWaiting(transaction, [next.item_id]);
  const task = await lockTask(transaction, place.taskId);
  if (task === null || task.state !== 'processing') return 'later';
  const later = async (at: number) => {
    await goOn(transaction, [{ ...place, at }]);
    return 'later' as const;
  };
  if (!waiting.has(next.item_id)) return later(now);
  const config = await readSendConfig(transaction, accountId);
  const situation = (await situationsOf(transaction, [place.shopId])).get(place.shopId);
  // A shop that is deleted takes its recipients with it.
  if (situation === undefined) return 'later';
  if (pauseOf({ ...situation, host_until: task.host_until }, config, now) !== null)
    return later(now + BULK_SEND_LIMITS.lookAgainMs);
  if ((await onTheWay(transaction, place.taskId, [place.shopId])).size > 0) return later(now + SHORTLY_MS);
  const message = await messageFor(transaction, task, { country: situation.country, config, now });
  const why = (await whyNot(transaction, task, [next.item_id], message)).get(next.item_id) ?? null;
  const shops = await transaction.query<ShopRow>(`${SELECT_SHOP} where s.shop_id = $1`, [place.shopId]);
  const [shop] = shops.rows;
  if (why === null && shop !== undefined && next.buyer_id !== null) {
    return { unopened: { ...next, buyer_id: next.buyer_id }, shop };
  }
  await leaveOut(transaction, [{ itemId: next.item_id, reason: why ?? 'noConversation' }], now);
  await goOn(transaction, [{ ...place, at: now }]);
  await tellTasks(transaction, accountId, task.cause);
  return 'later';
}

/** True: the recipient has a conversation now. Where the login is lost, or only the moment is wrong, it waits. */
async function keep(
  transaction: Transaction,
  { accountId, place, goOn, now }: Run,
  { item_id: itemId, attempt }: Unopened,
  opened: ShopAnswered<ConversationRow>,
): Promise<boolean> {
  // Another run has served the recipient meanwhile, and the next one is looked for.
  if (!(await stillWaiting(transaction, [itemId])).has(itemId)) return true;
  if (opened.ok) {
    await transaction.query('update bulk_send_item set conversation_id = $2 where item_id = $1', [
      itemId,
      opened.data.conversation_id,
    ]);
    return true;
  }
  const task = await lockTask(transaction, place.taskId);
  if (task === null || task.state !== 'processing') return false;
  const { isOfMarketplace, canRetry } = opened;
  const isOfSession = !isOfMarketplace || isAboutSession(opened.refusal.reason);
  if (isOfSession || (canRetry && attempt < MOST_TRIES)) {
    const tried = isOfSession ? 0 : 1;
    await transaction.query('update bulk_send_item set attempt = attempt + $2 where item_id = $1', [itemId, tried]);
    await goOn(transaction, [{ ...place, at: now + BULK_SEND_LIMITS.lookAgainMs }]);
    return false;
  }
  const { reason, detail } = notOpened(opened);
  await transaction.query(
    "update bulk_send_item set state = 'fail', reason = $2, detail = $3, ended_at = $4 where item_id = $1",
    [itemId, reason, detail, now],
  );
  await goOn(transaction, [{ ...place, at: now }]);
  await tellTasks(transaction, accountId, task.cause);
  return false;
}
