import type { AutomaticPart } from '@pasar/api';
import {
  type AccountId,
  BULK_SEND_LIMITS,
  paceSeconds,
  pauseAfterMs,
  quietOf,
  type SendMessageConfig,
  waitsUntil,
} from '@pasar/domain';
import { type AutomaticMessage, putAutomatic } from '../../records/automatic.ts';
import { type TaskRow, tellTasks } from '../../records/bulk-send.ts';
import { type Decision, decideNext, lockNext, type OpenedRow } from '../../records/bulk-send-decide.ts';
import { endLostLease, shopsOfHanded } from '../../records/bulk-send-handed.ts';
import { leaveOut, leaveUnconfirmed } from '../../records/bulk-send-place.ts';
import type { Transaction } from '../../storage/database.ts';
import { jsonList, jsonListAs, storableJson } from '../../storage/storable.ts';
import type { GoOn } from './bulk-send-go-on.ts';

/** Shops of a task that are due. */
interface Due {
  readonly accountId: AccountId;
  readonly taskId: string;
  readonly shopIds: readonly string[];
  readonly goOn: GoOn;
  readonly now: number;
}

/**
 * What a step did for a shop. `unopened`: its next recipient has no conversation, and nothing was done. `again`: the shop was
 * named twice, and is done once more by itself.
 */
export type Stepped = 'done' | 'unopened' | 'again';

/**
 * A step of a task in each of its shops that is due: the next recipient of each is decided about, and the ledger's rows, what
 * became of the recipients and the next runs are one transaction. Statements that do not ask about each other leave together.
 */
export async function stepsOf(transaction: Transaction, due: Due): Promise<readonly Stepped[]> {
  const { taskId } = due;
  const shopIds = [...new Set(due.shopIds)];
  const next = await lockNext(transaction, taskId, shopIds);
  const nobody = shopIds.filter((shopId) => !next.has(shopId));
  const isHosted = [...next.values()].some((row) => row.host_until !== null);
  const ended = isHosted || nobody.length > 0 ? await goOnWithHanded(transaction, due, shopIds) : 0;
  const [unopened] = await Promise.all([
    stepOfNobody(transaction, due, nobody),
    next.size === 0 ? null : stepOfRecipients(transaction, due, [...next.values()]),
  ]);
  if (ended > 0) await tellTasks(transaction, due.accountId, 'bulkSend');
  return due.shopIds.map((shopId, index) => {
    if (due.shopIds.indexOf(shopId) !== index) return 'again';
    return unopened.has(shopId) ? 'unopened' : 'done';
  });
}

/**
 * Ends what a program had when it lost its lease. While it has the lease, the shops are looked at again, also where nobody else waits or
 * the task is stopped. Gives how many recipients were ended.
 */
async function goOnWithHanded(
  transaction: Transaction,
  { taskId, goOn, now }: Due,
  shopIds: readonly string[],
): Promise<number> {
  const ended = await endLostLease(transaction, taskId, now);
  const handed = await shopsOfHanded(transaction, taskId);
  const at = now + BULK_SEND_LIMITS.lookAgainMs;
  await goOn(
    transaction,
    shopIds.filter((shopId) => handed.has(shopId)).map((shopId) => ({ taskId, shopId, at })),
  );
  return ended;
}

/** Shops without a recipient who has a conversation. Gives those whose next recipient has none. */
async function stepOfNobody(
  transaction: Transaction,
  { taskId, goOn, now }: Due,
  shopIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (shopIds.length === 0) return new Set();
  const found = await transaction.query<{ shop_id: string; conversation_id: string | null }>({
    name: 'bulk-send-first-waiting',
    text: `select place.shop_id, first.conversation_id from unnest($2::uuid[]) as place (shop_id) cross join lateral (
        select conversation_id from bulk_send_item i where i.task_id = $1 and i.shop_id = place.shop_id and i.state = 'wait'
        order by i.item_id limit 1) first`,
    values: [taskId, shopIds],
  });
  // The conversation of a recipient was deleted while this step waited for it.
  const ready = found.rows.filter((row) => row.conversation_id !== null);
  await goOn(
    transaction,
    ready.map((row) => ({ taskId, shopId: row.shop_id, at: now })),
  );
  return new Set(found.rows.filter((row) => row.conversation_id === null).map((row) => row.shop_id));
}

async function stepOfRecipients(transaction: Transaction, due: Due, next: readonly OpenedRow[]): Promise<void> {
  const { accountId, taskId, goOn, now } = due;
  const decided = await decideNext(transaction, { accountId, taskId, next, hostId: null, now });
  if (decided !== null) await carryOut(transaction, { accountId, goOn, now, ...decided });
}

interface CarryOut extends Pick<Due, 'accountId' | 'goOn' | 'now'> {
  readonly task: TaskRow;
  readonly config: SendMessageConfig;
  readonly decisions: ReadonlyMap<OpenedRow, Decision>;
}

const messageOf = (
  row: OpenedRow,
  { parts, numbers }: Extract<Decision, { kind: 'gets' }>,
  { config, now }: Pick<CarryOut, 'config' | 'now'>,
): AutomaticMessage => ({
  target: {
    shopId: row.shop_id,
    marketplace: row.marketplace,
    conversationId: row.conversation_id,
    lastPosition: row.last_position,
  },
  parts: parts.filter((_, number) => numbers.includes(number)),
  causeId: `${row.item_id}/${row.attempt}`,
  bulk: { itemId: row.item_id, numbers },
  notAfter: waitsUntil(now, quietOf(config, row.country), row.country),
});

/** Writes what is decided. */
async function carryOut(
  transaction: Transaction,
  { accountId, task, config, goOn, now, decisions }: CarryOut,
): Promise<void> {
  const sending = { accountId, cause: task.cause, memberId: task.member_id, now };
  const sent = [...decisions].flatMap(([row, decision]) => (decision.kind === 'gets' ? [{ row, ...decision }] : []));
  const put = await putAutomatic(
    transaction,
    sending,
    sent.map(({ row, ...decision }) => messageOf(row, decision, { config, now })),
  );
  const noted = sent.filter((_, index) => put[index] !== null);
  const nothing = sent.filter((_, index) => put[index] === null);
  const left = [...decisions].flatMap(([row, decision]) =>
    decision.kind === 'leftOut' ? [{ itemId: row.item_id, reason: decision.reason }] : [],
  );
  const notSent = nothing.map(({ row }) => ({ itemId: row.item_id, reason: 'nothingToSay' }));
  const doubted = [...decisions].flatMap(([row, { kind }]) => (kind === 'mayHaveGot' ? [row.item_id] : []));
  // Nobody has to be waited for after a recipient who got nothing.
  const pauses = new Map(
    noted.map(({ row, parts }) => {
      const seconds = paceSeconds(row.marketplace, task.interval_seconds, parts.length);
      return [row, pauseAfterMs(seconds, row.item_id)] as const;
    }),
  );
  const places = [...decisions].map(([row, decision]) => ({
    taskId: task.task_id,
    shopId: row.shop_id,
    at: decision.kind === 'later' ? decision.at : now + (pauses.get(row) ?? 0),
  }));
  const isToldOf = [...decisions.values()].some(({ kind }) => kind !== 'later');
  await Promise.all([
    noteSent(
      transaction,
      noted.map(({ row, parts }) => ({ itemId: row.item_id, parts })),
      now,
    ),
    leaveOut(transaction, [...left, ...notSent], now),
    leaveUnconfirmed(transaction, doubted, now),
    goOn(transaction, places),
    isToldOf
      ? tellTasks(
          transaction,
          accountId,
          task.cause,
          put.flatMap((changes) => changes ?? []),
        )
      : null,
  ]);
}

async function noteSent(
  transaction: Transaction,
  sent: readonly { readonly itemId: string; readonly parts: readonly AutomaticPart[] }[],
  now: number,
): Promise<void> {
  if (sent.length === 0) return;
  await transaction.query({
    name: 'bulk-send-note-sent',
    text: `update bulk_send_item i set state = 'sent', sent_at = $3, parts = note.parts
      from unnest($1::uuid[], ${jsonListAs('$2', 'jsonb')}) as note (item_id, parts) where i.item_id = note.item_id`,
    values: [sent.map(({ itemId }) => itemId), jsonList(sent.map(({ parts }) => storableJson(parts))), now],
  });
}
