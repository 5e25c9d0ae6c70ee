import { refusalView } from '@pasar/api';
import type { SessionAnswer, ShopAnswer, ShopArguments, ShopMethod } from '@pasar/connector-kit';
import { asPlatformShopId, type ConnectionId } from '@pasar/domain';
import { z } from 'zod';
import type { Engine } from '../engine/engine.ts';
import { type AskedShopMethod, SHOP_METHODS, type ShopMethodShape } from '../records/shop-methods.ts';
import { asJson, asPicture, asVideo, type Wire } from './wire.ts';

/** A question to the process that serves a connection. */
export interface Question<Input, Answer> {
  /** Its path. */
  readonly name: string;
  /** Plain values: the input travels as JSON, and the asked process parses it. */
  readonly input: z.ZodType<Input>;
  /** How the answer travels; the asking process parses it. */
  readonly wire: Wire<Answer>;
  /** How long the asking process waits for the first byte of an answer (our choice). */
  readonly patienceMs: number;
  /** Null where this engine does not serve the connection. */
  answer(engine: AskedEngine, connectionId: ConnectionId, input: Input): Promise<Answer | null>;
}
export type AskedEngine = Pick<Engine, 'holder' | 'fetchPicture' | 'callShop'>;

function asSessionAnswer<Value>(value: z.ZodType<Value>): Wire<SessionAnswer<Value>> {
  const given = z.object({ ok: z.literal(true), value });
  const refused = z.object({ ok: z.literal(false), refusal: refusalView, canRetry: z.boolean() });
  return asJson(z.union([z.literal('no session'), given, refused]));
}

const question = <Input, Answer>(row: Question<Input, Answer>): Question<Input, Answer> => row;
/** A window gives up its calls after 60 seconds (spec 2 §9), so it is told the reason before that. */
const CALL_PATIENCE_MS = 45_000;
const PICTURE_PATIENCE_MS = 60_000;

const shop = z.string().min(1).transform(asPlatformShopId);

type ShopQuestion<Method extends ShopMethod> = Question<ShopArguments<Method>, SessionAnswer<ShopAnswer<Method>>>;
const shopCall = <Method extends ShopMethod>(
  method: Method,
  { args, value }: ShopMethodShape<Method>,
): ShopQuestion<Method> => ({
  name: method,
  input: args,
  wire: asSessionAnswer(value),
  patienceMs: CALL_PATIENCE_MS,
  answer: (engine, connectionId, given) => engine.callShop(connectionId, method, given),
});

/** A question for each row of `SHOP_METHODS`. */
export const SHOP_QUESTIONS = Object.fromEntries(
  Object.entries(SHOP_METHODS).map(([method, row]) => [method, shopCall(method as AskedShopMethod, row)]),
  // Each key has the question of its own row; the compiler does not follow that through `Object.entries`.
) as unknown as { readonly [Method in AskedShopMethod]: ShopQuestion<Method> };

/**
 * Every question that one process asks another: both sides are built from this table. `picture` and `video` are no calls
 * of a shop's session: the engine fetches both itself, by the shop's route, and the answer is bytes instead of JSON.
 */
export const QUESTIONS = {
  picture: question({
    name: 'picture',
    input: z.object({ shop, url: z.string() }),
    wire: asPicture,
    patienceMs: PICTURE_PATIENCE_MS,
    answer: (engine, connectionId, asked) => engine.fetchPicture(connectionId, asked.shop, asked.url, 'picture'),
  }),
  video: question({
    name: 'video',
    input: z.object({ shop, url: z.string() }),
    wire: asVideo,
    patienceMs: PICTURE_PATIENCE_MS,
    answer: (engine, connectionId, asked) => engine.fetchPicture(connectionId, asked.shop, asked.url, 'video'),
  }),
  ...SHOP_QUESTIONS,
};
