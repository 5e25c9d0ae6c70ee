import { createHash } from 'node:crypto';
import type { AutomaticContent, AutomaticPart } from '@pasar/api';
import {
  type AccountId,
  type AutomaticCause,
  type BuyerLanguage,
  type Marketplace,
  type OutgoingContent,
  offers,
} from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import type { AutomaticPictureTable } from '../storage/gen/tables.ts';
import { storableJson } from '../storage/storable.ts';
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

const HOLE = /\{(buyer|shop|order|tracking|product|amount)\}/g;

/** Null: a variable has no value. */
function filled(text: string, values: AutomaticValues): string | null {
  const isWhole = [...text.matchAll(HOLE)].every(([, name]) => values[name as keyof AutomaticValues] !== null);
  return isWhole ? text.replace(HOLE, (_, name: keyof AutomaticValues) => values[name] ?? '').trim() : null;
}

/** The parts for buyers of a language, with their variables filled in. A text whose variable has no value is left out. */
export function partsFor(
  { parts, variants }: AutomaticContent,
  language: BuyerLanguage,
  values: AutomaticValues,
): readonly AutomaticPart[] {
  const chosen = variants.find((variant) => variant.language === language)?.parts ?? parts;
  return chosen.flatMap((part): AutomaticPart[] => {
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
}

export interface AutomaticMessage {
  readonly accountId: AccountId;
  readonly target: AutomaticTarget;
  readonly parts: readonly AutomaticPart[];
  readonly cause: AutomaticCause;
  /** What caused it (an answer: its row of the queue). The same cause puts the same messages into the ledger, each once. */
  readonly causeId: string;
  /** The member who began the task; null for an answer. */
  readonly memberId: string | null;
  /** The recipient of a message to many buyers, and the numbers that the parts have in the whole message. */
  readonly bulk: { readonly itemId: string; readonly numbers: readonly number[] } | null;
  /** After this time it is withdrawn instead of sent; null: never. */
  readonly notAfter: number | null;
  readonly now: number;
}

/**
 * Puts an automatic message into the ledger, a row for each part that the shop can send; the engine sends it from there.
 * Gives what to tell at the end of the transaction; null where no part can be sent. The conversation's row is locked by the
 * caller.
 */
export async function putAutomatic(
  transaction: Transaction,
  message: AutomaticMessage,
): Promise<readonly NewChange[] | null> {
  const { accountId, target, cause, causeId, memberId, notAfter, now } = message;
  const prepared = (
    await Promise.all(
      message.parts.map(async (part, index) => {
        const one = await prepare(transaction, target, part);
        return one === null ? null : { ...one, number: message.bulk?.numbers[index] ?? null };
      }),
    )
  ).filter((one) => one !== null);
  if (prepared.length === 0) return null;
  const clientIds = prepared.map((_, index) => idOf(`${causeId}/${index}`));
  const storing = transaction.query<DeliveryRow>({
    name: 'put-automatic',
    text: `insert into delivery (account_id, shop_id, conversation_id, member_id, client_id, content, state,
             anchor_position, created_at, cause, not_after, bulk_item_id, bulk_part, auto_reply_id)
           select $1, $2, $3, $4, item.client_id, item.content::jsonb, 'pending', $5, $6 + item.place, $7, $8, $9, item.number,
             $13
           from unnest($10::uuid[], $11::text[], $12::integer[]) with ordinality as item (client_id, content, number, place)
           on conflict (account_id, client_id) do nothing returning ${DELIVERY_COLUMNS}`,
    values: [
      accountId,
      target.shopId,
      target.conversationId,
      memberId,
      target.lastPosition,
      now,
      cause,
      notAfter,
      message.bulk?.itemId ?? null,
      clientIds,
      prepared.map(({ content }) => storableJson(content)),
      prepared.map(({ number }) => number),
      cause === 'autoReply' ? causeId : null,
    ],
  });
  const [stored] = await Promise.all([storing, notifyWork(transaction, target.shopId)]);
  for (const row of stored.rows) {
    const picture = prepared[clientIds.indexOf(row.client_id)]?.picture ?? null;
    if (picture === null) continue;
    await transaction.query(
      `insert into delivery_image (delivery_id, account_id, shop_id, name, type, bytes) values ($1, $2, $3, $4, $5, $6)`,
      [row.delivery_id, accountId, target.shopId, picture.file_name, picture.type, picture.bytes],
    );
  }
  return stored.rows.map((row) => ({
    change: { kind: 'delivery', delivery: toDeliveryView(row) },
    shopId: row.shop_id,
    memberId: null,
  }));
}

/** False: the part is another shop's, or the marketplace has no such card. */
export function canSend({ shopId, marketplace }: Pick<AutomaticTarget, 'shopId' | 'marketplace'>, part: AutomaticPart) {
  if (part.kind === 'product') return part.shopId === shopId && offers(marketplace, 'productCard');
  return part.kind !== 'voucher' || (part.shopId === shopId && offers(marketplace, 'voucherCard'));
}

/** Null: the shop cannot send the part, or its picture is gone. */
async function prepare(
  transaction: Transaction,
  target: AutomaticTarget,
  part: AutomaticPart,
): Promise<Prepared | null> {
  if (!canSend(target, part)) return null;
  switch (part.kind) {
    case 'text':
      return { content: { type: 'text', text: part.text }, picture: null };
    case 'image': {
      const found = await transaction.query<AutomaticPictureTable>({
        name: 'automatic-picture',
        text: 'select * from automatic_picture where picture_id = $1',
        values: [part.pictureId],
      });
      const [picture] = found.rows;
      if (picture === undefined) return null;
      const { fileName, type, width, height } = part;
      return { content: { type: 'image', image: { fileName, type, width, height } }, picture };
    }
    case 'product': {
      const { itemId, title } = part;
      const product = { itemId, title, price: null, oldPrice: null, iconUrl: null, actionUrl: null };
      return { content: { type: 'products', products: [product] }, picture: null };
    }
    case 'voucher': {
      const { voucherId, voucherCode, title } = part;
      return {
        content: { type: 'voucher', voucher: { voucherId, voucherCode, title, discount: null } },
        picture: null,
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
