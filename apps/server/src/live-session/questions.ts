import { refusalView } from '@pasar/api';
import type { Outcome } from '@pasar/connector-kit';
import { asBuyerId, asPlatformShopId, type ConnectionId, SHOP_STATUSES } from '@pasar/domain';
import { z } from 'zod';
import type { Engine } from '../engine/engine.ts';
import { cardDetail } from './card-detail.ts';
import { asJson, asPicture, type Wire } from './wire.ts';

/** What may be asked of the process that serves a connection. */
export interface Question<Input, Answer> {
  /** Its path. */
  readonly name: string;
  /** Plain values: what is asked travels as JSON, and is parsed by whoever is asked. */
  readonly input: z.ZodType<Input>;
  /** How the answer travels, parsed by whoever asked. */
  readonly wire: Wire<Answer>;
  /** How long the first byte of an answer is waited for. Ours. */
  readonly patienceMs: number;
  /** Null where this engine does not serve the connection. */
  answer(engine: AskedEngine, connectionId: ConnectionId, input: Input): Promise<Answer | null>;
}
export type AskedEngine = Pick<Engine, 'holder' | 'fetchPicture' | 'checkShop' | 'fetchCard'>;

/** What a shop's live session answers; 'no session' where its connection is served and is not logged in. */
export type SessionAnswer<Value> = Outcome<Value> | 'no session';

function asSessionAnswer<Value>(value: z.ZodType<Value>): Wire<SessionAnswer<Value>> {
  const given = z.object({ ok: z.literal(true), value });
  const refused = z.object({ ok: z.literal(false), refusal: refusalView, canRetry: z.boolean() });
  return asJson(z.union([z.literal('no session'), given, refused]));
}

const question = <Input, Answer>(row: Question<Input, Answer>): Question<Input, Answer> => row;
/** A window gives its calls up after 60 seconds (spec 2 §9): before that it is told why. */
const CALL_PATIENCE_MS = 45_000;
const PICTURE_PATIENCE_MS = 60_000;

const shop = z.string().min(1).transform(asPlatformShopId);
const cardWish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), shop, orderId: z.string() }),
  z.object({ kind: z.literal('voucher'), shop, voucherId: z.string(), buyerId: z.string().transform(asBuyerId) }),
]);

/** One row a question. A new one needs no more than that: both sides are made of this table. */
export const QUESTIONS = {
  picture: question({
    name: 'picture',
    input: z.object({ shop, url: z.string() }),
    wire: asPicture,
    patienceMs: PICTURE_PATIENCE_MS,
    answer: (engine, connectionId, asked) => engine.fetchPicture(connectionId, asked.shop, asked.url),
  }),
  shopStatus: question({
    name: 'shopStatus',
    input: z.object({ shop }),
    wire: asSessionAnswer(z.enum(SHOP_STATUSES)),
    patienceMs: CALL_PATIENCE_MS,
    answer: (engine, connectionId, asked) => engine.checkShop(connectionId, asked.shop),
  }),
  cardDetail: question({
    name: 'cardDetail',
    input: cardWish,
    wire: asSessionAnswer(cardDetail),
    patienceMs: CALL_PATIENCE_MS,
    answer: (engine, connectionId, wish) => engine.fetchCard(connectionId, wish),
  }),
};
