import { createHash } from 'node:crypto';
import { type AutomaticAnswerPart, deliveryVideoView } from '@pasar/api';
import {
  type AccountId,
  type AutomaticCause,
  type BuyerLanguage,
  type Marketplace,
  type OutgoingContent,
  offers,
  whyNoVideo,
} from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { AutomaticPictureTable } from '../storage/gen/tables.ts';
import { jsonList, jsonListAs, storableJson } from '../storage/storable.ts';
import { type NewChange, notifyWork } from './change-feed.ts';
import { DELIVERY_COLUMNS, type DeliveryRow, toDeliveryView } from './rows.ts';

/** What the texts of an automatic message may leave open; null where no value is known. */
export type AutomaticValues = Readonly<
  Record<'buyer' | 'shop' | 'order' | 'tracking' | 'product' | 'amount', string | null>
>;
export const NO_VALUES: AutomaticValues = {
  buyer: null,
  shop: null,
  order: null,
  tracking: null,
  product: null,
  amount: null,
};

/** The variables that an order fills in. */
const OF_ORDER = ['order', 'tracking', 'product', 'amount'] as const;
export type OrderVariable = (typeof OF_ORDER)[number];
/** What a text needs of an order. */
export const orderVariablesIn = (text: string): readonly OrderVariable[] =>
  OF_ORDER.filter((name) => text.includes(`{${name}}`));

const HOLE = /\{(buyer|shop|order|tracking|product|amount)\}/g;

/** Null: a variable has no value. */
function filled(text: string, values: AutomaticValues): string | null {
  const isWhole = [...text.matchAll(HOLE)].every(([, name]) => values[name as keyof AutomaticValues] !== null);
  return isWhole ? text.replace(HOLE, (_, name: keyof AutomaticValues) => values[name] ?? '').trim() : null;
}

interface ContentOf<Part> {
  readonly parts: readonly Part[];
  readonly variants: readonly { readonly language: BuyerLanguage; readonly parts: readonly Part[] }[];
}

/** The parts for buyers of a language, with their variables filled in. A text whose variable has no value is left out. */
export function partsFor<Part extends AutomaticAnswerPart>(
  { parts, variants }: ContentOf<Part>,
  language: BuyerLanguage,
  values: AutomaticValues,
): readonly Part[] {
  const chosen = variants.find((variant) => variant.language === language)?.parts ?? parts;
  return chosen.flatMap((part): Part[] => {
    if (part.kind !== 'text') return [part];
    const text = filled(part.text, values);
    return text === null || text === '' ? [] : [{ ...part, text }];
  });
}

/** Messages that are looked at for the buyer's language (as in the assignment by rule). */
const TELLING = 5;

/** The buyer's last texts, by whose letters the language is told. */
export async function lastTexts(transaction: Transaction, conversationId: string | null): Promise<readonly string[]> {
  const found = await transaction.query<{ text: string }>({
    name: 'last-texts',
    text: `select m.content->>'text' as text from message m where m.conversation_id = $1 and m.author = 'buyer'
             and m.content->>'type' = 'text' and m.status = 'available'
           order by m.position desc limit ${TELLING}`,
    values: [conversationId],
  });
  return found.rows.map((row) => row.text);
}

/** Where an automatic message goes. */
export interface AutomaticTarget {
  readonly shopId: string;
  readonly marketplace: Marketplace;
  readonly conversationId: string;
  readonly lastPosition: string | null;
}

interface Prepared {
  readonly content: OutgoingContent;
  readonly picture: Pick<AutomaticPictureTable, 'file_name' | 'type' | 'bytes'> | null;
  /** The video that the content is; null for other contents. Its bytes are not copied. */
  readonly videoId: string | null;
}

/** What automatic messages that are put into the ledger together have in common. */
export interface AutomaticSending {
  readonly accountId: AccountId;
  readonly cause: AutomaticCause;
  /** The member who began the task; null for an answer. */
  readonly memberId: string | null;
  readonly now: number;
}

export interface AutomaticMessage {
  readonly target: AutomaticTarget;
  readonly parts: readonly AutomaticAnswerPart[];
  /** What caused it (an answer: its row of the queue). The same cause puts the same messages into the ledger, each once. */
  readonly causeId: string;
  /** The recipient of a message to many buyers, and the numbers that the parts have in the whole message. */
  readonly bulk: { readonly itemId: string; readonly numbers: readonly number[] } | null;
  /** After this time it is withdrawn instead of sent; null: never. */
  readonly notAfter: number | null;
}

/**
 * Puts automatic messages into the ledger, a row for each part that the shop can send; the engine sends them from there.
 * Gives what to tell of each at the end of the transaction; null where no part can be sent. The conversations' rows are locked
 * by the caller.
 */
export async function putAutomatic(
  transaction: Transaction,
  { accountId, cause, memberId, now }: AutomaticSending,
  messages: readonly AutomaticMessage[],
): Promise<readonly (readonly NewChange[] | null)[]> {
  const rows = (await Promise.all(messages.map((message) => rowsOf(transaction, message)))).flat();
  if (rows.length === 0) return messages.map(() => null);
  const storing = transaction.query<DeliveryRow>({
    name: 'put-automatic',
    text: `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state,
             anchor_position, created_at, cause, not_after, bulk_item_id, bulk_part, auto_reply_id)
           select $1, item.shop_id, item.conversation_id, $2, item.client_id, item.content, 'pending', item.anchor_position,
             $3::bigint + item.place, $4, item.not_after, item.item_id, item.number, case when $4 = 'autoReply' then item.cause_id end
           from unnest($5::uuid[], ${jsonListAs('$6', 'jsonb')}, $7::integer[], $8::uuid[], $9::uuid[], $10::bigint[],
             $11::bigint[], $12::uuid[], $13::integer[], $14::uuid[])
             as item (client_id, content, place, shop_id, conversation_id, anchor_position, not_after, item_id, number, cause_id)
           on conflict (account_id, client_id) do nothing returning ${DELIVERY_COLUMNS}`,
    values: [
      accountId,
      memberId,
      now,
      cause,
      rows.map(({ clientId }) => clientId),
      jsonList(rows.map(({ content }) => storableJson(content))),
      rows.map(({ place }) => place),
      rows.map(({ message }) => message.target.shopId),
      rows.map(({ message }) => message.target.conversationId),
      rows.map(({ message }) => message.target.lastPosition),
      rows.map(({ message }) => message.notAfter),
      rows.map(({ message }) => message.bulk?.itemId ?? null),
      rows.map(({ number }) => number),
      rows.map(({ message }) => (cause === 'autoReply' ? message.causeId : null)),
    ],
  });
  const shopIds = [...new Set(rows.map(({ message }) => message.target.shopId))];
  const [stored] = await Promise.all([storing, notifyWork(transaction, ...shopIds)]);
  const storedBy = new Map(stored.rows.map((row) => [row.client_id, row]));
  for (const { clientId, picture, videoId } of rows) {
    const row = storedBy.get(clientId);
    if (row === undefined) continue;
    if (picture !== null) {
      await transaction.query(
        `insert into delivery_image (delivery_id, account_id, shop_id, name, type, bytes) values ($1, $2, $3, $4, $5, $6)`,
        [row.delivery_id, accountId, row.shop_id, picture.file_name, picture.type, picture.bytes],
      );
    }
    if (videoId !== null) {
      await transaction.query(
        `insert into outgoing_video (account_id, shop_id, conversation_id, client_id, video, delivery_id, touched_at,
           automatic_video_id)
         select account_id, $2, $3, $4, video, $5, $6, video_id from automatic_video where video_id = $1`,
        [videoId, row.shop_id, row.conversation_id, clientId, row.delivery_id, now],
      );
    }
  }
  const rowsBy = Map.groupBy(rows, ({ message }) => message);
  return messages.map((message) => {
    const ofMessage = rowsBy.get(message);
    if (ofMessage === undefined) return null;
    return ofMessage.flatMap(({ clientId }) => {
      const row = storedBy.get(clientId);
      return row === undefined ? [] : [toldOf(row)];
    });
  });
}

const toldOf = (row: DeliveryRow): NewChange => ({
  change: { kind: 'delivery', delivery: toDeliveryView(row) },
  shopId: row.shop_id,
  memberId: null,
});

interface AutomaticRow extends Prepared {
  readonly message: AutomaticMessage;
  readonly clientId: string;
  /** Counts the rows of the message from 1: they leave in this order. */
  readonly place: number;
  /** The part's number in the whole message; null for an answer. */
  readonly number: number | null;
}

/** A row for each part that the shop can send. */
async function rowsOf(transaction: Transaction, message: AutomaticMessage): Promise<readonly AutomaticRow[]> {
  const prepared = await Promise.all(
    message.parts.map(async (part, index) => {
      const one = await prepare(transaction, message.target, part);
      return one === null ? [] : [{ ...one, number: message.bulk?.numbers[index] ?? null }];
    }),
  );
  return prepared
    .flat()
    .map((one, index) => ({ ...one, message, place: index + 1, clientId: idOf(`${message.causeId}/${index}`) }));
}

/** False: the part is another shop's, or the marketplace has no such card, or takes no such video. */
export function canSend(
  { shopId, marketplace }: Pick<AutomaticTarget, 'shopId' | 'marketplace'>,
  part: AutomaticAnswerPart,
) {
  if (part.kind === 'video') return whyNoVideo(marketplace, part.video) === null;
  if (part.kind === 'product') return part.shopId === shopId && offers(marketplace, 'productCard');
  return part.kind !== 'voucher' || (part.shopId === shopId && offers(marketplace, 'voucherCard'));
}

/** Null: the shop cannot send the part, or its picture or its video is gone. */
async function prepare(
  transaction: Transaction,
  target: AutomaticTarget,
  part: AutomaticAnswerPart,
): Promise<Prepared | null> {
  if (!canSend(target, part)) return null;
  switch (part.kind) {
    case 'text':
      return { content: { type: 'text', text: part.text }, picture: null, videoId: null };
    case 'image': {
      const found = await transaction.query<AutomaticPictureTable>({
        name: 'automatic-picture',
        text: 'select * from automatic_picture where picture_id = $1',
        values: [part.pictureId],
      });
      const [picture] = found.rows;
      if (picture === undefined) return null;
      const { fileName, type, width, height } = part;
      return { content: { type: 'image', image: { fileName, type, width, height } }, picture, videoId: null };
    }
    case 'video': {
      const found = await transaction.query<{ video: unknown }>({
        name: 'automatic-video',
        text: 'select video from automatic_video where video_id = $1 and is_whole',
        values: [part.videoId],
      });
      const [row] = found.rows;
      if (row === undefined) return null;
      const video = deliveryVideoView.parse(row.video);
      // The part has these facts from a browser.
      if (whyNoVideo(target.marketplace, video) !== null) return null;
      return {
        content: { type: 'video', video },
        picture: null,
        videoId: part.videoId,
      };
    }
    case 'product': {
      const { itemId, title } = part;
      const product = { itemId, title, price: null, oldPrice: null, iconUrl: null, actionUrl: null };
      return { content: { type: 'products', products: [product] }, picture: null, videoId: null };
    }
    case 'voucher': {
      const { voucherId, voucherCode, title } = part;
      return {
        content: { type: 'voucher', voucher: { voucherId, voucherCode, title, discount: null } },
        picture: null,
        videoId: null,
      };
    }
  }
}

/** A UUID (version 8) that follows from a name. */
function idOf(name: string): string {
  const hash = createHash('sha256').update(name).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
