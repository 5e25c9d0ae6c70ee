import type { ConversationId } from '@pasar/domain';
import { useEffect } from 'react';
import { useDesk } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { toast } from '../../../ui/toasts.tsx';

export interface UnreadOfferProps {
  readonly id: ConversationId;
  readonly undo: (() => void) | null;
  readonly onClose: () => void;
}

/** Offers to take back that a conversation was marked unread. Shows nothing itself. */
export function UnreadOffer({ id, undo, onClose }: UnreadOfferProps) {
  const { t } = useTranslation('queue');
  const desk = useDesk();
  useEffect(() => {
    const name = desk.state.get().shown.get(id)?.buyer.name ?? '';
    if (undo !== null) toast('good', t('unread.done', { name }), { label: t('unread.undo'), run: undo });
    onClose();
  }, [desk, id, onClose, t, undo]);
  return null;
}
