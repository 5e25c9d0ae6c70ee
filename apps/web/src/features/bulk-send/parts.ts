import type { CALLS } from '@pasar/api';
import type { ConversationId, ShopId } from '@pasar/domain';
import type { ComponentType } from 'react';
import type { LookUp } from '../../base/look-up.ts';

/** What the page takes from other features: the window around them gives it. */
export interface BulkSendParts {
  readonly Status: ComponentType<{ readonly status: string; readonly wireStatus: null; readonly marketplace: null }>;
  readonly tags: LookUp<typeof CALLS.buyerTags.getTagList>;
  /** The dialog of the account's tags. */
  readonly TagManager: ComponentType<{ readonly onClose: () => void }>;
  readonly openConversation: (conversation: {
    readonly conversationId: ConversationId;
    readonly shopId: ShopId;
  }) => void;
}
