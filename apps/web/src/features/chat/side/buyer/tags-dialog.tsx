import type { ConversationId } from '@pasar/domain';
import { useId } from 'react';
import { useDeskState } from '../../../../base/desk.tsx';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import form from '../../../../ui/form-dialog.module.css';
import { onOwnCancel, useModal } from '../../../../ui/use-modal.ts';
import { TagList } from './tag-list.tsx';

export interface TagsDialogProps {
  readonly id: ConversationId;
  readonly onClose: () => void;
}

/** Gives the buyer of a conversation tags and takes them away, without opening the conversation. */
export function TagsDialog({ id, onClose }: TagsDialogProps) {
  const { t } = useTranslation('buyerTags');
  const titleId = useId();
  const dialog = useModal();
  const name = useDeskState((state) => state.shown.get(id)?.buyer.name);
  if (name === undefined) return null;
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={titleId} onCancel={onOwnCancel(onClose)}>
      <div className={form.form}>
        <h2 id={titleId} className={form.title}>
          {t('dialog.title', { name })}
        </h2>
        <TagList conversationId={id} />
        <footer className={form.actions}>
          <Button kind="plain" data-first="" onClick={onClose}>
            {t('manager.close')}
          </Button>
        </footer>
      </div>
    </dialog>
  );
}
