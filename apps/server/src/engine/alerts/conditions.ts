import { type AlertKind, FAILING_ANSWERS, LATE_WITHIN_MS, LOW_REVIEW_WITHIN_MS, MOST_LOW_STARS } from '@pasar/domain';
import type { Transaction } from '../../storage/database.ts';

/** Something that hurts now. */
export interface Condition {
  readonly kind: AlertKind;
  /** A login, a proxy, a shop or the account. */
  readonly subject: string;
  readonly name: string;
  readonly since: number;
}

/** The names of a login's shops, the first three and the number of the others. */
const SHOP_NAMES = `(select string_agg(coalesce(s.alias, s.name), ', ' order by s.name) filter (where s.place <= 3)
    || case when max(s.place) > 3 then ' +' || (max(s.place) - 3) else '' end
  from (select alias, name, row_number() over (order by name) as place from shop
    where shop.connection_id = c.connection_id) s)`;

/** What hurts in the account of the transaction. All answers that are late are one alert, however many they are. */
export async function conditionsOf(
  transaction: Transaction,
  accountId: string,
  now: number,
): Promise<readonly Condition[]> {
  const found = await transaction.query<{ kind: AlertKind; subject: string; name: string | null; since: string }>({
    name: 'alert-conditions',
    text: `select 'loggedOut' as kind, c.connection_id::text as subject, ${SHOP_NAMES} as name, c.failed_since as since
        from connection c where c.account_id = $1 and c.state = 'failed' and c.failed_since is not null
          and c.refusal_reason is distinct from 'ip_isolation_failed'
      union all
      select 'proxyDead', coalesce(c.ip_subject_id::text, 'default'),
        coalesce(max(nullif(p.name, '')), string_agg(c.identifier, ', ' order by c.identifier)), min(c.away_since)
        from connection c left join ip_subject p using (ip_subject_id)
        where c.account_id = $1 and c.state in ('interrupted', 'failed') and c.away_since is not null
          and c.refusal_reason = 'ip_isolation_failed' group by c.ip_subject_id
      union all
      select 'answersFail', s.shop_id::text, coalesce(s.alias, s.name), min(d.created_at)
        from delivery d join shop s using (shop_id)
        where d.account_id = $1 and d.state in ('refused', 'unconfirmed') and d.created_at > $2
          and coalesce(d.cause, 'autoReply') = 'autoReply'
        group by s.shop_id having count(*) >= $3
      union all
      select 'lowReview', s.shop_id::text, coalesce(s.alias, s.name), min(r.created_at)
        from shop_review r join shop s using (shop_id)
        where r.account_id = $1 and r.stars between 1 and $4 and not r.is_answered and r.created_at > $5
        group by s.shop_id
      union all
      select 'answersLate', $1::text, string_agg(late.name, ', ' order by late.name) filter (where late.place <= 3)
          || case when count(*) > 3 then ' +' || (count(*) - 3) else '' end, min(late.due_at)
        from (select coalesce(s.alias, s.name) as name, min(v.due_at) as due_at, row_number() over (order by min(s.name)) as place
          from conversation v join shop s using (shop_id)
          where v.account_id = $1 and v.due_at > $6 and v.due_at <= $7 group by s.shop_id) late
        having count(*) > 0`,
    values: [
      accountId,
      now - FAILING_ANSWERS.withinMs,
      FAILING_ANSWERS.count,
      MOST_LOW_STARS,
      now - LOW_REVIEW_WITHIN_MS,
      now - LATE_WITHIN_MS,
      now,
    ],
  });
  return found.rows.map(({ kind, subject, name, since }) => ({
    kind,
    subject,
    name: name ?? subject,
    since: Number(since),
  }));
}

/** Accounts in which something may hurt, or in which an alert has not ended. */
export const ACCOUNTS_TO_LOOK_AT = `select account_id from connection where failed_since is not null or away_since is not null
  union select account_id from alert where state <> 'over'
  union select account_id from delivery where state in ('refused', 'unconfirmed') and created_at > $1
  union select account_id from shop_review where not is_answered and stars between 1 and 2 and created_at > $2
  union select account_id from conversation where due_at > $3 and due_at <= $4`;
