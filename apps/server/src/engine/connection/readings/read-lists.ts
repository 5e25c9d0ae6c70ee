import type { ConnectorSession, Outcome } from '@pasar/connector-kit';
import { type ListSubject, type PlatformShopId, READING_SUBJECTS, type ShopId } from '@pasar/domain';
import { z } from 'zod';
import { tellReadings } from '../../../records/readings.ts';
import { type Transaction, wholeAccount } from '../../../storage/database.ts';
import type { ReadingTable } from '../../../storage/gen/tables.ts';
import { ask, keepUnreadable, type RunnerContext } from '../runner-context.ts';
import { LISTS, type ListPage, subjectsOf } from './lists.ts';

const DAY_MS = 86_400_000;
/** How long a list waits after its marketplace refused it (our choice). */
const REFUSED_WAIT_MS = 300_000;
/** When a list is due again that is read only when a member asks: the last moment of a `Date`. */
const NEVER_AT = 8_640_000_000_000_000;

type ReadingRow = Readonly<Pick<ReadingTable, 'cursor' | 'top_at' | 'floor_at' | 'started_at' | 'found'>>;
/** A reading of a shop's list from its newest record back in time. */
interface Reading {
  readonly subject: ListSubject;
  readonly shop: PlatformShopId;
  readonly shopId: ShopId;
  readonly floorAt: number;
  readonly startedAt: number;
  readonly cursor: string | null;
  readonly topAt: number | null;
  /** What `reading.found` says. */
  readonly found: number;
}
const subjectShape = z.enum([...READING_SUBJECTS, 'fans']);

/**
 * Reads the lists of the connection's shops that are due. They take turns page by page, and each round looks for what has
 * become due meanwhile, because the first reading of a shop's orders may take hours: no other list waits for its end.
 *
 * Each page is stored with the place that the reading has come to, so a reading that is cut off goes on from there. Records
 * that change meanwhile come to the front of their list, where the next reading finds them: it goes back to the newest record
 * that this one saw at its beginning.
 * @throws SessionLost
 */
export async function readDueLists(
  context: RunnerContext,
  session: Pick<ConnectorSession, 'calls'>,
  signal: AbortSignal,
): Promise<void> {
  const shops = new Map([...context.owner.shopIds].map(([shop, shopId]) => [shopId, shop]));
  let open = new Map<string, Reading>();
  do {
    // A reading that a member has stopped is no longer due, so it ends here.
    const going = new Map<string, Reading>();
    for (const { shopId, subject } of await findDue(context)) {
      const shop = shops.get(shopId);
      if (signal.aborted || !context.isHeld()) return;
      if (shop === undefined) continue;
      const key = `${shopId} ${subject}`;
      const reading = open.get(key) ?? (await begin(context, subject, shop, shopId));
      const next = reading === null ? null : await readPage(context, session, signal, reading);
      if (next !== null) going.set(key, next);
    }
    open = going;
  } while (open.size > 0);
}

/** One look, because sent messages wake this duty too. A shop that was bound after a member began has no row yet. */
async function findDue({
  database,
  connector,
  owner,
  clock,
}: RunnerContext): Promise<readonly { readonly shopId: ShopId; readonly subject: ListSubject }[]> {
  const rows = await database.query<{ shop_id: ShopId; subject: string }>(
    'due-readings',
    `select own.shop_id, list.subject from unnest($1::text[]) with ordinality as list (subject, place)
       cross join unnest($2::uuid[]) as own (shop_id) left join reading r using (shop_id, subject)
     where (r.state <> 'stopped' and r.due_at <= $3)
       or (r.shop_id is null and exists (select from reading_setting s where s.account_id = $4 and s.subject = list.subject))
     order by list.place`,
    [subjectsOf(connector.marketplace), [...owner.shopIds.values()], clock.now(), owner.accountId],
  );
  return rows.map((row) => ({ shopId: row.shop_id, subject: subjectShape.parse(row.subject) }));
}

/** Null where the list is no longer due. A reading that was cut off keeps its place. */
async function begin(
  context: RunnerContext,
  subject: ListSubject,
  shop: PlatformShopId,
  shopId: ShopId,
): Promise<Reading | null> {
  const now = context.clock.now();
  return within(context, async (transaction) => {
    await enrol(transaction, context, subject, shopId, now);
    const begun = await transaction.query<ReadingRow>({
      name: 'begin-reading',
      text: `update reading set state = 'running', ended_at = null, refusal_reason = null, refusal_detail = null,
          started_at = case when cursor is null then $3 else started_at end,
          -- The wait after a refusal is over; it is no wish of a member for another reading.
          due_at = case when state = 'failed' and cursor is not null then started_at else due_at end,
          floor_at = case when cursor is null then coalesce(complete_to - $4::bigint, $5) else floor_at end,
          found = case when cursor is null then 0 else found end,
          unreadable = case when cursor is null then 0 else unreadable end
        where shop_id = $1 and subject = $2 and state <> 'stopped' and due_at <= $3 and ${HELD('$6', '$7')}
        returning cursor, top_at, floor_at, started_at, found`,
      values: [
        shopId,
        subject,
        now,
        LISTS[subject].overlapMs,
        now - (LISTS[subject].limits?.firstDays ?? 0) * DAY_MS,
        context.owner.connectionId,
        context.owner.token,
      ],
    });
    const [row] = begun.rows;
    if (row === undefined) return null;
    await tellReadings(transaction, context.owner.accountId, subject, [shopId]);
    return {
      subject,
      shop,
      shopId,
      floorAt: Number(row.floor_at),
      startedAt: Number(row.started_at),
      cursor: row.cursor,
      topAt: row.top_at === null ? null : Number(row.top_at),
      found: row.found,
    };
  });
}

const enrol = (transaction: Transaction, { owner }: RunnerContext, subject: ListSubject, shopId: ShopId, now: number) =>
  transaction.query({
    name: 'enrol-reading',
    text: `insert into reading (shop_id, subject, account_id, due_at)
      select $1, $2::text, $3, $4 where exists (select from reading_setting where account_id = $3 and subject = $2)
      on conflict do nothing`,
    values: [shopId, subject, owner.accountId, now],
  });

/** Reads and stores the next page. Null: the reading is over, for now or for good. */
async function readPage(
  context: RunnerContext,
  session: Pick<ConnectorSession, 'calls'>,
  signal: AbortSignal,
  reading: Reading,
): Promise<Reading | null> {
  const outcome = await LISTS[reading.subject].ask(session, reading.shop, { cursor: reading.cursor });
  ask(context, outcome, 'list_refused');
  if (!outcome.ok) {
    await fail(context, reading, outcome);
    return null;
  }
  const { page, moments } = outcome.value;
  await keepUnreadable(context, page, reading.shopId);
  const topAt = reading.topAt ?? (moments.length === 0 ? null : Math.max(...moments));
  const reachedAt = moments.length === 0 ? null : Math.min(...moments);
  const found = reading.found + page.items.length;
  const { most } = LISTS[reading.subject];
  const isOver =
    page.next === null || (reachedAt !== null && reachedAt < reading.floorAt) || (most !== null && found >= most);
  const place = { cursor: isOver ? null : page.next, topAt, reachedAt };
  const goesOn = await context.pageTurns.take(signal, () => keepPage(context, reading, outcome.value, place));
  return goesOn === true && !isOver ? { ...reading, cursor: page.next, topAt, found } : null;
}

interface Place {
  /** Null at the end of the reading. */
  readonly cursor: string | null;
  readonly topAt: number | null;
  readonly reachedAt: number | null;
}

/** Stores a page with the place that the reading has come to. False: a member stopped it, or the lease is lost. */
function keepPage(
  context: RunnerContext,
  { subject, shopId, startedAt }: Reading,
  { page, store }: ListPage,
  { cursor, topAt, reachedAt }: Place,
): Promise<boolean> {
  const { owner, clock, pageTurns } = context;
  const { limits } = LISTS[subject];
  const now = clock.now();
  return within(context, async (transaction) => {
    const held = await transaction.query(
      `select from reading where shop_id = $1 and subject = $2 and ${HELD('$3', '$4')} for update`,
      [shopId, subject, owner.connectionId, owner.token],
    );
    if (held.rowCount !== 1) return false;
    const found = await store(transaction, { accountId: owner.accountId, shopId, readAt: now });
    const moved = await transaction.query<Pick<ReadingTable, 'state'>>({
      name: 'keep-reading-place',
      text: `update reading set cursor = $2, found = found + $5, unreadable = unreadable + $6,
          top_at = case when $2::text is null then null else $3::bigint end,
          reached_at = case when $2::text is null then null else $4::bigint end,
          -- A list without an entry is known to its floor, so that the next reading begins there again.
          complete_to = case when $2::text is null then coalesce($3::bigint, complete_to, floor_at + $12::bigint)
            else complete_to end,
          state = case when state = 'stopped' then state when $2::text is null then 'done' else 'running' end,
          ended_at = case when $2::text is null then $7::bigint end,
          -- A member who asked during the reading gets another one at once.
          due_at = case when $2::text is not null or due_at > $8::bigint then due_at else $8::bigint
            + 60000 * coalesce((select every_minutes from reading_setting where account_id = $9 and subject = $11), $10)::bigint end
        where shop_id = $1 and subject = $11 returning state`,
      values: [
        shopId,
        cursor,
        topAt,
        reachedAt,
        found,
        page.unreadable.length,
        now,
        // A list that is read only when a member asks is not due again, whenever the member asked.
        limits === null ? NEVER_AT : startedAt,
        owner.accountId,
        limits?.minutes.usual ?? 0,
        subject,
        LISTS[subject].overlapMs,
      ],
    });
    if (cursor === null || pageTurns.isProgressTold(`${owner.accountId} ${subject}`)) {
      await tellReadings(transaction, owner.accountId, subject, [shopId]);
    }
    return moved.rows[0]?.state !== 'stopped';
  });
}

/** A refusal that another attempt cannot change may be about the place, so the next reading begins anew. */
async function fail(
  context: RunnerContext,
  { subject, shopId }: Reading,
  { refusal, canRetry }: Extract<Outcome<never>, { ok: false }>,
): Promise<void> {
  const now = context.clock.now();
  const isEnd = LISTS[subject].limits === null && !canRetry;
  await within(context, async (transaction) => {
    await transaction.query(
      `update reading set state = case when state = 'stopped' then state else 'failed' end, ended_at = $2,
         due_at = $3, refusal_reason = $4, refusal_detail = $5, cursor = case when $8 then cursor end,
         top_at = case when $8 then top_at end
       where shop_id = $1 and subject = $9 and ${HELD('$6', '$7')}`,
      [
        shopId,
        now,
        isEnd ? NEVER_AT : now + REFUSED_WAIT_MS,
        refusal.reason,
        refusal.detail,
        context.owner.connectionId,
        context.owner.token,
        canRetry,
        subject,
      ],
    );
    await tellReadings(transaction, context.owner.accountId, subject, [shopId]);
  });
}

const HELD = (connection: string, token: string): string =>
  `exists (select from connection_lease lease where lease.connection_id = ${connection} and lease.token = ${token})`;

const within = <Value>({ database, owner }: RunnerContext, work: (transaction: Transaction) => Promise<Value>) =>
  database.within(wholeAccount(owner.accountId), work);
