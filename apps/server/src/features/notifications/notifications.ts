import { type CALLS, type CallInput, type CallOutput, type NotificationView, notificationFact } from '@pasar/api';
import { asShopId, SHOWN_NOTIFICATION_KINDS } from '@pasar/domain';
import { z } from 'zod';
import { IS_URGENT } from '../../records/notifications.ts';
import { type Give, orderedList } from '../../records/ordered-list.ts';
import { shopsOf } from '../../records/shops-of-filter.ts';
import { builtStatement } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.notifications;
type Search = CallInput<Calls['listNotifications']>;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

/** Notifications on top of the first page (our choice). */
const MOST_ON_TOP = 20;
interface Row {
  readonly at: string;
  readonly id: string;
  readonly shop_id: string;
  readonly record: unknown;
}
type Part = 'onTop' | 'list';

export async function listNotifications(
  { transaction, member, now }: Context,
  input: Search,
): Promise<Answer<CallOutput<Calls['listNotifications']>>> {
  const { accountId } = member.scope;
  const shops = await shopsOf(transaction, input, member.scope.shops === 'all');
  if (shops === null) return success({ onTop: [], notifications: [], asOf: now, next: null });
  const read = async (part: Part): Promise<readonly Row[]> => {
    const values: unknown[] = [];
    const give: Give = (value) => `$${values.push(value)}`;
    const list = {
      shops,
      columns: 'n.shop_id, n.record',
      from: 'shop_notification n',
      of: 'n',
      where: conditionsOf(input, part, give),
      at: 'n.at',
      id: 'n.notification_entry_id',
      isDescending: true,
      most: part === 'onTop' ? MOST_ON_TOP : input.pageSize + 1,
    };
    const found = await transaction.query<Row>(builtStatement(orderedList(list, accountId, give), values));
    return found.rows;
  };
  const onTop = input.cursor === undefined && input.isRead !== true ? await read('onTop') : [];
  const isOnTop = new Set(onTop.map(({ id }) => id));
  const rows = await read('list');
  const page = rows.slice(0, input.pageSize);
  const last = page.at(-1);
  return success({
    onTop: onTop.map(toView),
    notifications: page.filter(({ id }) => !isOnTop.has(id)).map(toView),
    asOf: now,
    next: rows.length > page.length && last ? `${last.at}.${last.id}` : null,
  });
}

function conditionsOf({ kinds, isRead, cursor }: Search, part: Part, give: Give): string[] {
  const where: string[] = [];
  // One kind is a condition that an index has.
  if (kinds?.length === 1) where.push(`n.kind = ${give(kinds[0])}`);
  else if (kinds !== undefined) where.push(`n.kind = any(${give(kinds)}::text[])`);
  if (part === 'onTop') {
    where.push(IS_URGENT);
    return where;
  }
  if (isRead !== undefined) where.push(`n.is_read = ${give(isRead)}::boolean`);
  const [at, id] = cursor?.split('.') ?? [];
  if (at !== undefined && id !== undefined) {
    where.push(`(n.at, n.notification_entry_id) < (${give(at)}::bigint, ${give(id)}::uuid)`);
  }
  return where;
}

const toView = (row: Row): NotificationView => ({
  ...notificationFact.parse(row.record),
  shopId: asShopId(row.shop_id),
});

export async function notificationCounts(
  { transaction }: Pick<Context, 'transaction'>,
  { shopIds, marketplaces, countries }: CallInput<Calls['notificationCounts']>,
): Promise<Answer<CallOutput<Calls['notificationCounts']>>> {
  const found = await transaction.query<{ kind: string; all: string; unread: string }>({
    name: 'notification-counts',
    text: `select c.kind, sum(c.count) as all, coalesce(sum(c.count) filter (where not c.is_read), 0) as unread
      from shop_notification_count c join shop s using (shop_id)
      where ($1::uuid[] is null or s.shop_id = any($1)) and ($2::text[] is null or s.marketplace = any($2))
        and ($3::text[] is null or s.country = any($3))
      group by c.kind`,
    values: [shopIds ?? null, marketplaces ?? null, countries ?? null],
  });
  const kind = z.enum(SHOWN_NOTIFICATION_KINDS);
  return success({
    kinds: found.rows.map((row) => ({ kind: kind.parse(row.kind), all: Number(row.all), unread: Number(row.unread) })),
  });
}
