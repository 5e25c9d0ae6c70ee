import { conversationId, deliveryImageView, messageId, outgoingView, position, shopId } from '@pasar/api';
import type { ConversationId, MessageId, OutgoingContent, Position, ShopId } from '@pasar/domain';
import { z } from 'zod';

/**
 * A text, a picture or a card on its way from this window to Pasar's server. It is on the screen from the frame in which it was
 * sent until a delivery or a message with its client id takes its place.
 *
 *     queued -> posting -> (settled: removed)
 *       ^          |-----> waiting -> queued    no answer: sent again with the same client id
 *       |          '-----> refused              the server refused it: a person retries or takes it back
 *       +---------------------'
 */
export type PendingPhase =
  | { readonly state: 'queued' }
  | { readonly state: 'posting' }
  | { readonly state: 'waiting' }
  | { readonly state: 'refused'; readonly code: string; readonly reason: string; readonly detail: string | null };

export interface PendingSend {
  /** A UUID. A post with the same id gets the first post's delivery as its answer. */
  readonly clientId: string;
  readonly conversationId: ConversationId;
  /** Null where the conversation was not known when the text was written. */
  readonly shopId: ShopId | null;
  /** Of a picture, `Pictures` holds the bytes. */
  readonly content: OutgoingContent;
  /** The message that this text quotes. */
  readonly quote: PendingQuote | null;
  /** What the member wrote, where the text is its translation. */
  readonly original: string | null;
  /** Of a video: that of a quick reply, whose bytes the server has; null where this browser brings them. */
  readonly keptVideoId: string | null;
  readonly createdAt: number;
  /** The position of the newest message at the time of sending; the text is shown behind it. */
  readonly anchorPosition: Position | null;
  readonly phase: PendingPhase;
}

/** `hint`: a short text of the quoted message, shown in this window. */
export interface PendingQuote {
  readonly messageId: MessageId;
  readonly hint: string;
}

/** The stored part. The phase is left out, because it is unknown how far the call of a closed window came. */
const stored = z.object({
  clientId: z.uuid(),
  conversationId,
  shopId: shopId.nullable().default(null),
  content: outgoingView,
  quote: z.object({ messageId, hint: z.string() }).nullable().default(null),
  original: z.string().nullable().default(null),
  keptVideoId: z.uuid().nullable().default(null),
  createdAt: z.number().int(),
  anchorPosition: position.nullable(),
});

/** An earlier version stored a text and a picture in two fields. */
const storedBefore = z.looseObject({ text: z.string(), image: deliveryImageView.nullable().default(null) });
const readable = z.preprocess((value) => {
  const before = storedBefore.safeParse(value);
  if (!before.success) return value;
  const { text, image, ...rest } = before.data;
  return { ...rest, content: image === null ? { type: 'text', text } : { type: 'image', image } };
}, stored);

/** The used part of the browser's Storage. */
export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * Stores unsent texts of one member, each under its own key, so that two windows of one browser do not overwrite each
 * other. A window that opens takes over every stored text; the same client id keeps a text that two windows post from
 * being sent twice.
 */
export interface PendingStorage {
  load(): readonly PendingSend[];
  /**
   * False when the browser does not store the text (storage full or refused): the text then lives in this window only.
   */
  save(pending: PendingSend): boolean;
  remove(clientId: string): void;
  /**
   * The text that is stored under a key of the storage now: null where it was removed. Undefined for a key that holds
   * no text of this member.
   */
  at(key: string): { readonly clientId: string; readonly pending: PendingSend | null } | undefined;
}

export function createPendingStorage(storage: KeyValue, memberId: string): PendingStorage {
  const prefix = `pasar.pending.${memberId}.`;
  const read = (key: string): PendingSend | null => {
    const parsed = readable.safeParse(parseJson(storage.getItem(key)));
    return parsed.success ? { ...parsed.data, phase: { state: 'queued' } } : null;
  };
  return {
    load() {
      const found: PendingSend[] = [];
      for (const key of keysWith(storage, prefix)) {
        const pending = read(key);
        // An entry that cannot be read, such as an older version's, is deleted; otherwise it would fail at every start.
        if (pending === null) storage.removeItem(key);
        else found.push(pending);
      }
      return found.sort((left, right) => left.createdAt - right.createdAt);
    },
    save({ phase: _, ...rest }) {
      try {
        storage.setItem(prefix + rest.clientId, JSON.stringify(rest));
        return true;
      } catch {
        return false;
      }
    },
    remove: (clientId) => storage.removeItem(prefix + clientId),
    at: (key) => (key.startsWith(prefix) ? { clientId: key.slice(prefix.length), pending: read(key) } : undefined),
  };
}

export function keysWith(storage: KeyValue, prefix: string): readonly string[] {
  const keys: string[] = [];
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index);
    if (key?.startsWith(prefix)) keys.push(key);
  }
  return keys;
}

function parseJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
