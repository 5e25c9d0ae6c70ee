import {
  type AccountId,
  type AssignmentChoice,
  type AssignmentRule,
  buyerLanguage,
  type Country,
  chooserOf,
  type TeamAtWork,
} from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { AssignmentTurnTable } from '../storage/gen/tables.ts';
import { readAssignmentRules } from './assignment-rules.ts';
import { holdsChat, lockAssignments, toldTo, waitingLimit } from './assignments.ts';
import { appendChanges, type NewChange } from './change-feed.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, toConversationView } from './rows.ts';

/** Conversations that are looked at with one statement (our choice). */
const PAGE = 200;
/** Of a buyer's messages, the last of which tell the language; and messages among which the last answer is looked for. */
const TELLING = 5;
const LOOKED_AT = 50;

interface Facts {
  /** The members who are here, as their windows tell. */
  readonly hereIds: readonly string[];
  /** As in `Grant`. */
  readonly emptyMeansAll: boolean;
  readonly now: number;
}

/**
 * Assigns the conversations that are nobody's and in which a buyer waits, by the rules of the account, and tells the windows.
 * Two runs of an account wait for each other, and the second finds what the first has left.
 *
 * - `off`: the account has no rule that is on.
 * - `done`: everything is assigned that can be.
 * - `again`: something was being changed at that moment, and is to be looked at once more.
 */
export async function assignByRule(
  transaction: Transaction,
  accountId: AccountId,
  { hereIds, emptyMeansAll, now }: Facts,
): Promise<'off' | 'done' | 'again'> {
  const glance = await transaction.query<{ is_on: boolean; has_work: boolean }>({
    name: 'assignment-glance',
    text: `select r.is_on and r.rules <> '[]' as is_on, exists (select from conversation c where c.account_id = r.account_id
        and c.due_at is not null and c.assignee_id is null) as has_work
      from assignment_rules r where r.account_id = $1`,
    values: [accountId],
  });
  const { is_on: isOn, has_work: hasWork } = glance.rows[0] ?? { is_on: false, has_work: false };
  if (!isOn) return 'off';
  if (!hasWork || hereIds.length === 0) return 'done';
  await lockAssignments(transaction, accountId);
  const [{ rules }, team] = await Promise.all([
    readAssignmentRules(transaction, accountId),
    readTeam(transaction, accountId, { hereIds, emptyMeansAll }),
  ]);
  const { choose, hasRoom } = chooserOf(rules, team);
  const changes: NewChange[] = [];
  let chosenCount = 0;
  let assignedCount = 0;
  let after: Place = FIRST;
  while (hasRoom()) {
    const page = await readPage(transaction, accountId, [...team.waiting.keys()], rules, after);
    const choices = page.flatMap((row) => {
      const choice = choose({
        conversationId: row.conversation_id,
        shopId: row.shop_id,
        language: buyerLanguage(row.country, row.texts ?? []),
        tagIds: row.tag_ids ?? [],
        able: row.able,
        knownId: row.known_id,
      });
      return choice === null ? [] : [{ conversationId: row.conversation_id, choice }];
    });
    chosenCount += choices.length;
    if (choices.length > 0) {
      const assigned = await put(transaction, accountId, choices, now);
      assignedCount += assigned.length;
      changes.push(...assigned.flat());
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last;
  }
  await appendChanges(transaction, accountId, changes);
  return assignedCount < chosenCount ? 'again' : 'done';
}

/** Of those who are here, the members who hold the key of the chat and have not said that they are away or off. */
async function readTeam(
  transaction: Transaction,
  accountId: AccountId,
  { hereIds, emptyMeansAll }: Pick<Facts, 'hereIds' | 'emptyMeansAll'>,
): Promise<TeamAtWork> {
  const limit = await waitingLimit(transaction, accountId);
  const [members, turns] = await Promise.all([
    transaction.query<{ member_id: string; waiting: number }>({
      name: 'team-at-work',
      text: `select m.member_id, pasar_waiting_of(m.member_id, $4) as waiting from member m
        where ${holdsChat('$1', '$2')} and m.member_id = any($3::uuid[]) and m.chosen_presence is null`,
      values: [accountId, emptyMeansAll, hereIds, limit],
    }),
    transaction.query<AssignmentTurnTable>({
      name: 'assignment-turns',
      text: 'select * from assignment_turn where account_id = $1',
      values: [accountId],
    }),
  ]);
  return {
    limit,
    waiting: new Map(members.rows.map((row) => [row.member_id, row.waiting])),
    turns: turns.rows.map((row) => ({ ruleId: row.rule_id, memberId: row.member_id, turn: Number(row.turn) })),
  };
}

interface Place {
  readonly due_at: string;
  readonly conversation_id: string;
}
const FIRST: Place = { due_at: '-1', conversation_id: '00000000-0000-0000-0000-000000000000' };

interface WaitRow extends Place {
  readonly shop_id: string;
  readonly country: Country;
  readonly able: readonly string[];
  /** The last three are null where no rule asks for them. */
  readonly tag_ids: readonly string[] | null;
  readonly texts: readonly string[] | null;
  readonly known_id: string | null;
}

/** The next conversations that are nobody's, the answer first that is due first, of those shops that a rule names. */
async function readPage(
  transaction: Transaction,
  accountId: AccountId,
  memberIds: readonly string[],
  rules: readonly AssignmentRule[],
  after: Place,
): Promise<readonly WaitRow[]> {
  const found = await transaction.query<WaitRow>({
    name: 'unassigned-waits',
    text: `select c.conversation_id, c.shop_id, c.due_at, s.country,
        array(select m.member_id from member m where m.member_id = any($2::uuid[]) and (m.is_main or exists (
          select from member_shop g where g.member_id = m.member_id and g.shop_id = c.shop_id))) as able,
        case when $3 then array(select r.tag_id from buyer_tag_relation r
          where r.shop_id = c.shop_id and r.buyer_id = c.buyer_id) end as tag_ids,
        case when $4 then array(select last.content ->> 'text' from (select m.author, m.content from message m
            where m.conversation_id = c.conversation_id order by m.position desc, m.platform_message_id desc
            limit ${LOOKED_AT}) last
          where last.author = 'buyer' and last.content ->> 'type' = 'text' limit ${TELLING}) end as texts,
        case when $5 then (select last.member_id from (select m.author, m.member_id from message m
            where m.conversation_id = c.conversation_id order by m.position desc, m.platform_message_id desc
            limit ${LOOKED_AT}) last
          where last.author = 'seller' and last.member_id is not null limit 1) end as known_id
      from conversation c join shop s using (shop_id)
      where c.account_id = $1 and c.due_at is not null and c.assignee_id is null and c.status <> 'closed'
        and (c.due_at, c.conversation_id) > ($6::bigint, $7::uuid)
        and ($8::uuid[] is null or c.shop_id = any($8::uuid[]))
      order by c.due_at, c.conversation_id limit ${PAGE}`,
    values: [
      accountId,
      memberIds,
      rules.some(({ tagIds }) => tagIds !== null),
      rules.some(({ languages }) => languages !== null),
      rules.some(({ staysWithKnown }) => staysWithKnown),
      after.due_at,
      after.conversation_id,
      rules.some(({ shopIds }) => shopIds === null)
        ? null
        : [...new Set(rules.flatMap(({ shopIds }) => shopIds ?? []))],
    ],
  });
  return found.rows;
}

/**
 * Assigns all of a page by one statement, and gives the changes of each. A conversation that somebody is changing at this moment is left out, so that a
 * run never waits for a message that is being stored.
 */
async function put(
  transaction: Transaction,
  accountId: AccountId,
  choices: readonly { readonly conversationId: string; readonly choice: AssignmentChoice }[],
  at: number,
): Promise<readonly (readonly NewChange[])[]> {
  const updated = await transaction.query<ConversationRow>({
    name: 'assign-by-rule',
    text: `with held as materialized (
        select c.conversation_id as held_id, c.shop_id as held_shop, item.to_id, item.rule_id, item.rule_name, item.turn
        from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::bigint[])
            item (conversation_id, to_id, rule_id, rule_name, turn)
          join conversation c using (conversation_id)
        where c.account_id = $1 and c.assignee_id is null and c.waiting_since is not null and c.status <> 'closed'
        for update of c skip locked),
      noted as (
        insert into conversation_assignment (account_id, shop_id, conversation_id, at, to_id, to_name, rule_id, rule_name)
        select $1, held.held_shop, held.held_id, $2, held.to_id, m.name, held.rule_id, held.rule_name
        from held join member m on m.member_id = held.to_id),
      taken as (
        insert into assignment_turn as old (account_id, rule_id, member_id, turn)
        select $1, rule_id, to_id, max(turn) from held group by rule_id, to_id
        on conflict (account_id, rule_id, member_id) do update set turn = excluded.turn)
      update conversation set assignee_id = held.to_id from held where conversation_id = held.held_id
      returning ${CONVERSATION_COLUMNS}`,
    values: [
      accountId,
      at,
      choices.map(({ conversationId }) => conversationId),
      choices.map(({ choice }) => choice.memberId),
      choices.map(({ choice }) => choice.rule.ruleId),
      choices.map(({ choice }) => choice.rule.name),
      choices.map(({ choice }) => choice.turn),
    ],
  });
  const chosen = new Map(choices.map(({ conversationId, choice }) => [conversationId, choice]));
  return updated.rows.map((row) => {
    const choice = chosen.get(row.conversation_id);
    if (choice === undefined) throw new Error('a conversation was assigned that no rule chose');
    const cause = { kind: 'rule', name: choice.rule.name } as const;
    return [
      { change: { kind: 'conversation', conversation: toConversationView(row) }, shopId: row.shop_id, memberId: null },
      toldTo(choice.memberId, row, { cause, note: null }),
    ];
  });
}
