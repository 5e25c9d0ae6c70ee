import { type DeliveryView, deliveryMediaPath, type MessageView, messageMediaPath, type NoteView } from '@pasar/api';
import {
  type Author,
  type AutomaticCause,
  type ConversationId,
  comparePositions,
  type MessageContent,
  type Picture,
  type Position,
  SCREEN_LIMITS,
  shownContent,
  type VideoCard,
} from '@pasar/domain';
import { type Awaited, awaitedOf, type DeskState, type PendingSend, type TimelineEntry } from '@pasar/sync';
import { dayOf } from '../../../base/texts/time-format.ts';

/** The state of a sent message, as its row shows it. */
export type RowMark =
  | { readonly kind: 'none' }
  | { readonly kind: 'pending' }
  /** On its way for long, or without a connection to Pasar's server. `awaited`: for what it waits. */
  | { readonly kind: 'waiting'; readonly awaited: Awaited }
  | { readonly kind: 'sent' }
  | { readonly kind: 'read' }
  | { readonly kind: 'unconfirmed'; readonly delivery: DeliveryView }
  | { readonly kind: 'failed'; readonly delivery: DeliveryView }
  | { readonly kind: 'refused'; readonly pending: PendingSend };

/** A mark about which a person has to decide. */
export type TroubleMark = Extract<RowMark, { readonly kind: 'unconfirmed' | 'failed' | 'refused' }>;

/** One row of the message panel: a message, and the marks above it. */
export interface MessageRow {
  /** The same from the pending text to the stored message, so that delivery does not replace the row. */
  readonly key: string;
  readonly conversationId: ConversationId;
  readonly author: Author;
  /** Why Pasar sent it without a person; null for everything else. */
  readonly cause: AutomaticCause | null;
  readonly content: MessageContent;
  readonly at: number;
  /** The row is the first of its day. */
  readonly isDayShown: boolean;
  readonly isTimeShown: boolean;
  /** The row is the first that was unread when the conversation was opened. */
  readonly isFirstNew: boolean;
  readonly mark: RowMark;
  /** The text of the quoted message at the time of the quote. */
  readonly quote: string | null;
  /** What the member wrote, where the content is its translation. */
  readonly original: string | null;
  /** The member who sent it from here; null for a text that this window is still sending. */
  readonly memberId: string | null;
  /** The first of several answers in a row that the same member sent. */
  readonly isSenderShown: boolean;
  /** The stored message; null while the text is being sent. */
  readonly message: MessageView | null;
  /** A note of a colleague, which no buyer sees; null for a message. */
  readonly note: NoteView | null;
  /** Where the server gives the row's picture; null where only this window has it. */
  readonly mediaPath: string | null;
}

export interface RowContext {
  readonly buyerReadPosition: Position | null;
  readonly firstNewKey: string | null;
  /** Client ids of deliveries that are being sent or looked for again. */
  readonly asked: ReadonlySet<string>;
  /** What the answers wait for that have been on their way for long, by client id. */
  readonly awaited: ReadonlyMap<string, Awaited>;
  /** Whether the member wants to see times beside messages without pointing at them. */
  readonly hasTimeMarks: boolean;
}

const NOTHING_AWAITED: ReadonlyMap<string, Awaited> = new Map();

/**
 * What the answers of a conversation wait for that have been on their way for long. The same map wherever nothing is
 * awaited, because another map makes all rows of the conversation anew.
 */
export function awaitedForLong(
  state: Pick<DeskState, 'deliveries' | 'pending' | 'askedDeliveries' | 'shops' | 'waits'>,
  id: ConversationId,
): ReadonlyMap<string, Awaited> {
  if (!state.deliveries.has(id) && !state.pending.has(id)) return NOTHING_AWAITED;
  const found = [...awaitedOf(state, id)].filter(([clientId]) => state.waits.get(clientId) === 'long');
  return found.length === 0 ? NOTHING_AWAITED : new Map(found);
}

/** The rows of a timeline. Unchanged rows are the same objects as in `before`, so that only changed rows are drawn. */
export function buildRows(
  entries: readonly TimelineEntry[],
  context: RowContext,
  before: ReadonlyMap<string, MessageRow>,
): readonly MessageRow[] {
  let lastDay = '';
  let lastTimeAt = Number.NEGATIVE_INFINITY;
  let lastSender: string | null = null;
  return entries.map((entry) => {
    const body = bodyOf(entry, context);
    const day = dayOf(body.at);
    const isDayShown = day !== lastDay;
    const isTimeShown =
      context.hasTimeMarks && (isDayShown || body.at - lastTimeAt >= SCREEN_LIMITS.timestampDisplayMs);
    lastDay = day;
    if (isTimeShown) lastTimeAt = body.at;
    const isSenderShown = body.memberId !== null && (isDayShown || body.memberId !== lastSender);
    lastSender = body.memberId;
    const held = before.get(entry.key);
    // Sending is tried every few seconds: a mark that changed with each attempt would make the panel flicker.
    const isStillWaiting = held?.mark.kind === 'waiting' && entry.kind === 'pending' && body.mark.kind === 'pending';
    const row: MessageRow = {
      key: entry.key,
      ...body,
      mark: isStillWaiting ? held.mark : body.mark,
      isDayShown,
      isTimeShown,
      isSenderShown,
      isFirstNew: entry.key === context.firstNewKey,
    };
    return held !== undefined && isSameRow(held, row) ? held : row;
  });
}

type RowBody = Omit<MessageRow, 'key' | 'isDayShown' | 'isTimeShown' | 'isSenderShown' | 'isFirstNew'>;

function bodyOf(entry: TimelineEntry, context: RowContext): RowBody {
  switch (entry.kind) {
    case 'message': {
      const { message } = entry;
      const { author, content, sentAt, position, conversationId } = message;
      const mark = messageMark(author, position, context.buyerReadPosition);
      return {
        conversationId,
        author,
        cause: message.cause ?? null,
        content,
        at: sentAt,
        mark,
        quote: message.quote?.hint ?? null,
        original: message.original ?? null,
        memberId: message.memberId ?? null,
        message,
        note: null,
        mediaPath: messageMediaPath(message.messageId),
      };
    }
    case 'delivery':
      return {
        conversationId: entry.delivery.conversationId,
        author: entry.delivery.cause === null ? 'seller' : 'robot',
        cause: entry.delivery.cause,
        content: shownContent(entry.delivery.content),
        at: entry.delivery.createdAt,
        mark: deliveryMark(entry.delivery, context),
        quote: entry.delivery.quote?.hint ?? null,
        original: entry.delivery.original ?? null,
        memberId: entry.delivery.cause === null ? entry.delivery.memberId : null,
        message: null,
        note: null,
        mediaPath: hasPicture(entry.delivery) ? deliveryMediaPath(entry.delivery.deliveryId) : null,
      };
    case 'pending':
      return {
        conversationId: entry.pending.conversationId,
        author: 'seller',
        cause: null,
        content: shownContent(entry.pending.content),
        at: entry.pending.createdAt,
        mark: pendingMark(entry.pending, context),
        quote: entry.pending.quote?.hint ?? null,
        original: entry.pending.original,
        memberId: null,
        message: null,
        note: null,
        mediaPath: null,
      };
    case 'note':
      return {
        conversationId: entry.note.conversationId,
        author: 'system',
        cause: null,
        content: { type: 'text', text: entry.note.text },
        at: entry.note.writtenAt,
        mark: { kind: 'none' },
        quote: null,
        original: null,
        memberId: null,
        message: null,
        note: entry.note,
        mediaPath: null,
      };
  }
}

/** Pictures of cards are not on our server before the message is. */
const hasPicture = ({ content }: DeliveryView): boolean => content.type === 'image' || content.type === 'video';

function messageMark(author: Author, position: Position, buyerRead: Position | null): RowMark {
  if (author !== 'seller' && author !== 'robot') return { kind: 'none' };
  return { kind: buyerRead !== null && comparePositions(position, buyerRead) <= 0 ? 'read' : 'sent' };
}

/** A clock; what it stands for when it has stood there for long. */
function onItsWay(clientId: string, { awaited }: RowContext): RowMark {
  const found = awaited.get(clientId);
  return found === undefined ? { kind: 'pending' } : { kind: 'waiting', awaited: found };
}

function deliveryMark(delivery: DeliveryView, context: RowContext): RowMark {
  if (context.asked.has(delivery.clientId)) return onItsWay(delivery.clientId, context);
  switch (delivery.mark) {
    case 'pending':
      return onItsWay(delivery.clientId, context);
    case 'sent':
      return { kind: 'sent' };
    case 'unconfirmed':
      return { kind: 'unconfirmed', delivery };
    case 'failed':
      return { kind: 'failed', delivery };
    case 'dismissed':
      return { kind: 'none' };
  }
}

function pendingMark(pending: PendingSend, context: RowContext): RowMark {
  switch (pending.phase.state) {
    case 'queued':
    case 'posting':
      // A video shows how far it has come.
      if (pending.content.type === 'video') return { kind: 'pending' };
      return onItsWay(pending.clientId, context);
    case 'waiting':
      return { kind: 'waiting', awaited: 'connection' };
    case 'refused':
      return { kind: 'refused', pending };
  }
}

const isSameRow = (left: MessageRow, right: MessageRow): boolean =>
  left.author === right.author &&
  left.cause === right.cause &&
  left.at === right.at &&
  left.isDayShown === right.isDayShown &&
  left.isTimeShown === right.isTimeShown &&
  left.isFirstNew === right.isFirstNew &&
  left.memberId === right.memberId &&
  left.isSenderShown === right.isSenderShown &&
  left.quote === right.quote &&
  left.original === right.original &&
  left.message === right.message &&
  left.note === right.note &&
  left.mediaPath === right.mediaPath &&
  isSameContent(left.content, right.content) &&
  isSameMark(left.mark, right.mark);

const isSameContent = (left: MessageContent, right: MessageContent): boolean =>
  left === right ||
  (left.type === 'text' && right.type === 'text' && left.text === right.text) ||
  (left.type === 'image' && right.type === 'image' && isSamePicture(left.picture, right.picture)) ||
  // What is shown of an answer on its way is made anew each time, of the same facts.
  (left.type === 'products' && right.type === 'products' && left.products === right.products) ||
  (left.type === 'video' && right.type === 'video' && isSameVideo(left.video, right.video)) ||
  (left.type === 'order' && right.type === 'order' && left.order === right.order) ||
  (left.type === 'voucher' && right.type === 'voucher' && left.voucher === right.voucher);

const isSameVideo = (left: VideoCard, right: VideoCard): boolean =>
  left.url === right.url &&
  left.coverUrl === right.coverUrl &&
  left.width === right.width &&
  left.height === right.height &&
  left.durationSeconds === right.durationSeconds;

const isSamePicture = (left: Picture, right: Picture): boolean =>
  left.url === right.url &&
  left.thumbUrl === right.thumbUrl &&
  left.width === right.width &&
  left.height === right.height;

const isSameMark = (left: RowMark, right: RowMark): boolean =>
  left.kind === right.kind &&
  ('awaited' in left ? 'awaited' in right && left.awaited === right.awaited : true) &&
  ('delivery' in left ? 'delivery' in right && left.delivery === right.delivery : true) &&
  ('pending' in left ? 'pending' in right && left.pending === right.pending : true);

/** Where the new messages of a conversation begin, as far as its messages are loaded. */
export interface FirstNew {
  /** The key of the oldest loaded new message; null when none is loaded. */
  readonly key: string | null;
  /** How many new messages are older than the loaded ones. */
  readonly missing: number;
}

/**
 * The first of the newest `unread` messages from the buyer. `below`: the search goes on above the message with this
 * key, after older messages were loaded.
 */
export function firstNew(messages: readonly MessageView[], unread: number, below: string | null = null): FirstNew {
  const from = below === null ? messages.length : messages.findIndex(({ messageId }) => messageId === below);
  let missing = unread;
  let key = below;
  for (let index = from - 1; index >= 0 && missing > 0; index -= 1) {
    const message = messages[index];
    if (message?.author === 'buyer') {
      key = message.messageId;
      missing -= 1;
    }
  }
  return { key, missing };
}
