import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { readArrangement } from '../../records/arrangement.ts';
import { filterWhere } from '../../records/conversation-list.ts';
import { listShops, type OrderedList, orderedList } from '../../records/ordered-list.ts';
import {
  CONVERSATION_COLUMNS,
  type ConversationRow,
  DELIVERY_COLUMNS,
  type DeliveryRow,
  toConversationView,
  toDeliveryView,
} from '../../records/rows.ts';
import { builtStatement, type Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { ReadingContext } from '../handler.ts';
import { findConversation } from './read.ts';

type NextConversation = typeof CALLS.chat.nextConversation;
type Input = CallInput<NextConversation>;

/** The parts of the round, in their order. A conversation belongs to the first part that it fits. */
const PARTS = ['failed', 'waiting', 'unread'] as const;
type Part = (typeof PARTS)[number];

/** A place in the round: the value by which its part is ordered, and the id that decides between equal values. */
interface Place {
  readonly part: Part;
  /** Milliseconds since the epoch. */
  readonly at: string;
  readonly id: string;
}

/** An answer of a person that failed. What was sent without a person is told by its rule or its task. */
const isFailed = (delivery: string): string =>
  `${delivery}.state in ('refused', 'unconfirmed') and ${delivery}.cause is null`;
const HAS_FAILED = `exists (select from delivery d where d.conversation_id = c.conversation_id and ${isFailed('d')})`;

/** What a part reads, and the order that its index has. `isDescending`: the newest come first. */
const READS: Readonly<Record<Part, Pick<OrderedList, 'from' | 'of' | 'where' | 'at' | 'id' | 'isDescending'>>> = {
  // Of several failed answers in a conversation, the first gives the place.
  failed: {
    from: 'delivery f join conversation c using (conversation_id)',
    of: 'f',
    where: [
      isFailed('f'),
      `not exists (select from delivery d where d.conversation_id = f.conversation_id and ${isFailed('d')}
         and (d.created_at, d.delivery_id) < (f.created_at, f.delivery_id))`,
    ],
    at: 'f.created_at',
    id: 'f.delivery_id',
    isDescending: false,
  },
  waiting: {
    from: 'conversation c',
    of: 'c',
    where: ['c.due_at is not null', `not ${HAS_FAILED}`],
    at: 'c.due_at',
    id: 'c.conversation_id',
    isDescending: false,
  },
  unread: {
    from: 'conversation c',
    of: 'c',
    where: ['(c.unread_count > 0 or c.is_marked_unread)', 'c.due_at is null', `not ${HAS_FAILED}`],
    at: 'c.last_message_at',
    id: 'c.conversation_id',
    isDescending: true,
  },
};

type Asked = Pick<ReadingContext, 'member' | 'now'>;

/**
 * The next conversation that needs a person. One short statement for each part of the round, until one has a row: the
 * rest of the part in which the person is, the other parts, and at last the part again from its start.
 */
export async function nextConversation(
  { transaction, member, now }: Asked & Pick<ReadingContext, 'transaction'>,
  input: Input,
): Promise<Answer<CallOutput<NextConversation>>> {
  const from = input.after === undefined ? await placeOf(transaction, input.open) : parsePlace(input.after);
  if (from === 'invalid') return fail('invalid_request');
  const find = async ({ part, after }: Stretch, hidden: readonly ShopId[]) => {
    const statement = nextIn({ member, now }, part, after, input, hidden);
    return (await transaction.query<ConversationRow & Pick<Place, 'at' | 'id'>>(statement)).rows[0];
  };
  const [first, ...others] = roundFrom(from, input.step);
  // Sent together, as if no shop were hidden, because most members hide none.
  const [arrangement, guessed] = await Promise.all([readArrangement(transaction, member), find(first, [])]);
  const hidden = input.shopId === undefined ? arrangement.hidden : [];
  let part = first.part;
  let row = hidden.length === 0 ? guessed : await find(first, hidden);
  for (const stretch of others) {
    if (row !== undefined) break;
    part = stretch.part;
    row = await find(stretch, hidden);
  }
  if (row === undefined) return success({ next: null });
  const delivery = part === 'failed' ? await findDelivery(transaction, row.id) : null;
  const place = `${part}.${row.at}.${row.id}`;
  return success({ next: { conversation: toConversationView(row), delivery, place } });
}

/** A part of the round from a place in it or, with null, from its start. */
interface Stretch {
  readonly part: Part;
  readonly after: Place | null;
}

/** What to look through, in this order. */
function roundFrom(from: Place | null, step: Input['step']): readonly [Stretch, ...Stretch[]] {
  const parts = step === 'next' ? PARTS : PARTS.toReversed();
  const at = from === null ? 0 : parts.indexOf(from.part);
  const others = [...parts.slice(at + 1), ...parts.slice(0, at), ...(from === null ? [] : [from.part])];
  return [{ part: from?.part ?? parts[0] ?? PARTS[0], after: from }, ...others.map((part) => ({ part, after: null }))];
}

function nextIn({ member, now }: Asked, part: Part, after: Place | null, input: Input, hidden: readonly ShopId[]) {
  const reads = READS[part];
  const values: unknown[] = [];
  const give = (value: unknown): string => `$${values.push(value)}`;
  const isDescending = reads.isDescending === (input.step === 'next');
  const where = [...reads.where, ...filterWhere(member, input, now, give)];
  if (input.open !== undefined) where.push(`c.conversation_id <> ${give(input.open)}`);
  if (after !== null) {
    const beyond = isDescending ? '<' : '>';
    where.push(`(${reads.at}, ${reads.id}) ${beyond} (${give(after.at)}::bigint, ${give(after.id)}::uuid)`);
  }
  const shops = listShops(member.scope, input, { hidden });
  const text = orderedList(
    { ...reads, shops, columns: COLUMNS, where, isDescending, most: 1 },
    member.scope.accountId,
    give,
  );
  return builtStatement(text, values);
}
const COLUMNS = CONVERSATION_COLUMNS.split(', ')
  .map((name) => `c.${name}`)
  .join(', ');

async function findDelivery(transaction: Transaction, deliveryId: string) {
  const found = await transaction.query<DeliveryRow>({
    name: 'find-delivery',
    text: `select ${DELIVERY_COLUMNS} from delivery where delivery_id = $1`,
    values: [deliveryId],
  });
  const row = found.rows[0];
  return row === undefined ? null : toDeliveryView(row);
}

/** Where the open conversation is in the round now; null when it needs nobody, or none is open. */
async function placeOf(transaction: Transaction, conversationId: string | undefined): Promise<Place | null> {
  if (conversationId === undefined) return null;
  const [failed, row] = await Promise.all([
    transaction.query<Pick<Place, 'at' | 'id'>>({
      name: 'first-failed',
      text: `select d.created_at as at, d.delivery_id as id from delivery d
             where d.conversation_id = $1 and ${isFailed('d')} order by d.created_at limit 1`,
      values: [conversationId],
    }),
    findConversation(transaction, conversationId),
  ]);
  const first = failed.rows[0];
  if (first !== undefined) return { part: 'failed', ...first };
  if (row === null) return null;
  if (row.due_at !== null) return { part: 'waiting', at: row.due_at, id: row.conversation_id };
  const isUnread = row.unread_count > 0 || row.is_marked_unread;
  return isUnread ? { part: 'unread', at: row.last_message_at, id: row.conversation_id } : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function parsePlace(text: string): Place | 'invalid' {
  const [name, at, id, ...rest] = text.split('.');
  const part = PARTS.find((known) => known === name);
  if (part === undefined || at === undefined || id === undefined || rest.length > 0) return 'invalid';
  return /^\d{1,15}$/.test(at) && UUID.test(id) ? { part, at, id } : 'invalid';
}
