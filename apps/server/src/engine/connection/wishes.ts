import { position } from '@pasar/api';
import type { ConnectorSession } from '@pasar/connector-kit';
import {
  asConversationId,
  asPlatformMessageId,
  type ConversationSetting,
  LIMITS,
  MESSAGE_MARKS,
  type Refusal,
} from '@pasar/domain';
import { z } from 'zod';
import { endTelling, failItems } from '../../records/bulk.ts';
import { tellMoment } from '../../records/moments.ts';
import { wholeAccount } from '../../storage/database.ts';
import type { SettingOutboxTable } from '../../storage/gen/tables.ts';
import type { IngestItem } from '../ingest/types.ts';
import {
  ask,
  type ConversationRefRow,
  event,
  type RunnerContext,
  submit,
  toConversationRef,
} from './runner-context.ts';

type SettingRow = ConversationRefRow &
  Readonly<Pick<SettingOutboxTable, 'slot' | 'member_id' | 'setting' | 'version' | 'attempts' | 'bulk_id'>>;

/** Retries of one wish. After them it is dropped, and the next comparison shows the marketplace's own state. */
const MOST_ATTEMPTS = 8;
/** Retries of a wish whose result a member waits for. */
const MOST_ATTEMPTS_AWAITED = 2;
const AWAITED: ReadonlySet<ConversationSetting['setting']> = new Set(['recall', 'delete', 'mark']);
const LONGEST_WAIT_MS = 60_000;

const platformMessageId = z.string().transform(asPlatformMessageId);
const settingShape = z.discriminatedUnion('setting', [
  z.object({
    setting: z.literal('read'),
    platformMessageId,
    position,
  }),
  z.object({ setting: z.literal('unread') }),
  z.object({ setting: z.literal('pin'), isPinned: z.boolean() }),
  z.object({ setting: z.literal('mute'), isMuted: z.boolean() }),
  z.object({ setting: z.literal('favorite'), isFavorite: z.boolean() }),
  z.object({ setting: z.literal('deleteConversation'), isDeleted: z.boolean() }),
  z.object({ setting: z.literal('recall'), platformMessageId }),
  z.object({ setting: z.literal('delete'), platformMessageId }),
  z.object({ setting: z.literal('mark'), platformMessageId, mark: z.enum(MESSAGE_MARKS), isMarked: z.boolean() }),
]) satisfies z.ZodType<ConversationSetting>;

/**
 * Carries the newest wish of each conversation and slot to the marketplace. A wish may be carried out twice.
 * @throws SessionLost when the login or the line is refused: the wishes stay.
 */
export async function applySettings(
  context: RunnerContext,
  session: ConnectorSession,
  signal: AbortSignal,
): Promise<void> {
  const { owner, database, clock } = context;
  const due = await database.one<SettingRow>(wholeAccount(owner.accountId), {
    name: 'due-settings',
    text: `select o.conversation_id, o.shop_id, o.slot, o.setting, o.version, o.attempts, o.member_id, o.bulk_id,
               c.platform_conversation_id, c.buyer_id, c.address
             from setting_outbox o join conversation c using (conversation_id)
             where o.shop_id = any($1::uuid[]) and o.not_before <= $2 order by o.not_before limit 100`,
    values: [[...owner.shopIds.values()], clock.now()],
  });
  for (const row of due.rows) {
    if (signal.aborted || !context.isHeld()) return;
    const setting: ConversationSetting = settingShape.parse(row.setting);
    const outcome = await session.applySetting(toConversationRef(owner, row), setting);
    ask(context, outcome, 'setting_refused');
    if (
      outcome.ok ||
      !outcome.canRetry ||
      row.attempts >= (AWAITED.has(setting.setting) ? MOST_ATTEMPTS_AWAITED : MOST_ATTEMPTS)
    ) {
      await submit(context, outcome.ok ? doneBy(context, row, setting) : undoneBy(context, row, setting));
      await finish(context, row, outcome.ok ? null : outcome.refusal);
      if (!outcome.ok) await tellRefused(context, row, setting, outcome.refusal);
    } else {
      const wait = Math.min(LONGEST_WAIT_MS, LIMITS.tooManyRequestsWaitMs * 2 ** row.attempts);
      await postpone(context, row, clock.now() + wait);
    }
  }
}

/** The facts to store after the marketplace has carried out a wish. */
function doneBy(context: RunnerContext, row: SettingRow, setting: ConversationSetting): IngestItem[] {
  if (setting.setting !== 'recall' && setting.setting !== 'delete') return [];
  const { platformShopId, platformConversationId } = toConversationRef(context.owner, row);
  const { platformMessageId } = setting;
  const status = setting.setting === 'recall' ? 'recalled' : 'deleted';
  return [
    event(context, { kind: 'message.withdrawn', platformShopId, platformConversationId, platformMessageId, status }),
  ];
}

/**
 * A mark was shown at once, so a refused mark is taken away again; not when the wish had replaced an earlier one
 * (version above 1), because the state before is unknown then. The next list corrects the settings.
 */
function undoneBy(context: RunnerContext, row: SettingRow, setting: ConversationSetting): IngestItem[] {
  if (setting.setting !== 'mark' || row.version > 1) return [];
  const { platformShopId, platformConversationId } = toConversationRef(context.owner, row);
  const { platformMessageId, mark, isMarked } = setting;
  return [
    event(context, {
      kind: 'message.marked',
      platformShopId,
      platformConversationId,
      platformMessageId,
      mark,
      isMarked: !isMarked,
    }),
  ];
}

/** Tells the refusal to the member who made the wish. A refused read mark is not told, and an action lists its own. */
async function tellRefused(
  context: RunnerContext,
  row: SettingRow,
  setting: ConversationSetting,
  reason: Refusal,
): Promise<void> {
  const { accountId } = context.owner;
  if (row.member_id === null || row.bulk_id !== null || setting.setting === 'read') return;
  const moment = {
    kind: 'wishRefused' as const,
    conversationId: asConversationId(row.conversation_id),
    wish: setting.setting,
    refusal: { ...reason },
  };
  await context.database.within(wholeAccount(accountId), (transaction) =>
    tellMoment(transaction, { accountId, about: { shopId: row.shop_id }, memberId: row.member_id, moment }),
  );
}

/** Deletes the wish, unless a newer wish has replaced it meanwhile; the action that made it has failed with `refused`. */
async function finish(context: RunnerContext, row: SettingRow, refused: Refusal | null): Promise<void> {
  const { accountId } = context.owner;
  await context.database.within(wholeAccount(accountId), async (transaction) => {
    const { rowCount } = await transaction.query(
      'delete from setting_outbox where conversation_id = $1 and slot = $2 and version = $3',
      [row.conversation_id, row.slot, row.version],
    );
    const { bulk_id: bulkId, conversation_id: conversationId } = row;
    if (rowCount !== 1 || bulkId === null) return;
    if (refused !== null) {
      await failItems(transaction, accountId, { bulkId, conversationIds: [conversationId], reason: refused.reason });
    }
    await endTelling(transaction, accountId, { bulkId, now: context.clock.now() });
  });
}

const postpone = (context: RunnerContext, row: SettingRow, notBefore: number) =>
  context.database.within(wholeAccount(context.owner.accountId), (transaction) =>
    transaction.query(
      `update setting_outbox set attempts = attempts + 1, not_before = $4
       where conversation_id = $1 and slot = $2 and version = $3`,
      [row.conversation_id, row.slot, row.version, notBefore],
    ),
  );
