import type { AccountId } from '@pasar/domain';
import { z } from 'zod';
import { parseBulkChange } from '../../records/bulk.ts';
import { appendChanges } from '../../records/change-feed.ts';
import { type SettingBy, type SettingOutcome, setConversations } from '../../records/conversation-settings.ts';
import type { Transaction } from '../../storage/database.ts';
import { defineAccountTask } from './task.ts';

/** Conversations of one transaction, which holds their rows until its end (our choice). */
const PAGE = 250;

/**
 * Carries out an action on many conversations, page by page: each page and its outcomes are one transaction, so that a run
 * that was cut off is gone on with where it stood, and nothing is done twice.
 */
export const bulkAction = defineAccountTask({
  name: 'bulk-action',
  attempts: 20,
  input: z.strictObject({ bulkId: z.uuid() }),
  async run({ bulkId }, { accountId, now, within, signal }) {
    for (;;) {
      signal.throwIfAborted();
      if (!(await within((transaction) => doPage(transaction, accountId, bulkId, now())))) return;
    }
  },
});

/** Does the next page; false when the action has ended. */
async function doPage(transaction: Transaction, accountId: AccountId, bulkId: string, now: number): Promise<boolean> {
  const found = await transaction.query<{
    readonly setting: unknown;
    readonly member_id: string | null;
    readonly member_name: string | null;
  }>(
    `select b.setting, b.member_id, (select m.name from member m where m.member_id = b.member_id) as member_name
     from bulk_action b where b.bulk_id = $1 and b.state = 'running' for update`,
    [bulkId],
  );
  const action = found.rows[0];
  if (action === undefined) return false;
  const { member_id: memberId, member_name: memberName } = action;
  const items = await transaction.query<{ conversation_id: string; up_to: string | null; was_assignee: string | null }>(
    `select conversation_id, up_to, was_assignee from bulk_item where bulk_id = $1 and outcome = 'waiting'
     order by conversation_id limit ${PAGE}`,
    [bulkId],
  );
  const ids = items.rows.map((row) => row.conversation_id);
  if (ids.length > 0) {
    const upTo = new Map(items.rows.flatMap((row) => (row.up_to === null ? [] : [[row.conversation_id, row.up_to]])));
    const by = { accountId, memberId, memberName: memberName ?? '', now, upTo, bulkId };
    const change = parseBulkChange(action.setting);
    const heldBy = new Map(items.rows.map((row) => [row.conversation_id, row.was_assignee]));
    const outcomes =
      change.kind === 'assignBack'
        ? await assignBack(transaction, by, bulkId, ids, change.fromId)
        : await setConversations(transaction, change.kind === 'assign' ? { ...by, heldBy } : by, ids, change);
    await note(transaction, bulkId, [...outcomes]);
  }
  const isDone = ids.length < PAGE;
  if (isDone) {
    await transaction.query("update bulk_action set state = 'done', ended_at = $2 where bulk_id = $1", [bulkId, now]);
  }
  await appendChanges(transaction, accountId, [{ change: { kind: 'bulkActions' }, shopId: null, memberId }]);
  return !isDone;
}

/**
 * Hands back with the refusals of a handing over. What has become somebody else's since stays, and so does what nobody has
 * any more.
 */
async function assignBack(
  transaction: Transaction,
  by: SettingBy,
  bulkId: string,
  ids: readonly string[],
  fromId: string | null,
): Promise<ReadonlyMap<string, SettingOutcome>> {
  const held = await transaction.query<{
    readonly conversation_id: string;
    readonly was_assignee: string | null;
    readonly assignee_id: string | null;
  }>(
    `select c.conversation_id, i.was_assignee, c.assignee_id
     from bulk_item i join conversation c using (conversation_id)
     where i.bulk_id = $1 and i.conversation_id = any($2::uuid[]) order by c.conversation_id for update of c`,
    [bulkId, ids],
  );
  const outcomes = new Map<string, SettingOutcome>(ids.map((id) => [id, 'not_found']));
  for (const { conversation_id: id, assignee_id: heldBy, was_assignee: before } of held.rows) {
    outcomes.set(id, heldBy === null || heldBy === before ? 'same' : 'conversation_of_another_member');
  }
  const still = held.rows.filter((row) => row.assignee_id === fromId);
  const heldBy = new Map(still.map((row) => [row.conversation_id, fromId]));
  for (const [memberId, rows] of Map.groupBy(still, (row) => row.was_assignee)) {
    const back = rows.map((row) => row.conversation_id);
    for (const outcome of await setConversations(transaction, { ...by, heldBy }, back, { kind: 'assign', memberId })) {
      outcomes.set(...outcome);
    }
  }
  return outcomes;
}

async function note(
  transaction: Transaction,
  bulkId: string,
  outcomes: readonly (readonly [string, SettingOutcome])[],
): Promise<void> {
  const isDone = (outcome: SettingOutcome) => outcome === 'changed' || outcome === 'same';
  await transaction.query(
    `update bulk_item i set outcome = ended.outcome, reason = ended.reason
     from unnest($2::uuid[], $3::text[], $4::text[]) ended (conversation_id, outcome, reason)
     where i.bulk_id = $1 and i.conversation_id = ended.conversation_id`,
    [
      bulkId,
      outcomes.map(([id]) => id),
      outcomes.map(([, outcome]) => (isDone(outcome) ? outcome : 'failed')),
      outcomes.map(([, outcome]) => (isDone(outcome) ? null : outcome)),
    ],
  );
  const count = (fits: (outcome: SettingOutcome) => boolean) => outcomes.filter(([, outcome]) => fits(outcome)).length;
  await transaction.query(
    `update bulk_action set changed_count = changed_count + $2, same_count = same_count + $3,
       failed_count = failed_count + $4 where bulk_id = $1`,
    [
      bulkId,
      count((outcome) => outcome === 'changed'),
      count((outcome) => outcome === 'same'),
      count((outcome) => !isDone(outcome)),
    ],
  );
}
