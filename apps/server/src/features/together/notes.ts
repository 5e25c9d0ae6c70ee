import type { CALLS, CallInput, CallOutput, NoteView } from '@pasar/api';
import { noteView } from '@pasar/api';
import type { Position } from '@pasar/domain';
import { mayAnswer } from '../../records/assignments.ts';
import { appendChanges } from '../../records/change-feed.ts';
import type { Member } from '../../records/members.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';

type Calls = typeof CALLS.together;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now'>;
/** Notes of a page (our choice). */
const NOTES_OF_PAGE = 200;
const SHOWN_MENTIONS = 50;

interface NoteRow {
  readonly note_id: string;
  readonly conversation_id: string;
  readonly author_id: string;
  readonly author_name: string;
  readonly text: string;
  readonly written_at: string;
  readonly changed_at: string | null;
  readonly anchor_position: Position | null;
  readonly mentions: readonly string[];
}
const COLUMNS = `n.note_id, n.conversation_id, n.author_id, n.author_name, n.text, n.written_at, n.changed_at,
  n.anchor_position, array(select t.member_id from note_mention t where t.note_id = n.note_id) as mentions`;

const toNoteView = (row: NoteRow): NoteView =>
  noteView.parse({
    noteId: row.note_id,
    conversationId: row.conversation_id,
    authorId: row.author_id,
    author: row.author_name,
    text: row.text,
    mentions: row.mentions,
    writtenAt: Number(row.written_at),
    changedAt: row.changed_at === null ? null : Number(row.changed_at),
    anchorPosition: row.anchor_position,
  });

export async function notes(
  { transaction }: Pick<Context, 'transaction'>,
  { conversationId, cursor }: CallInput<Calls['notes']>,
): Promise<Answer<CallOutput<Calls['notes']>>> {
  const [, at, noteId] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor ?? '') ?? [];
  if (cursor !== undefined && at === undefined) return fail('invalid_request');
  const [place, found] = await Promise.all([
    findPlace(transaction, conversationId),
    transaction.query<NoteRow>({
      name: cursor === undefined ? 'notes-of-conversation' : 'older-notes',
      text: `select ${COLUMNS} from conversation_note n where n.conversation_id = $1
          ${cursor === undefined ? '' : 'and (n.written_at, n.note_id) < ($2::bigint, $3::uuid)'}
        order by n.written_at desc, n.note_id desc limit ${NOTES_OF_PAGE + 1}`,
      values: [conversationId, ...(cursor === undefined ? [] : [at, noteId])],
    }),
  ]);
  if (place === null) return fail('not_found');
  const page = found.rows.slice(0, NOTES_OF_PAGE);
  const last = found.rows.length > NOTES_OF_PAGE ? page.at(-1) : undefined;
  const next = last === undefined ? null : `${last.written_at}.${last.note_id}`;
  return success({ notes: page.toReversed().map(toNoteView), next });
}

interface Place {
  readonly shop_id: string;
  readonly last_position: Position | null;
}
async function findPlace(transaction: Transaction, conversationId: string): Promise<Place | null> {
  const found = await transaction.query<Place>({
    name: 'place-of-note',
    text: 'select shop_id, last_position from conversation where conversation_id = $1',
    values: [conversationId],
  });
  return found.rows[0] ?? null;
}

export async function writeNote(
  { transaction, member, now }: Context,
  { conversationId, noteId, text, mentions }: CallInput<Calls['writeNote']>,
): Promise<Answer<CallOutput<Calls['writeNote']>>> {
  const place = await findPlace(transaction, conversationId);
  if (place === null || !(await areFit(transaction, member, place.shop_id, mentions))) return fail('not_found');
  const { accountId } = member.scope;
  const { memberId, name } = member.view;
  const written = await transaction.query(
    `insert into conversation_note (note_id, account_id, shop_id, conversation_id, author_id, author_name, text,
       written_at, anchor_position)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [noteId, accountId, place.shop_id, conversationId, memberId, name, text, now, place.last_position],
  );
  if (written.rowCount === 0) {
    const known = await findOwn(transaction, member, noteId);
    if (known?.conversation_id !== conversationId) return fail('invalid_request', 'noteId was used before');
    // A late try of a form does not undo what was changed afterwards.
    if (known.text === text || known.changed_at !== null) return success({ note: toNoteView(known) });
    return rewrite(transaction, member, known, { text, mentions, now, changedAt: null });
  }
  await putMentions(transaction, member, { noteId, shopId: place.shop_id, mentions, now });
  return tell(transaction, member, noteId, place.shop_id, mentions);
}

export async function changeNote(
  { transaction, member, now }: Context,
  { noteId, text, mentions }: CallInput<Calls['changeNote']>,
): Promise<Answer<CallOutput<Calls['changeNote']>>> {
  const own = await findOwn(transaction, member, noteId);
  if (own === null || !(await areFit(transaction, member, own.shop_id, mentions))) return fail('not_found');
  return rewrite(transaction, member, own, { text, mentions, now, changedAt: now });
}

async function rewrite(
  transaction: Transaction,
  member: Member,
  own: OwnNote,
  {
    text,
    mentions,
    now,
    changedAt,
  }: {
    readonly text: string;
    readonly mentions: readonly string[];
    readonly now: number;
    readonly changedAt: number | null;
  },
): Promise<Answer<{ note: NoteView }>> {
  const noteId = own.note_id;
  await transaction.query('update conversation_note set text = $2, changed_at = $3 where note_id = $1', [
    noteId,
    text,
    changedAt,
  ]);
  const before = own.mentions.filter((memberId) => !mentions.includes(memberId));
  await transaction.query('delete from note_mention where note_id = $1 and member_id = any($2::uuid[])', [
    noteId,
    before,
  ]);
  await putMentions(transaction, member, { noteId, shopId: own.shop_id, mentions, now });
  return tell(transaction, member, noteId, own.shop_id, [...before, ...mentions]);
}

export async function deleteNote(
  { transaction, member }: Context,
  { noteId }: CallInput<Calls['deleteNote']>,
): Promise<Answer<CallOutput<Calls['deleteNote']>>> {
  const own = await findOwn(transaction, member, noteId);
  if (own === null) return fail('not_found');
  await transaction.query('delete from conversation_note where note_id = $1', [noteId]);
  await append(transaction, member, toNoteView(own), own.shop_id, own.mentions);
  return success({});
}

type OwnNote = NoteRow & { readonly shop_id: string };
/** A note of the member, locked; null also for a colleague's. */
async function findOwn(transaction: Transaction, member: Member, noteId: string): Promise<OwnNote | null> {
  const found = await transaction.query<OwnNote>(
    `select ${COLUMNS}, n.shop_id from conversation_note n where n.note_id = $1 and n.author_id = $2 for update of n`,
    [noteId, member.view.memberId],
  );
  return found.rows[0] ?? null;
}

/** False where a member may not answer for the shop: such a member could not read the note. */
async function areFit(
  transaction: Transaction,
  { scope, grant }: Member,
  shopId: string,
  mentions: readonly string[],
): Promise<boolean> {
  if (mentions.length === 0) return true;
  const fit = await transaction.query(
    `select from member m where m.member_id = any($4::uuid[]) and ${mayAnswer('$1', '$2', '$3')}`,
    [scope.accountId, grant.emptyMeansAll, shopId, mentions],
  );
  return fit.rowCount === new Set(mentions).size;
}

async function putMentions(
  transaction: Transaction,
  { scope }: Member,
  note: {
    readonly noteId: string;
    readonly shopId: string;
    readonly mentions: readonly string[];
    readonly now: number;
  },
): Promise<void> {
  const { noteId, shopId, now, mentions } = note;
  await transaction.query(
    `insert into note_mention (note_id, member_id, account_id, shop_id, written_at)
     select $1, named, $2, $3, $4 from unnest($5::uuid[]) named on conflict do nothing`,
    [noteId, scope.accountId, shopId, now, mentions],
  );
}

async function tell(
  transaction: Transaction,
  member: Member,
  noteId: string,
  shopId: string,
  told: readonly string[],
): Promise<Answer<{ note: NoteView }>> {
  const own = await findOwn(transaction, member, noteId);
  if (own === null) throw new Error('a note that was just written is gone');
  const note = toNoteView(own);
  await append(transaction, member, note, shopId, told);
  return success({ note });
}

/** Every window that sees the shop fetches the notes anew; the mentioned members are told besides. */
async function append(
  transaction: Transaction,
  { scope }: Member,
  { conversationId }: NoteView,
  shopId: string,
  told: readonly string[],
): Promise<void> {
  await appendChanges(transaction, scope.accountId, [
    { change: { kind: 'notes', conversationId }, shopId, memberId: null },
    ...[...new Set(told)].map((memberId) => ({ change: { kind: 'mentions' } as const, shopId: null, memberId })),
  ]);
}

export async function mentionsOfMe({
  transaction,
  member,
}: Pick<Context, 'transaction' | 'member'>): Promise<Answer<CallOutput<Calls['mentionsOfMe']>>> {
  const found = await transaction.query<NoteRow & { buyer_name: string; seen_at: string | null }>({
    name: 'mentions-of-member',
    text: `select ${COLUMNS}, c.buyer_name, mine.seen_at
      from (select note_id, seen_at from note_mention where member_id = $1
        order by written_at desc, note_id desc limit ${SHOWN_MENTIONS}) mine
        cross join lateral (select * from conversation_note held where held.note_id = mine.note_id limit 1) n
        join conversation c using (conversation_id)`,
    values: [member.view.memberId],
  });
  // Sorted here, because the rows are few.
  const rows = found.rows.toSorted((left, right) => Number(right.written_at) - Number(left.written_at));
  const mentions = rows.map((row) => ({
    note: toNoteView(row),
    buyer: row.buyer_name,
    isSeen: row.seen_at !== null,
  }));
  return success({ mentions, unseen: mentions.filter(({ isSeen }) => !isSeen).length });
}

export async function seeMentions(
  { transaction, member, now }: Context,
  { conversationId }: CallInput<Calls['seeMentions']>,
): Promise<Answer<CallOutput<Calls['seeMentions']>>> {
  const { memberId } = member.view;
  if ((await findPlace(transaction, conversationId)) === null) return fail('not_found');
  const seen = await transaction.query(
    `update note_mention t set seen_at = $3 from conversation_note n
     where n.conversation_id = $1 and t.note_id = n.note_id and t.member_id = $2 and t.seen_at is null`,
    [conversationId, memberId, now],
  );
  if (seen.rowCount !== 0) {
    await appendChanges(transaction, member.scope.accountId, [
      { change: { kind: 'mentions' }, shopId: null, memberId },
    ]);
  }
  return success({});
}
