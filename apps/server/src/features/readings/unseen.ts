import { AFTER_SALES_LIMITS, type CALLS, type CallInput, type CallOutput } from '@pasar/api';
import { MOST_LOW_STARS } from '@pasar/domain';
import { IS_URGENT } from '../../records/notifications.ts';
import { openCasesText } from '../../records/open-cases.ts';
import type { Give } from '../../records/ordered-list.ts';
import { builtStatement } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.readings;
type Counts = CallOutput<Calls['unseen']>;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;

/** What a member who has never seen a list has not seen of it: what came within so many days (our choice). */
const NEVER_SEEN_DAYS = 7;
const DAY_MS = 86_400_000;

export async function unseen({ transaction, member, now }: Context): Promise<Answer<Counts>> {
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const { accountId } = member.scope;
  const account = give(accountId);
  const since = (subject: string): string =>
    `coalesce((select seen_until from seen_list where member_id = ${give(member.view.memberId)} and subject = '${subject}'),
       ${give(now - NEVER_SEEN_DAYS * DAY_MS)}::bigint)`;
  const text = `with one as materialized (${openCasesText(accountId, now, null, give)}),
      mark as materialized (select ${since('returns')} as cases, ${since('reviews')} as reviews,
        ${since('notifications')} as notifications)
    select count(*) filter (where kind = 'cancel' and known_at > cases)::integer as cancel,
      count(*) filter (where kind = 'refund' and known_at > cases)::integer as refund,
      count(*) filter (where kind = 'return' and known_at > cases)::integer as return,
      count(id)::integer as open,
      count(*) filter (where respond_by <= ${give(now + AFTER_SALES_LIMITS.dueSoonMs)}::bigint)::integer as "dueSoon",
      (select count(*) from shop_review r where r.account_id = ${account} and r.stars between 1 and ${MOST_LOW_STARS}
        and r.known_at > mark.reviews)::integer as reviews,
      (select count(*) from shop_notification n where n.account_id = ${account} and ${IS_URGENT}
        and n.known_at > mark.notifications)::integer as notifications
    from mark left join one on true group by mark.cases, mark.reviews, mark.notifications`;
  const found = await transaction.query<Counts>(builtStatement(text, values));
  const [counts] = found.rows;
  return success(counts ?? { cancel: 0, refund: 0, return: 0, reviews: 0, notifications: 0, open: 0, dueSoon: 0 });
}

export async function markSeen(
  { transaction, member }: Context,
  { subject, until }: CallInput<Calls['markSeen']>,
): Promise<Answer<Record<string, never>>> {
  await transaction.query(
    `insert into seen_list (member_id, subject, account_id, seen_until) values ($1, $2, $3, $4)
     on conflict (member_id, subject) do update set seen_until = greatest(seen_list.seen_until, excluded.seen_until)`,
    [member.view.memberId, subject, member.scope.accountId, until],
  );
  return success({});
}
