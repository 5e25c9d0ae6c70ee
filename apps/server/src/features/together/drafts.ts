import type { CALLS, CallInput, CallOutput, DraftView } from '@pasar/api';
import { draftView } from '@pasar/api';
import { appendChanges } from '../../records/change-feed.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.together;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
const SHOWN_DRAFTS = 500;

interface DraftRow {
  readonly conversation_id: string;
  readonly text: string;
  readonly changed_at: string;
}
const toDraftView = (row: DraftRow): DraftView =>
  draftView.parse({
    conversationId: row.conversation_id,
    text: row.text,
    changedAt: Number(row.changed_at),
  });

export async function drafts({
  transaction,
  member,
}: Pick<Context, 'transaction' | 'member'>): Promise<Answer<CallOutput<Calls['drafts']>>> {
  const found = await transaction.query<DraftRow>({
    name: 'drafts-of-member',
    text: `select conversation_id, text, changed_at from draft where member_id = $1
      order by changed_at desc, conversation_id desc limit ${SHOWN_DRAFTS}`,
    values: [member.view.memberId],
  });
  return success({ drafts: found.rows.map(toDraftView) });
}

/** The latest change wins, whichever of the member's devices it comes from and in whatever order. */
export async function saveDraft(
  { transaction, member, now }: Context,
  { conversationId, text, changedAt }: CallInput<Calls['saveDraft']>,
): Promise<Answer<CallOutput<Calls['saveDraft']>>> {
  const { accountId } = member.scope;
  const { memberId } = member.view;
  const place = await transaction.query<{ shop_id: string }>({
    name: 'shop-of-draft',
    text: 'select shop_id from conversation where conversation_id = $1',
    values: [conversationId],
  });
  const shopId = place.rows[0]?.shop_id;
  if (shopId === undefined) return fail('not_found');
  const kept = await transaction.query<DraftRow>(
    `insert into draft (member_id, conversation_id, account_id, shop_id, text, changed_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (member_id, conversation_id) do update set text = excluded.text, changed_at = excluded.changed_at
       where draft.changed_at < excluded.changed_at
     returning conversation_id, text, changed_at`,
    [memberId, conversationId, accountId, shopId, text, Math.min(changedAt, now)],
  );
  const [row] = kept.rows;
  if (row === undefined) {
    const later = await transaction.query<DraftRow>(
      'select conversation_id, text, changed_at from draft where member_id = $1 and conversation_id = $2',
      [memberId, conversationId],
    );
    const [held] = later.rows;
    return held === undefined ? fail('not_found') : success({ draft: toDraftView(held) });
  }
  const draft = toDraftView(row);
  await appendChanges(transaction, accountId, [{ change: { kind: 'draft', draft }, shopId, memberId }]);
  return success({ draft });
}

/**
 * Offered to the member who has the conversation now, and to nobody else: it was written for the buyer, not for eyes. A
 * draft from before the shop's newest answer is not offered, because the buyer was answered since.
 */
export async function leftDraft(
  { transaction, member }: Pick<Context, 'transaction' | 'member'>,
  { conversationId }: CallInput<Calls['leftDraft']>,
): Promise<Answer<CallOutput<Calls['leftDraft']>>> {
  const [place, found] = await Promise.all([
    transaction.query<{ assignee_id: string | null }>({
      name: 'assignee-of-draft',
      text: 'select assignee_id from conversation where conversation_id = $1',
      values: [conversationId],
    }),
    transaction.query<DraftRow & { name: string }>({
      name: 'left-draft',
      text: `select d.conversation_id, d.text, d.changed_at, m.name from draft d join member m using (member_id)
        where d.conversation_id = $1 and d.member_id <> $2 and d.text <> ''
          and d.changed_at > coalesce((select max(answer.sent_at) from conversation c join message answer
            on answer.conversation_id = c.conversation_id and answer.position = c.last_reply_position
            where c.conversation_id = $1), -1)
        order by d.changed_at desc limit 1`,
      values: [conversationId, member.view.memberId],
    }),
  ]);
  const [conversation] = place.rows;
  if (conversation === undefined) return fail('not_found');
  const [row] = found.rows;
  if (row === undefined || conversation.assignee_id !== member.view.memberId) return success({ left: null });
  return success({ left: { name: row.name, text: row.text, changedAt: Number(row.changed_at) } });
}
