import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import { BUYER_NOTE_LIMITS } from '@pasar/domain';
import { appendChanges } from '../../records/change-feed.ts';
import type { Member } from '../../records/members.ts';
import type { Transaction } from '../../storage/database.ts';
import type { BuyerNoteTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { findBuyer } from './find-buyer.ts';

type Calls = typeof CALLS.buyers;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
type NoteRow = Readonly<
  Pick<BuyerNoteTable, 'note_id' | 'member_id' | 'author' | 'text' | 'written_at' | 'changed_at'>
>;

export async function buyerNotes(
  { transaction, member }: Pick<Context, 'transaction' | 'member'>,
  { conversationId }: CallInput<Calls['buyerNotes']>,
): Promise<Answer<CallOutput<Calls['buyerNotes']>>> {
  const buyer = await findBuyer(transaction, conversationId);
  if (buyer === null) return fail('not_found');
  const found = await transaction.query<NoteRow>({
    name: 'buyer-notes',
    text: `select note_id, member_id, author, text, written_at, changed_at from buyer_note
           where account_id = (select pasar_account()) and marketplace = $1 and buyer_id = $2
           order by written_at desc, note_id desc limit ${BUYER_NOTE_LIMITS.notes}`,
    values: [buyer.marketplace, buyer.buyer_id],
  });
  const notes = found.rows.map((row) => ({
    noteId: row.note_id,
    text: row.text,
    author: row.author,
    mayChange: member.view.isMain || row.member_id === member.view.memberId,
    writtenAt: Number(row.written_at),
    changedAt: row.changed_at === null ? null : Number(row.changed_at),
  }));
  return success({ notes });
}

export async function writeBuyerNote(
  { transaction, member, now }: Context,
  { conversationId, text }: CallInput<Calls['writeBuyerNote']>,
): Promise<Answer<Record<string, never>>> {
  const buyer = await findBuyer(transaction, conversationId);
  if (buyer === null) return fail('not_found');
  const { accountId } = member.scope;
  const written = await transaction.query(
    `insert into buyer_note (account_id, marketplace, buyer_id, member_id, author, text, written_at)
     select $1, $2, $3, $4, $5, $6, $7
     where (select count(*) from buyer_note where account_id = $1 and marketplace = $2 and buyer_id = $3)
       < ${BUYER_NOTE_LIMITS.notes}`,
    [accountId, buyer.marketplace, buyer.buyer_id, member.view.memberId, member.view.name, text, now],
  );
  if (written.rowCount === 0) return fail('buyer_notes_full');
  await tellNotes(transaction, member);
  return success({});
}

/** The policy of the table hides a note from whoever may not change it. */
export async function changeBuyerNote(
  { transaction, member, now }: Context,
  { noteId, text }: CallInput<Calls['changeBuyerNote']>,
): Promise<Answer<Record<string, never>>> {
  const changed = await transaction.query('update buyer_note set text = $2, changed_at = $3 where note_id = $1', [
    noteId,
    text,
    now,
  ]);
  return told(transaction, member, changed.rowCount);
}

export async function deleteBuyerNote(
  { transaction, member }: Context,
  { noteId }: CallInput<Calls['deleteBuyerNote']>,
): Promise<Answer<Record<string, never>>> {
  const deleted = await transaction.query('delete from buyer_note where note_id = $1', [noteId]);
  return told(transaction, member, deleted.rowCount);
}

async function told(transaction: Transaction, member: Member, count: number | null) {
  if (count === 0) return fail('not_found');
  await tellNotes(transaction, member);
  return success({});
}

/** Names no buyer, because a member may not see the conversations of every buyer. */
async function tellNotes(transaction: Transaction, member: Member): Promise<void> {
  await appendChanges(transaction, member.scope.accountId, [
    { change: { kind: 'buyerNotes' }, shopId: null, memberId: null },
  ]);
}
