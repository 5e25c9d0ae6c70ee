/**
 * What can be done to many conversations at once (spec 1 §2, "Conversation list"). `isOn`: set, or taken away. `read`: up
 * to the newest message.
 */
export type BulkSetting =
  | { readonly kind: 'pin' | 'mute' | 'favorite' | 'setAside' | 'delete'; readonly isOn: boolean }
  | { readonly kind: 'read' | 'unread' }
  | { readonly kind: 'tag'; readonly buyerTagId: string; readonly isOn: boolean }
  /** `memberId`: null for nobody. */
  | { readonly kind: 'assign'; readonly memberId: string | null };

/**
 * What an action does: a setting, or an assignment taken back, by which each conversation that is still assigned to
 * `fromId` goes to its assignee of before. Null: nobody.
 */
export type BulkChange = BulkSetting | { readonly kind: 'assignBack'; readonly fromId: string | null };

/**
 * What takes a change back where it changed something; null for what cannot be taken back: the marketplaces have no call
 * that moves a read mark back to where it was. What was marked unread had been read up to the newest message.
 */
export function inverseOf(setting: BulkChange): BulkChange | null {
  switch (setting.kind) {
    case 'read':
    case 'assignBack':
      return null;
    case 'unread':
      return { kind: 'read' };
    case 'assign':
      return { kind: 'assignBack', fromId: setting.memberId };
    default:
      return { ...setting, isOn: !setting.isOn };
  }
}

/** `changed` and `same`: the conversation is as it was wanted, by this action or before it. */
export const BULK_OUTCOMES = ['waiting', 'changed', 'same', 'failed'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** `running`: also while marketplaces are still told of what is changed here. */
export const BULK_STATES = ['running', 'done', 'stopped'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/**
 * Most conversations that a call names one by one, and that one action may have; most actions of a list; how long an action
 * is kept after its end; after what time out of reach a login is not waited for any more (our choice).
 */
export const BULK_LIMITS = {
  named: 500,
  matching: 100_000,
  listed: 20,
  keptMs: 7 * 86_400_000,
  lostMs: 86_400_000,
} as const;

/** Most saved views of a member, and most characters of a name (our choice). */
export const CONVERSATION_VIEW_LIMITS = { views: 30, name: 40 } as const;
