import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { failedDialog, lazyScreen } from '../base/lazy-screen.tsx';
import { BulkSendPage } from '../features/bulk-send/bulk-send-page.tsx';
import type { BulkSendParts } from '../features/bulk-send/parts.ts';
import { OrderStatusWord } from '../features/chat/orders/order-status.tsx';
import { reveal } from '../features/chat/place/selection.ts';
import { TAGS } from '../features/chat/tags/look-ups.ts';
import { needTagsTexts } from '../features/chat/tags/need-texts.ts';
import type { TagManagerProps } from '../features/chat/tags/tag-manager.tsx';

const TagManager = lazyScreen<TagManagerProps>(
  async () => {
    const [found] = await Promise.all([import('../features/chat/tags/tag-manager.tsx'), needTagsTexts()]);
    return found.TagManager;
  },
  { failed: failedDialog(({ onClose }) => onClose()) },
);

/** The page of messages to many buyers, with what the chat has for it, and the way into the chat. */
export function BulkSend() {
  const navigate = useNavigate();
  const parts = useMemo<BulkSendParts>(
    () => ({
      Status: OrderStatusWord,
      tags: TAGS,
      TagManager,
      openConversation: (conversation) => {
        reveal('all', conversation);
        void navigate('/chat/all');
      },
    }),
    [navigate],
  );
  return <BulkSendPage parts={parts} />;
}
