import {
  type AccountId,
  asMemberId,
  asPlatformMessageId,
  BUYER_TAG_LIMITS,
  type BulkSetting,
  type ConversationSetting,
  type Marketplace,
  offers,
  type Position,
  type ReasonCode,
} from '@pasar/domain';
import type { Transaction } from '../storage/database.ts';
import { isLoad, putAssignee, roomOf } from './assignments.ts';
import { giveTag, lockBuyers, lockTags, takeTag, tellTags } from './buyer-tags.ts';
import { appendChanges, type NewChange } from './change-feed.ts';
import { type Moved, moveShopCounters, movesOf, recount } from './counters.ts';
import { CONVERSATION_COLUMNS, type ConversationRow, isDeleted, toConversationView } from './rows.ts';
import { counterChanges } from './shop-changes.ts';
import { putWishes, type Wish } from './wishes.ts';

/** Who changes conversations. Null for a member who is gone. */
export interface SettingBy {
  readonly accountId: AccountId;
  readonly memberId: string | null;
  readonly memberName: string;
  readonly now: number;
  /** By conversation, what the member could have seen: nothing newer is set aside or read. Without one: everything. */
  readonly upTo?: ReadonlyMap<string, string>;
  /**
   * Given when conversations are handed to somebody: by conversation, whose it was when the member pressed. What is another
   * member's by now stays, and so does what is closed, unless the member takes it over.
   */
  readonly heldBy?: ReadonlyMap<string, string | null>;
  /** The action on many conversations, which is told what a marketplace refuses. */
  readonly bulkId?: string;
}
export type SettingOutcome = 'changed' | 'same' | ReasonCode;

/**
 * Carries out a setting at conversations in the present transaction, with one statement for each step: stored at once, put
 * on its way to the marketplaces, told to the windows. Gives the outcome of each; a conversation that the transaction does
 * not see, or that is gone, is `not_found`.
 */
export async function setConversations(
  transaction: Transaction,
  by: SettingBy,
  conversationIds: readonly string[],
  setting: BulkSetting,
): Promise<ReadonlyMap<string, SettingOutcome>> {
  if (setting.kind === 'tag') {
    await lockTags(transaction, by.accountId);
    await lockBuyers(transaction, conversationIds);
  }
  const locked = await transaction.query<ConversationRow & { readonly marketplace: Marketplace }>(
    `select ${CONVERSATION_COLUMNS}, (select marketplace from shop s where s.shop_id = conversation.shop_id) as marketplace
     from conversation where conversation_id = any($1::uuid[]) order by conversation_id for update`,
    [conversationIds],
  );
  const outcomes = new Map<string, SettingOutcome>(conversationIds.map((id) => [id, 'not_found']));
  const wanted: ConversationRow[] = [];
  for (const { marketplace, ...row } of locked.rows) {
    const outcome = judge(row, marketplace, setting, by);
    outcomes.set(row.conversation_id, outcome);
    if (outcome === 'changed') wanted.push(row);
  }
  if (wanted.length === 0) return outcomes;
  if (setting.kind === 'assign') {
    for (const id of await assignAll(transaction, by, wanted, setting.memberId)) outcomes.set(id, 'member_at_limit');
  } else if (setting.kind === 'tag') {
    for (const [id, outcome] of await tag(transaction, by, wanted, setting)) outcomes.set(id, outcome);
  } else {
    const after = await STEPS[setting.kind](transaction, by, wanted, isOnOf(setting));
    await tellConversations(transaction, by.accountId, wanted, after);
  }
  return outcomes;
}

const isOnOf = (setting: BulkSetting): boolean => !('isOn' in setting) || setting.isOn;

/** Whether there is anything to do, and whether the marketplace has a call for it. */
function judge(row: ConversationRow, marketplace: Marketplace, setting: BulkSetting, by: SettingBy): SettingOutcome {
  const upTo = by.upTo?.get(row.conversation_id);
  switch (setting.kind) {
    case 'pin':
      return row.is_pinned === setting.isOn ? 'same' : 'changed';
    case 'mute':
      return row.is_muted === setting.isOn ? 'same' : 'changed';
    case 'favorite':
      return !offers(marketplace, 'favorite') ? 'not_offered' : row.is_favorite === setting.isOn ? 'same' : 'changed';
    case 'unread':
      // No list but that of the deleted ones shows it, so its mark would be counted and never found.
      return row.is_marked_unread || row.unread_count > 0 || isDeleted(row) ? 'same' : 'changed';
    case 'read':
      return canBeRead(row) && (row.is_marked_unread || isBeyond(upTo, row.seller_read_position)) ? 'changed' : 'same';
    case 'setAside':
      return row.last_position !== null && (setting.isOn ? isWaitingUpTo(row, upTo) : isHeldAside(row))
        ? 'changed'
        : 'same';
    case 'delete':
      // A buyer who waits would be forgotten.
      if (setting.isOn && row.waiting_since !== null) return 'buyer_waits';
      return isDeleted(row) === setting.isOn ? 'same' : 'changed';
    case 'tag':
      return 'changed';
    case 'assign':
      return row.assignee_id === setting.memberId
        ? 'same'
        : (refusalToHandOver(row, setting.memberId, by) ?? 'changed');
  }
}
function refusalToHandOver(
  row: ConversationRow,
  toId: string | null,
  { memberId, heldBy }: SettingBy,
): ReasonCode | null {
  if (heldBy === undefined) return null;
  const isHeldByOther = row.assignee_id !== null && row.assignee_id !== heldBy.get(row.conversation_id);
  if (isHeldByOther) return 'conversation_of_another_member';
  return row.status === 'closed' && toId !== null && toId !== memberId ? 'conversation_closed' : null;
}
const canBeRead = (row: ConversationRow): boolean =>
  row.last_position !== null && (row.is_marked_unread || row.unread_count > 0);
const isBeyond = (upTo: string | undefined, position: string | null): boolean =>
  upTo === undefined || position === null || BigInt(upTo) > BigInt(position);
const isWaitingUpTo = (row: ConversationRow, upTo: string | undefined): boolean =>
  row.waiting_since !== null && isBeyond(upTo, row.last_reply_position) && isBeyond(upTo, row.set_aside_position);
const isHeldAside = (row: ConversationRow): boolean => row.set_aside_position !== null && row.waiting_since === null;

type Step = (
  transaction: Transaction,
  by: SettingBy,
  rows: readonly ConversationRow[],
  isOn: boolean,
) => Promise<readonly ConversationRow[]>;
const idsOf = (rows: readonly ConversationRow[]): readonly string[] => rows.map((row) => row.conversation_id);
const upToOf = ({ upTo }: SettingBy, rows: readonly ConversationRow[]): readonly (string | null)[] =>
  rows.map((row) => upTo?.get(row.conversation_id) ?? null);

/** A step changes the rows, which are locked, and gives them as they are now. */
const STEPS: Readonly<Record<Exclude<BulkSetting['kind'], 'tag' | 'assign'>, Step>> = {
  pin: flagStep('is_pinned', (isPinned) => ({ setting: 'pin', isPinned })),
  mute: flagStep('is_muted', (isMuted) => ({ setting: 'mute', isMuted })),
  favorite: flagStep('is_favorite', (isFavorite) => ({ setting: 'favorite', isFavorite })),
  unread: flagStep('is_marked_unread', () => ({ setting: 'unread' })),
  async read(transaction, by, rows) {
    const newest = await transaction.query<{
      readonly conversation_id: string;
      readonly platform_message_id: string;
      readonly position: string;
    }>(
      `select held.conversation_id, m.platform_message_id, m.position from unnest($1::uuid[], $2::bigint[]) held (conversation_id, up_to)
         cross join lateral (select platform_message_id, position from message
           where message.conversation_id = held.conversation_id and (held.up_to is null or position <= held.up_to)
           order by position desc, platform_message_id desc limit 1) m`,
      [idsOf(rows), upToOf(by, rows)],
    );
    await transaction.query(
      `update conversation c set is_marked_unread = false,
         seller_read_position = greatest(c.seller_read_position, newest.position)
       from unnest($1::uuid[], $2::bigint[]) newest (conversation_id, position)
       where c.conversation_id = newest.conversation_id`,
      [newest.rows.map((row) => row.conversation_id), newest.rows.map(({ position }) => position)],
    );
    const byId = new Map(newest.rows.map((row) => [row.conversation_id, row]));
    const wishes = rows.flatMap((row): Wish[] => {
      const upTo = byId.get(row.conversation_id);
      if (upTo === undefined) return [];
      const platformMessageId = asPlatformMessageId(upTo.platform_message_id);
      return [{ row, setting: { setting: 'read', platformMessageId, position: upTo.position as Position } }];
    });
    await putWishes(transaction, by, wishes);
    return recount(transaction, idsOf(rows));
  },
  async delete(transaction, by, rows, isOn) {
    const unread = isOn ? rows.filter(canBeRead) : [];
    // A refused read mark is no failure of a deletion.
    const { upTo: _, bulkId: __, ...reader } = by;
    if (unread.length > 0) await STEPS.read(transaction, reader, unread, true);
    const updated = await transaction.query<ConversationRow>(
      `update conversation set deleted_position = ${isOn ? 'coalesce(last_position, 0)' : 'null'}
       where conversation_id = any($1::uuid[]) returning ${CONVERSATION_COLUMNS}`,
      [idsOf(rows)],
    );
    const setting = { setting: 'deleteConversation', isDeleted: isOn } as const;
    await putWishes(
      transaction,
      by,
      rows.map((row) => ({ row, setting })),
    );
    return updated.rows;
  },
  async setAside(transaction, by, rows, isOn) {
    const { accountId, memberId, now } = by;
    const ids = idsOf(rows);
    const upTo = upToOf(by, rows);
    if (isOn) {
      // The team figures count no wait that was set aside.
      await transaction.query(
        `insert into conversation_set_aside (conversation_id, position, account_id, shop_id, member_id, at)
         select conversation_id, least(last_position, held.up_to), account_id, shop_id, $2, $3
         from conversation join unnest($1::uuid[], $4::bigint[]) held (conversation_id, up_to) using (conversation_id)
         on conflict do nothing`,
        [ids, memberId ?? NOBODY, now, upTo],
      );
    } else {
      await transaction.query(
        `delete from conversation_set_aside aside using conversation c
         where c.conversation_id = any($1::uuid[]) and aside.conversation_id = c.conversation_id
           and aside.position = c.set_aside_position`,
        [ids],
      );
    }
    await transaction.query(
      `update conversation c set set_aside_position = ${isOn ? 'least(c.last_position, held.up_to)' : 'null'}
       from unnest($1::uuid[], $2::bigint[]) held (conversation_id, up_to) where c.conversation_id = held.conversation_id`,
      [ids, upTo],
    );
    await transaction.query('insert into figures_due (account_id, conversation_id) select $1, unnest($2::uuid[])', [
      accountId,
      ids,
    ]);
    return recount(transaction, ids);
  },
};
const NOBODY = '00000000-0000-0000-0000-000000000000';

function flagStep(
  column: 'is_marked_unread' | 'is_pinned' | 'is_muted' | 'is_favorite',
  settingOf: (isOn: boolean) => ConversationSetting,
): Step {
  return async (transaction, by, rows, isOn) => {
    const updated = await transaction.query<ConversationRow>(
      `update conversation set ${column} = $2 where conversation_id = any($1::uuid[]) returning ${CONVERSATION_COLUMNS}`,
      [idsOf(rows), isOn],
    );
    const setting = settingOf(isOn);
    await putWishes(
      transaction,
      by,
      rows.map((row) => ({ row, setting })),
    );
    return updated.rows;
  };
}

/**
 * Whether the member may answer in the shops was looked at when the action began. Gives those that are left, because they
 * would take the member above the limit.
 */
async function assignAll(
  transaction: Transaction,
  { accountId, memberId, memberName, now }: SettingBy,
  rows: readonly ConversationRow[],
  toId: string | null,
): Promise<readonly string[]> {
  const found = await transaction.query<{ readonly name: string }>('select name from member where member_id = $1', [
    toId,
  ]);
  const name = found.rows[0]?.name;
  const to = toId === null || name === undefined ? null : { memberId: asMemberId(toId), name };
  const by = memberId === null ? null : { memberId: asMemberId(memberId), name: memberName };
  let room = to === null ? Number.POSITIVE_INFINITY : await roomOf(transaction, accountId, to.memberId, memberId);
  const changes: NewChange[] = [];
  const left: string[] = [];
  for (const row of rows) {
    if (isLoad(row) && room < 1) {
      left.push(row.conversation_id);
      continue;
    }
    if (isLoad(row)) room -= 1;
    changes.push(...(await putAssignee(transaction, accountId, row, { by, to, note: null, at: now })));
  }
  await appendChanges(transaction, accountId, changes);
  return left;
}

async function tag(
  transaction: Transaction,
  { accountId, memberName, now }: SettingBy,
  rows: readonly ConversationRow[],
  { buyerTagId, isOn }: BulkSetting & { readonly kind: 'tag' },
): Promise<ReadonlyMap<string, SettingOutcome>> {
  const known = await transaction.query('select from buyer_tag where tag_id = $1', [buyerTagId]);
  if (known.rowCount !== 1) return new Map(idsOf(rows).map((id) => [id, 'not_found']));
  const full = new Set(isOn ? await fullBuyers(transaction, idsOf(rows), buyerTagId) : []);
  const open = idsOf(rows).filter((id) => !full.has(id));
  const tagged = isOn
    ? await giveTag(transaction, { addedBy: memberName, now }, buyerTagId, open)
    : await takeTag(transaction, buyerTagId, open);
  const moved = new Set(tagged.conversationIds);
  if (moved.size > 0) await tellTags(transaction, accountId, tagged.rows);
  return new Map(
    idsOf(rows).map((id) => [id, full.has(id) ? 'buyer_tags_of_buyer_full' : moved.has(id) ? 'changed' : 'same']),
  );
}

/** Conversations whose buyers have as many other tags as a buyer may have. */
async function fullBuyers(transaction: Transaction, ids: readonly string[], tagId: string): Promise<readonly string[]> {
  const found = await transaction.query<{ readonly conversation_id: string }>(
    `select c.conversation_id from conversation c where c.conversation_id = any($1::uuid[])
       and (select count(*) from buyer_tag_relation r where r.shop_id = c.shop_id and r.buyer_id = c.buyer_id
         and r.tag_id <> $2) >= ${BUYER_TAG_LIMITS.ofBuyer}`,
    [ids, tagId],
  );
  return found.rows.map((row) => row.conversation_id);
}

/** Tells the windows what the conversations are now, and moves the counters of their shops. */
export async function tellConversations(
  transaction: Transaction,
  accountId: AccountId,
  before: readonly ConversationRow[],
  after: readonly ConversationRow[],
): Promise<void> {
  const was = new Map(before.map((row) => [row.conversation_id, row]));
  const moved = after.map((row): Moved => [was.get(row.conversation_id) ?? row, row]);
  const changes: NewChange[] = after.map((row) => ({
    change: { kind: 'conversation', conversation: toConversationView(row) },
    shopId: row.shop_id,
    memberId: null,
  }));
  changes.push(...counterChanges(await moveShopCounters(transaction, movesOf(moved))));
  await appendChanges(transaction, accountId, changes);
}
