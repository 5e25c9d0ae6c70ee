import type { ConnectorSession } from '@pasar/connector-kit';
import { type ConversationSetting, LIMITS, parsePosition } from '@pasar/domain';
import { z } from 'zod';
import { wholeAccount } from '../storage/database.ts';
import { ask, type ConversationRefRow, type RunnerContext, toConversationRef } from './runner-context.ts';

interface SettingRow extends ConversationRefRow {
  readonly slot: 'read' | 'pin';
  readonly setting: unknown;
  readonly version: number;
  readonly attempts: number;
}

/** Retries of one wish, after which it is dropped: the next comparison with the marketplace shows what holds there. */
const MOST_ATTEMPTS = 8;
const LONGEST_WAIT_MS = 60_000;

const settingShape = z.discriminatedUnion('setting', [
  z.object({
    setting: z.literal('read'),
    platformMessageId: z.string(),
    position: z.string().refine((value) => parsePosition(value) !== null),
  }),
  z.object({ setting: z.literal('unread') }),
  z.object({ setting: z.literal('pin'), isPinned: z.boolean() }),
]);

/**
 * Carries the newest wish of each conversation and slot to the marketplace. Doing it twice does no harm.
 * @throws SessionLost when the login or the line is refused: the wishes stay.
 */
export async function applySettings(
  context: RunnerContext,
  session: ConnectorSession,
  signal: AbortSignal,
): Promise<void> {
  const { owner, database, clock } = context;
  const due = await database.within(wholeAccount(owner.accountId), (transaction) =>
    transaction.query<SettingRow>({
      name: 'due-settings',
      text: `select o.conversation_id, o.shop_id, o.slot, o.setting, o.version, o.attempts,
               c.platform_conversation_id, c.buyer_id, c.address
             from setting_outbox o join conversation c using (conversation_id)
             where o.shop_id = any($1::uuid[]) and o.not_before <= $2 order by o.not_before limit 100`,
      values: [[...owner.shopIds.values()], clock.now()],
    }),
  );
  for (const row of due.rows) {
    if (signal.aborted || !context.isHeld()) return;
    const setting = settingShape.parse(row.setting) as ConversationSetting;
    const outcome = await session.applySetting(toConversationRef(owner, row), setting);
    ask(context, outcome, 'a setting was refused');
    if (outcome.ok || !outcome.canRetry || row.attempts >= MOST_ATTEMPTS) {
      await finish(context, row);
    } else {
      const wait = Math.min(LONGEST_WAIT_MS, LIMITS.tooManyRequestsWaitMs * 2 ** row.attempts);
      await postpone(context, row, clock.now() + wait);
    }
  }
}

/** Gone, unless a newer wish has taken its place meanwhile. */
const finish = (context: RunnerContext, row: SettingRow) =>
  context.database.within(wholeAccount(context.owner.accountId), (transaction) =>
    transaction.query('delete from setting_outbox where conversation_id = $1 and slot = $2 and version = $3', [
      row.conversation_id,
      row.slot,
      row.version,
    ]),
  );

const postpone = (context: RunnerContext, row: SettingRow, notBefore: number) =>
  context.database.within(wholeAccount(context.owner.accountId), (transaction) =>
    transaction.query(
      `update setting_outbox set attempts = attempts + 1, not_before = $4
       where conversation_id = $1 and slot = $2 and version = $3`,
      [row.conversation_id, row.slot, row.version, notBefore],
    ),
  );
