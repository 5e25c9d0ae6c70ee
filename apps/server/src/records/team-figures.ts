import { type AccountId, FIRST_ANSWER_AFTER_MS } from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';

/**
 * Recomputes the waits and the hours of some conversations whose messages have changed, and tells whether there was
 * anything to do. What it writes follows from the messages alone, so it may run any number of times.
 */
export async function makeTeamFigures(transaction: Transaction, accountId: AccountId, most: number): Promise<boolean> {
  // Two runs at once might each write what the other has not seen.
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('team-figures/' || $1, 0))", [accountId]);
  const due = await transaction.query<{ conversation_id: string }>({
    name: 'take-figures-due',
    text: `with taken as (delete from figures_due where due_id in
             (select due_id from figures_due where account_id = $1 order by due_id limit $2) returning conversation_id)
           select distinct conversation_id from taken`,
    values: [accountId, most],
  });
  if (due.rows.length === 0) return false;
  const values = [due.rows.map((row) => row.conversation_id)];
  await transaction.query({ name: 'make-buyer-waits', text: MAKE_WAITS, values: [...values, FIRST_ANSWER_AFTER_MS] });
  await transaction.query({ name: 'make-conversation-hours', text: MAKE_HOURS, values });
  return true;
}

/** As the projection of a conversation: a withdrawn message of a buyer waits for nothing, a robot answers nothing. */
const COUNTED = `(m.author = 'seller' and m.content->>'type' is distinct from 'rating' or m.author = 'buyer' and m.status = 'available')`;

/**
 * A wait that a member set aside ended then, and the next message of the buyer begins another. A wait that began before the messages that the account still keeps stays as it is. Where its answer is kept and its
 * beginning is not, the first buyer's message that is kept begins no second wait.
 */
const MAKE_WAITS = `with counted as materialized (
    select m.conversation_id, m.account_id, m.shop_id, m.message_id, m.sent_at, m.author, m.member_id, c.kept_from,
      row_number() over ordered as number, lag(m.author) over ordered as before_author,
      lag(m.sent_at) over ordered as before_at, m.position, lead(m.position) over ordered as next_position
    from message m join conversation c using (conversation_id)
    where m.conversation_id = any($1::uuid[]) and ${COUNTED}
    window ordered as (partition by m.conversation_id order by m.position, m.platform_message_id)),
  marked as (
    select *, (select min(aside.at) from conversation_set_aside aside
        where aside.conversation_id = counted.conversation_id and aside.position >= counted.position
          and (next_position is null or aside.position < next_position)) as aside_at from counted),
  followed as (
    select *, lag(aside_at) over (partition by conversation_id order by number) is not null as is_behind_aside from marked),
  numbered as (
    select *, count(*) filter (where author = 'buyer' and (before_author is distinct from 'buyer' or is_behind_aside))
      over (partition by conversation_id order by number) as turn from followed),
  turn as (
    select conversation_id, account_id, shop_id, kept_from, min(number) as first_number,
      (array_agg(message_id order by number))[1] as message_id, (array_agg(sent_at order by number))[1] as asked_at,
      (array_agg(before_at order by number))[1] as before_at,
      (array_agg(sent_at order by number) filter (where author = 'seller'))[1] as answered_at,
      (array_agg(member_id order by number) filter (where author = 'seller'))[1] as answered_by,
      min(aside_at) filter (where author = 'buyer') as set_aside_at
    from numbered where turn > 0 group by conversation_id, account_id, shop_id, kept_from, turn),
  wait as materialized (
    select *, before_at is null or asked_at - before_at >= $2::bigint as is_first from turn
    where first_number > 1 or not exists (select from buyer_wait old where old.conversation_id = turn.conversation_id
      and old.asked_at < turn.kept_from and coalesce(old.answered_at, turn.kept_from) >= turn.kept_from)),
  gone as (
    delete from buyer_wait old using conversation c
    where old.conversation_id = any($1::uuid[]) and c.conversation_id = old.conversation_id
      and old.asked_at >= c.kept_from and not exists (select from wait where wait.message_id = old.message_id))
  insert into buyer_wait as old (message_id, conversation_id, account_id, shop_id, asked_at, answered_at, answered_by,
      is_first, set_aside_at)
    select message_id, conversation_id, account_id, shop_id, asked_at,
      case when answered_at < asked_at then asked_at else answered_at end, answered_by, is_first,
      case when answered_at <= set_aside_at then null else set_aside_at end from wait
    on conflict (message_id) do update set asked_at = excluded.asked_at, answered_at = excluded.answered_at,
      answered_by = excluded.answered_by, is_first = excluded.is_first, set_aside_at = excluded.set_aside_at
    where (old.asked_at, old.answered_at, old.answered_by, old.is_first, old.set_aside_at) is distinct from
      (excluded.asked_at, excluded.answered_at, excluded.answered_by, excluded.is_first, excluded.set_aside_at)`;

/** Of the hour in which the kept messages begin some may be gone already: there the greater number stands. */
const MAKE_HOURS = `with counted as materialized (
    select m.conversation_id, m.account_id, m.shop_id, m.author, m.member_id, c.kept_from,
      m.sent_at - m.sent_at % 3600000 as hour_at, count(*)::int as messages
    from message m join conversation c using (conversation_id)
    where m.conversation_id = any($1::uuid[]) and ${COUNTED}
    group by 1, 2, 3, 4, 5, 6, 7),
  gone as (
    delete from conversation_hour old using conversation c
    where old.conversation_id = any($1::uuid[]) and c.conversation_id = old.conversation_id
      and old.hour_at >= c.kept_from and not exists (select from counted where
        (counted.conversation_id, counted.hour_at, counted.author) = (old.conversation_id, old.hour_at, old.author)
        and counted.member_id is not distinct from old.member_id))
  insert into conversation_hour as old (conversation_id, hour_at, author, member_id, account_id, shop_id, messages)
    select conversation_id, hour_at, author, member_id, account_id, shop_id, messages from counted
    on conflict (conversation_id, hour_at, author, member_id) do update set messages = excluded.messages
    where old.messages < excluded.messages or old.messages > excluded.messages and old.hour_at >=
      (select kept_from from conversation c where c.conversation_id = old.conversation_id)`;
