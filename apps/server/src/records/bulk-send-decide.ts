import type { AutomaticPart } from '@pasar/api';
import {
  type AccountId,
  BULK_SEND_LIMITS,
  type BulkPause,
  type Marketplace,
  type SendMessageConfig,
} from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { pauseOf, type Recipient, readSendConfig, type TaskRow } from './bulk-send.ts';
import { freeInTask } from './bulk-send-handed.ts';
import { faultOf, filledIn } from './bulk-send-listed.ts';
import {
  freeAgain,
  type JudgedMessage,
  lockTask,
  mayHaveGot,
  messageFor,
  onTheWay,
  SHORTLY_MS,
  situationsOf,
  stillWaiting,
  whyNot,
} from './bulk-send-place.ts';

/** The next recipient of a shop. */
export type NextRow = Recipient & {
  readonly item_id: string;
  readonly marketplace: Marketplace;
  readonly attempt: number;
  readonly parts: readonly AutomaticPart[] | null;
  readonly done_parts: readonly number[];
};
export type OpenedRow = NextRow & {
  readonly conversation_id: string;
  readonly platform_conversation_id: string;
  readonly buyer_id: string;
  readonly last_position: string | null;
  /** Until when a program has the task. */
  readonly host_until: string | null;
};

/** What is decided of the next recipient of a shop. `pause`: why the shop sends nothing at present. */
export type Decision =
  | { readonly kind: 'later'; readonly at: number; readonly pause: BulkPause | null }
  | { readonly kind: 'mayHaveGot' }
  | { readonly kind: 'leftOut'; readonly reason: string }
  | {
      readonly kind: 'gets';
      /** The whole message, and the numbers of its parts that have not arrived yet. */
      readonly parts: readonly AutomaticPart[];
      readonly numbers: readonly number[];
    };

interface Deciding<Row extends NextRow> {
  readonly accountId: AccountId;
  readonly taskId: string;
  /** One of each shop. The conversations are locked by the caller. */
  readonly next: readonly Row[];
  /** The program that asks; null: the server does. */
  readonly hostId: string | null;
  readonly now: number;
}
interface Decided<Row extends NextRow> {
  readonly task: TaskRow;
  readonly config: SendMessageConfig;
  readonly decisions: ReadonlyMap<Row, Decision>;
}

/**
 * Decides whether recipients get the message now, and fills it in. It locks the recipients, the task and the shops. Null: the task does not
 * run, or the program that asks does not have it.
 */
export async function decideNext<Row extends NextRow>(
  transaction: Transaction,
  { accountId, taskId, next, hostId, now }: Deciding<Row>,
): Promise<Decided<Row> | null> {
  const shopIds = next.map((row) => row.shop_id);
  const [waiting, task, config, shops, busy, freeOfShops] = await Promise.all([
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
  if (task === null || task.state !== 'processing') return null;
  const hostUntil = hostId === null ? task.host_until : null;
  if (hostId !== null && (task.host_id !== hostId || Number(task.host_until) <= now)) return null;
  const freeOfTask = task.host_id === null ? new Map<string, number>() : await freeInTask(transaction, task, next);
  const decisions = new Map<Row, Decision>();
  const later = (at: number, pause: BulkPause | null = null): Decision => ({ kind: 'later', at, pause });
  const judged: Row[] = [];
  for (const row of next) {
    const shop = shops.get(row.shop_id);
    if (shop === undefined) throw new Error('the shop of a recipient is gone while its conversation is locked');
    const freeAt = Math.max(freeOfShops.get(row.shop_id) ?? 0, freeOfTask.get(row.shop_id) ?? 0);
    const pause = pauseOf({ ...shop, host_until: hostUntil }, config, now);
    // Another run has served the recipient while this one waited for the conversation.
    if (!waiting.has(row.item_id)) decisions.set(row, later(now));
    else if (pause !== null) decisions.set(row, later(now + BULK_SEND_LIMITS.lookAgainMs, pause));
    // The message before this one may wait for its login, or for its turn behind other messages of the shop.
    else if (busy.has(row.shop_id)) decisions.set(row, later(now + SHORTLY_MS));
    else if (await mayHaveGot(transaction, task, row)) decisions.set(row, { kind: 'mayHaveGot' });
    else if (freeAt > now) decisions.set(row, later(freeAt));
    else judged.push(row);
  }
  for (const [row, decision] of await judge(transaction, { task, config, rows: judged, now }))
    decisions.set(row, decision);
  return { task, config, decisions };
}

interface Judged<Row extends NextRow> {
  readonly task: TaskRow;
  readonly config: SendMessageConfig;
  readonly rows: readonly Row[];
  readonly now: number;
}

/** Decides about recipients whose shops may send now. */
async function judge<Row extends NextRow>(
  transaction: Transaction,
  { task, config, rows, now }: Judged<Row>,
): Promise<readonly (readonly [Row, Decision])[]> {
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
          return [row, await fill(transaction, task, row, message)] as const;
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
  task: TaskRow,
  row: NextRow,
  message: JudgedMessage | null,
): Promise<Decision> {
  // Until a part of it is out, an automatic message says what the contents say now.
  const kept = isBegun(row) || task.care_day === null ? row.parts : null;
  // They are stored, so that the numbers of the parts stay what they are.
  const parts = kept ?? (await filledIn(transaction, message?.content ?? null, row));
  const fault = faultOf(parts, row.marketplace);
  if (fault !== null) return { kind: 'leftOut', reason: fault };
  return { kind: 'gets', parts, numbers: [...parts.keys()].filter((number) => !row.done_parts.includes(number)) };
}

/** The next recipient who has a conversation, by shop. The conversations are locked first and in the order of the ingest. */
export async function lockNext(
  transaction: Transaction,
  taskId: string,
  shopIds: readonly string[],
): Promise<ReadonlyMap<string, OpenedRow>> {
  const found = await transaction.query<OpenedRow>({
    name: 'bulk-send-next',
    text: `select i.item_id, i.attempt, i.parts, i.done_parts, i.order_id, i.order_number, c.shop_id, c.conversation_id,
        c.platform_conversation_id, c.buyer_id, c.buyer_name, c.last_position, s.marketplace, s.country,
        coalesce(s.alias, s.name) as shop_name, (select t.host_until from bulk_send_task t where t.task_id = $1) as host_until
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
