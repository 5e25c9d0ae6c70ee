import type { AutomaticPart } from '@pasar/api';
import {
  type AccountId,
  BULK_SEND_LIMITS,
  type Marketplace,
  paceSeconds,
  pauseAfterMs,
  quietOf,
  type SendMessageConfig,
  waitsUntil,
} from '@pasar/domain';
import { type AutomaticMessage, putAutomatic } from '../../records/automatic.ts';
import { pauseOf, type Recipient, readSendConfig, type TaskRow, tellTasks } from '../../records/bulk-send.ts';
import { faultOf, filledIn } from '../../records/bulk-send-listed.ts';
import type { Transaction } from '../../storage/database.ts';
import { jsonList, jsonListAs, storableJson } from '../../storage/storable.ts';
import {
  freeAgain,
  type GoOn,
  type JudgedMessage,
  leaveOut,
  leaveUnconfirmed,
  lockTask,
  mayHaveGot,
  messageFor,
  onTheWay,
  SHORTLY_MS,
  situationsOf,
  stillWaiting,
  whyNot,
} from './bulk-send-place.ts';

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

type NextRow = Recipient & {
  readonly conversation_id: string;
  readonly item_id: string;
  readonly marketplace: Marketplace;
  readonly last_position: string | null;
  readonly attempt: number;
  readonly parts: readonly AutomaticPart[] | null;
  readonly done_parts: readonly number[];
};

/** What is decided of the next recipient of a shop. */
type Decision =
  | { readonly kind: 'later'; readonly at: number }
  | { readonly kind: 'mayHaveGot' }
  | { readonly kind: 'leftOut'; readonly reason: string }
  | { readonly kind: 'sent'; readonly parts: readonly AutomaticPart[]; readonly message: AutomaticMessage };

/**
 * A step of a task in each of its shops that is due: the next recipient of each is decided about, and the ledger's rows, what
 * became of the recipients and the next runs are one transaction. Statements that do not ask about each other leave together.
 */
export async function stepsOf(transaction: Transaction, due: Due): Promise<readonly Stepped[]> {
  const { taskId } = due;
  const shopIds = [...new Set(due.shopIds)];
  const next = await lockNext(transaction, taskId, shopIds);
  const nobody = shopIds.filter((shopId) => !next.has(shopId));
  const [unopened] = await Promise.all([
    stepOfNobody(transaction, due, nobody),
    next.size === 0 ? null : stepOfRecipients(transaction, due, [...next.values()]),
  ]);
  return due.shopIds.map((shopId, index) => {
    if (due.shopIds.indexOf(shopId) !== index) return 'again';
    return unopened.has(shopId) ? 'unopened' : 'done';
  });
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

async function stepOfRecipients(transaction: Transaction, due: Due, next: readonly NextRow[]): Promise<void> {
  const { accountId, taskId, goOn, now } = due;
  const shopIds = next.map((row) => row.shop_id);
  const [waiting, task, config, shops, busy, free] = await Promise.all([
    stillWaiting(
      transaction,
      next.map((row) => row.item_id),
    ),
    lockTask(transaction, taskId),
    readSendConfig(transaction, accountId),
    situationsOf(transaction, shopIds),
    onTheWay(transaction, taskId, shopIds),
    freeAgain(transaction, next, now),
  ]);
  if (task === null || task.state !== 'processing') return;
  const decided = new Map<NextRow, Decision>();
  const judged: NextRow[] = [];
  for (const row of next) {
    const shop = shops.get(row.shop_id);
    if (shop === undefined) throw new Error('the shop of a recipient is gone while its conversation is locked');
    const freeAt = free.get(row.shop_id) ?? 0;
    // Another run has served the recipient while this one waited for the conversation.
    if (!waiting.has(row.item_id)) decided.set(row, { kind: 'later', at: now });
    else if (pauseOf({ ...shop, host_until: task.host_until }, config, now) !== null)
      decided.set(row, { kind: 'later', at: now + BULK_SEND_LIMITS.lookAgainMs });
    // The message before this one may wait for its login, or for its turn behind other messages of the shop.
    else if (busy.has(row.shop_id)) decided.set(row, { kind: 'later', at: now + SHORTLY_MS });
    else if (await mayHaveGot(transaction, task, row)) decided.set(row, { kind: 'mayHaveGot' });
    else if (freeAt > now) decided.set(row, { kind: 'later', at: freeAt });
    else judged.push(row);
  }
  for (const [row, decision] of await judge(transaction, { task, config, rows: judged, now }))
    decided.set(row, decision);
  await carryOut(transaction, { accountId, task, goOn, now }, decided);
}

interface Judged {
  readonly task: TaskRow;
  readonly config: SendMessageConfig;
  readonly rows: readonly NextRow[];
  readonly now: number;
}

/** Decides about recipients whose shops may send now. */
async function judge(
  transaction: Transaction,
  { task, config, rows, now }: Judged,
): Promise<readonly (readonly [NextRow, Decision])[]> {
  const [first] = rows;
  if (first === undefined) return [];
  // Only the messages of order care differ by country.
  const byCountry = [...Map.groupBy(rows, (row) => (task.care_kind === null ? first.country : row.country))];
  const judged = await Promise.all(
    byCountry.map(async ([country, inCountry]) => {
      const message = await messageFor(transaction, task, { country, config, now });
      const fresh = inCountry.filter((row) => !isBegun(row)).map((row) => row.item_id);
      const why = await whyNot(transaction, task, fresh, message);
      return Promise.all(
        inCountry.map(async (row) => {
          const reason = why.get(row.item_id);
          if (reason !== undefined) return [row, { kind: 'leftOut', reason }] as const;
          return [row, await fill(transaction, { task, config, row, message, now })] as const;
        }),
      );
    }),
  );
  return judged.flat();
}

/** Who has got a part of the message gets the others: the part itself would speak against them. */
const isBegun = (row: NextRow): boolean => row.done_parts.length > 0;

/** The message of a recipient, without the parts that have arrived, or of which nobody knows whether they have. */
async function fill(
  transaction: Transaction,
  {
    task,
    config,
    row,
    message,
    now,
  }: Omit<Judged, 'rows'> & { readonly row: NextRow; readonly message: JudgedMessage | null },
): Promise<Decision> {
  // Until a part of it is out, an automatic message says what the contents say now.
  const kept = isBegun(row) || task.care_day === null ? row.parts : null;
  // They are stored, so that the numbers of the parts stay what they are.
  const parts = kept ?? (await filledIn(transaction, message?.content ?? null, row));
  const fault = faultOf(parts, row.marketplace);
  if (fault !== null) return { kind: 'leftOut', reason: fault };
  const numbers = [...parts.keys()].filter((number) => !row.done_parts.includes(number));
  return {
    kind: 'sent',
    parts,
    message: {
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
    },
  };
}

/** Writes what is decided. */
async function carryOut(
  transaction: Transaction,
  { accountId, task, goOn, now }: Pick<Due, 'accountId' | 'goOn' | 'now'> & { readonly task: TaskRow },
  decided: ReadonlyMap<NextRow, Decision>,
): Promise<void> {
  const sending = { accountId, cause: task.cause, memberId: task.member_id, now };
  const sent = [...decided].flatMap(([row, decision]) => (decision.kind === 'sent' ? [{ row, ...decision }] : []));
  const put = await putAutomatic(
    transaction,
    sending,
    sent.map(({ message }) => message),
  );
  const noted = sent.filter((_, index) => put[index] !== null);
  const nothing = sent.filter((_, index) => put[index] === null);
  const left = [...decided].flatMap(([row, decision]) =>
    decision.kind === 'leftOut' ? [{ itemId: row.item_id, reason: decision.reason }] : [],
  );
  const notSent = nothing.map(({ row }) => ({ itemId: row.item_id, reason: 'nothingToSay' }));
  const doubted = [...decided].flatMap(([row, { kind }]) => (kind === 'mayHaveGot' ? [row.item_id] : []));
  // Nobody has to be waited for after a recipient who got nothing.
  const pauses = new Map(
    noted.map(({ row, parts }) => {
      const seconds = paceSeconds(row.marketplace, task.interval_seconds, parts.length);
      return [row, pauseAfterMs(seconds, row.item_id)] as const;
    }),
  );
  const places = [...decided].map(([row, decision]) => ({
    taskId: task.task_id,
    shopId: row.shop_id,
    at: decision.kind === 'later' ? decision.at : now + (pauses.get(row) ?? 0),
  }));
  const isToldOf = [...decided.values()].some(({ kind }) => kind !== 'later');
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

/** The next recipient who has a conversation, by shop. The conversations are locked first and in the order of the ingest. */
async function lockNext(
  transaction: Transaction,
  taskId: string,
  shopIds: readonly string[],
): Promise<ReadonlyMap<string, NextRow>> {
  const found = await transaction.query<NextRow>({
    name: 'bulk-send-next',
    text: `select i.item_id, i.attempt, i.parts, i.done_parts, i.order_id, i.order_number, c.shop_id, c.conversation_id, c.buyer_name,
        c.last_position, s.marketplace, s.country, coalesce(s.alias, s.name) as shop_name
      from unnest($2::uuid[]) as place (shop_id) cross join lateral (
        select w.item_id from bulk_send_item w where w.task_id = $1 and w.shop_id = place.shop_id and w.state = 'wait'
        order by w.item_id limit 1) first
      join bulk_send_item i on i.item_id = first.item_id join conversation c on c.conversation_id = i.conversation_id
      join shop s on s.shop_id = c.shop_id
      order by c.conversation_id for update of c`,
    values: [taskId, shopIds],
  });
  return new Map(found.rows.map((row) => [row.shop_id, row]));
}
