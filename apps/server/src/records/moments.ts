import { moment } from '@pasar/api';
import { z } from 'zod';
import type { Transaction } from '../storage/database.ts';

export const MOMENT_CHANNEL = 'pasar_moment';
export const TYPING_CHANNEL = 'pasar_typing';

/** A moment on its way to the windows that may see its shop: told to whoever listens now, stored nowhere. */
export const momentEnvelope = z.object({
  accountId: z.uuid(),
  /** One shop, any shop of a login, or a sign-in, which only the member it is aimed at is told of. */
  about: z.union([
    z.object({ shopId: z.uuid() }),
    z.object({ connectionId: z.uuid() }),
    z.object({ signInId: z.uuid() }),
  ]),
  /** Aimed at one member; null for everybody who sees the shop. */
  memberId: z.uuid().nullable(),
  moment,
});
export type MomentEnvelope = z.infer<typeof momentEnvelope>;

export async function tellMoment(transaction: Transaction, envelope: MomentEnvelope): Promise<void> {
  await transaction.query('select pg_notify($1, $2)', [MOMENT_CHANNEL, JSON.stringify(envelope)]);
}

/** What a window wants the buyer to see for a moment, for the runner that serves the shop. */
export const typingOrder = z.object({ connectionId: z.uuid(), conversationId: z.uuid(), isTyping: z.boolean() });
export type TypingOrder = z.infer<typeof typingOrder>;

export async function orderTyping(
  transaction: Transaction,
  shopId: string,
  order: Omit<TypingOrder, 'connectionId'>,
): Promise<void> {
  await transaction.query(
    `select pg_notify($1, json_build_object('connectionId', connection_id, 'conversationId', $2::uuid,
       'isTyping', $3::boolean)::text) from shop where shop_id = $4`,
    [TYPING_CHANNEL, order.conversationId, order.isTyping, shopId],
  );
}
