import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { asConversationId, asShopId, wallHours } from '@pasar/domain';
import type { Give } from '../../records/ordered-list.ts';
import { builtStatement } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { FiguresContext } from './figures.ts';
import { askedOf } from './span.ts';

type Call = typeof CALLS.teamFigures.teamWaits;
interface Row {
  readonly message_id: string;
  readonly conversation_id: string;
  readonly shop_id: string;
  readonly buyer_name: string;
  readonly asked_at: string;
  readonly answered_at: string | null;
  readonly name: string | null;
  readonly is_first: boolean;
  readonly place: string;
}

/** A wait without an answer stands before all others. */
const PLACE = 'coalesce(w.answered_at - w.asked_at, 9223372036854775807)';

export async function teamWaits(
  { transaction, member, now }: FiguresContext,
  { answeredBy, hour, bucket, cursor, pageSize, ...span }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  if (!member.view.isMain && answeredBy !== undefined && answeredBy !== member.view.memberId)
    return fail('no_permission');
  const { shopIds, edges, ...asked } = await askedOf(transaction, span, now);
  const from = bucket === undefined ? asked.from : (edges[bucket] ?? asked.to);
  const to = bucket === undefined ? asked.to : (edges[bucket + 1] ?? asked.to);
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const where = [
    'w.set_aside_at is null',
    `w.shop_id = any(${give(shopIds)}::uuid[])`,
    `w.asked_at >= ${give(from)}::bigint`,
    `w.asked_at < ${give(to)}::bigint`,
  ];
  if (answeredBy === 'elsewhere') where.push('w.answered_at is not null and w.answered_by is null');
  else if (answeredBy !== undefined) where.push(`w.answered_by = ${give(answeredBy)}::uuid`);
  if (hour !== undefined) {
    const wall = wallHours(span.timeZone, from, to) ?? [];
    const starts = give(wall.map((one) => one.from));
    const hours = give(wall.map((one) => one.hour));
    where.push(`(${hours}::int[])[width_bucket(w.asked_at, ${starts}::bigint[])] = ${give(hour)}::int`);
  }
  const [place, id] = cursor?.split('.') ?? [];
  if (place !== undefined && id !== undefined) {
    where.push(`(${PLACE}, w.message_id) < (${give(place)}::bigint, ${give(id)}::uuid)`);
  }
  const found = await transaction.query<Row>(
    builtStatement(
      `select w.message_id, w.conversation_id, w.shop_id, c.buyer_name, w.asked_at, w.answered_at, m.name, w.is_first,
         ${PLACE} as place
       from buyer_wait w join conversation c using (conversation_id) left join member m on m.member_id = w.answered_by
       where ${where.join(' and ')} order by ${PLACE} desc, w.message_id desc limit ${pageSize + 1}`,
      values,
    ),
  );
  const rows = found.rows.slice(0, pageSize);
  const last = rows.at(-1);
  return success({
    waits: rows.map((row) => ({
      waitId: row.message_id,
      conversationId: asConversationId(row.conversation_id),
      shopId: asShopId(row.shop_id),
      buyerName: row.buyer_name,
      askedAt: Number(row.asked_at),
      answeredAt: row.answered_at === null ? null : Number(row.answered_at),
      answeredByName: row.name,
      isFirst: row.is_first,
    })),
    next: found.rows.length > rows.length && last ? `${last.place}.${last.message_id}` : null,
  });
}
