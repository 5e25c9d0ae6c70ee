import { moment } from '@pasar/api';
import { z } from 'zod';
import type { Transaction } from '../storage/database.ts';

export const MOMENT_CHANNEL = 'pasar_moment';
export const TYPING_CHANNEL = 'pasar_typing';

/** A moment on its way to the windows that may see its shop: told to the windows that are open now, stored nowhere. */
export const momentEnvelope = z.object({
  accountId: z.uuid(),
  /**
   * A shop, any shop of a login, or a sign-in. A moment about a sign-in is told only to the member it is addressed to.
   */
  about: z.union([
    z.object({ shopId: z.uuid() }),
    z.object({ connectionId: z.uuid() }),
    z.object({ signInId: z.uuid() }),
  ]),
  /** Addressed to one member; null for every member who sees the shop. */
  memberId: z.uuid().nullable(),
  moment,
});
export type MomentEnvelope = z.infer<typeof momentEnvelope>;

export async function tellMoment(transaction: Transaction, envelope: MomentEnvelope): Promise<void> {
  await transaction.query('select pg_notify($1, $2)', [MOMENT_CHANNEL, JSON.stringify(envelope)]);
}

/** Asks the runner that serves the shop to show the buyer that a member is writing. */
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
