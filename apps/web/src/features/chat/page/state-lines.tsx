import type { ConversationView, ShopView } from '@pasar/api';
import { ClosedLine } from '../closing/closed-line.tsx';
import { DeletedLine } from '../conversations/deletion/deleted-line.tsx';

export interface StateLinesProps {
  readonly conversation: ConversationView;
  readonly shop: ShopView | null;
}

/** Says in an open conversation that it is closed or deleted, and takes that back. */
export function StateLines({ conversation, shop }: StateLinesProps) {
  return (
    <>
      {conversation.status === 'closed' && shop !== null && <ClosedLine conversation={conversation} shop={shop} />}
      {conversation.isDeleted && <DeletedLine id={conversation.conversationId} />}
    </>
  );
}
