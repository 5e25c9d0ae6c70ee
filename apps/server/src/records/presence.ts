import { PRESENCES } from '@pasar/api';
import { z } from 'zod';
import type { Transaction } from '../storage/database.ts';
import { MOMENT_CHANNEL } from './moments.ts';

/** A window that is open at some process, as the processes tell each other. Stored nowhere. */
const presentWindow = z.object({
  windowId: z.uuid(),
  memberId: z.uuid(),
  presence: z.enum(PRESENCES),
  /** The conversation on the screen and its shop; null for none. */
  at: z.object({ conversationId: z.uuid(), shopId: z.uuid() }).nullable(),
  isTyping: z.boolean(),
});
export type PresentWindow = z.infer<typeof presentWindow>;

/** What processes tell each other of the windows that are open at them, on the channel of the moments. */
export const presenceEnvelope = z.discriminatedUnion('presence', [
  z.object({ presence: z.literal('window'), accountId: z.uuid(), processId: z.uuid(), window: presentWindow }),
  z.object({ presence: z.literal('gone'), accountId: z.uuid(), windowId: z.uuid() }),
  /** A process has begun, or has not heard the others for a while, and does not know their windows. */
  z.object({ presence: z.literal('ask') }),
  /** The process lives. When it is not heard of any more, its windows are gone. */
  z.object({ presence: z.literal('alive'), processId: z.uuid() }),
  /** A member has chosen another presence by hand. */
  z.object({ presence: z.literal('chosen'), accountId: z.uuid(), memberId: z.uuid() }),
]);
export type PresenceEnvelope = z.infer<typeof presenceEnvelope>;

export const presenceNotice = (envelope: PresenceEnvelope) => ({
  text: 'select pg_notify($1, $2)',
  values: [MOMENT_CHANNEL, JSON.stringify(envelope)],
});

export async function tellPresence(transaction: Transaction, envelope: PresenceEnvelope): Promise<void> {
  await transaction.query(presenceNotice(envelope));
}
