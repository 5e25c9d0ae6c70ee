import type { Change, ConversationView, MentionView } from '@pasar/api';
import type { ConversationId, ShopId } from '@pasar/domain';
import type { DeskState } from '@pasar/sync';
import { keyOf } from './waiting.ts';

type Assigned = Extract<Change, { kind: 'assigned' }>;
type RemarkAssigned = Extract<Change, { kind: 'remarkAssigned' }>;

/** What somebody gives the member: a conversation, a note that mentions the member, or a remark. `key`: one for each telling. */
export type Given =
  | {
      readonly what: 'conversation';
      readonly key: string;
      readonly conversation: ConversationView;
      readonly told: Assigned;
    }
  | { readonly what: 'mention'; readonly key: string; readonly mention: MentionView }
  | { readonly what: 'remark'; readonly key: string; readonly told: RemarkAssigned };

/**
 * What these changes give the member, without conversations that are somebody else's again. What a rule gives has the key of
 * the wait, because it is told of like a wait, unless that was told already.
 */
export function givenBy(changes: readonly Change[], state: Pick<DeskState, 'shown' | 'member'>): readonly Given[] {
  return changes.flatMap((change): readonly Given[] => {
    if (change.kind === 'remarkAssigned') return [{ what: 'remark', key: `given ${change.seq}`, told: change }];
    if (change.kind !== 'assigned') return [];
    const conversation = state.shown.get(change.conversationId);
    if (conversation === undefined || conversation.assigneeId !== state.member?.memberId) return [];
    const { waitingSince: since } = conversation;
    const isAsWait = change.cause.kind === 'rule' && since !== null;
    const key = isAsWait ? keyOf({ conversation, since, isAgain: false }) : `given ${change.seq}`;
    return [{ what: 'conversation', key, conversation, told: change }];
  });
}

const changedAt = ({ note }: MentionView): number => Math.max(note.writtenAt, note.changedAt ?? 0);

/**
 * The mentions by somebody else that the member has not seen, and that were not there at first. An older one may come into the
 * list when a newer one is deleted.
 */
export function newMentions(
  mentions: readonly MentionView[],
  first: readonly MentionView[],
  memberId: string | undefined,
): readonly MentionView[] {
  const known = new Set(first.map(({ note }) => note.noteId));
  const newestAt = Math.max(0, ...first.map(changedAt));
  return mentions.filter(
    (mention) =>
      !mention.isSeen &&
      mention.note.authorId !== memberId &&
      !known.has(mention.note.noteId) &&
      changedAt(mention) >= newestAt,
  );
}

export const asGiven = (mention: MentionView): Given => ({
  what: 'mention',
  key: `mention ${mention.note.noteId}`,
  mention,
});

/** Of which buyer it is; `shopId` null: of a conversation that the window does not have. */
export interface PlaceOfGiven {
  readonly conversationId: ConversationId | null;
  readonly shopId: ShopId | null;
  readonly isMuted: boolean;
  readonly buyer: string;
}

export function placeOf(item: Given, { shown }: Pick<DeskState, 'shown'>): PlaceOfGiven {
  const id =
    item.what === 'conversation'
      ? item.conversation.conversationId
      : item.what === 'mention'
        ? item.mention.note.conversationId
        : item.told.conversationId;
  const held = id === null ? undefined : shown.get(id);
  const at = { conversationId: id, isMuted: held?.isMuted ?? false };
  if (item.what === 'remark') return { ...at, shopId: item.told.shopId, buyer: item.told.buyerName };
  if (item.what === 'mention') return { ...at, shopId: held?.shopId ?? null, buyer: item.mention.buyer };
  return { ...at, shopId: item.conversation.shopId, buyer: item.conversation.buyer.name };
}
