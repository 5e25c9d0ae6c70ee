import type { ConversationId } from '@pasar/domain';
import { useEffect, useState } from 'react';
import { useDesk } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { contentWords } from '../texts/texts.ts';

/**
 * Announces new messages of the open conversation to screen readers, politely. The log itself is silent, because
 * scrolling adds and removes its rows.
 */
export function Announcer({ id, name }: { readonly id: ConversationId; readonly name: string }) {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const [said, setSaid] = useState('');
  useEffect(() => {
    setSaid('');
    return desk.onNotice((notice) => {
      if (notice.kind !== 'arrived' || notice.message.conversationId !== id) return;
      const { content } = notice.message;
      const text = contentWords(content, t);
      setSaid(t('messages.arrived', { name, text }));
    });
  }, [desk, id, name, t]);
  return (
    <div className="visually-hidden" role="status">
      {said}
    </div>
  );
}
