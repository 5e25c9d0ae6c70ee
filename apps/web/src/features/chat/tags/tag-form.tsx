import type { BuyerTagView } from '@pasar/api';
import { BUYER_TAG_LIMITS, type BuyerTagColor } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { ColorField } from '../../../base/colors/color-field.tsx';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import form from '../../../ui/form-dialog.module.css';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { deleteTag, saveTag } from './commands.ts';
import { TagMark } from './tag-mark.tsx';

/** Adds a tag, or changes or deletes it. Deleting is asked about once, with the number of buyers who lose the tag. */
export function TagForm({ tag, onClose }: { readonly tag: BuyerTagView | null; readonly onClose: () => void }) {
  const { t } = useTranslation('buyerTags');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const [name, setName] = useState(tag?.buyerTagName ?? '');
  const [color, setColor] = useState<BuyerTagColor>(tag?.color ?? 'blue');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    const result = await saveTag(tag?.buyerTagId ?? null, name.trim(), color);
    setIsBusy(false);
    if (result.ok) onClose();
    else setProblem(failureText(result.failure, common));
  };
  const remove = async (buyerTagId: string) => {
    setIsBusy(true);
    const result = await deleteTag(buyerTagId);
    setIsBusy(false);
    if (result.ok) onClose();
    else setProblem(t('delete.failed', { why: failureText(result.failure, common) }));
  };
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form className={form.form} onSubmit={(event) => void save(event)}>
        <h2 id={id} className={form.title}>
          {t(tag === null ? 'form.new' : 'form.change')}
        </h2>
        <label className={form.field}>
          <span>{t('form.name')}</span>
          <input
            data-first=""
            value={name}
            maxLength={BUYER_TAG_LIMITS.name}
            autoComplete="off"
            dir="auto"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <ColorField legend={t('form.color')} t={t} color={color} onColor={setColor} />
        {problem !== null && (
          <p className={form.bad} role="alert">
            {problem}
          </p>
        )}
        <footer className={form.actions}>
          {tag !== null && (
            <Button kind="danger" data-side="" disabled={isBusy} onClick={() => setIsAsking(true)}>
              {t('form.delete')}
            </Button>
          )}
          <Button kind="plain" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button kind="primary" type="submit" disabled={isBusy || name.trim() === ''}>
            {t('form.save')}
          </Button>
        </footer>
      </form>
      {isAsking && tag !== null && (
        <ConfirmDialog
          title={t('delete.title', { name: tag.buyerTagName })}
          text={t('delete.text', { count: tag.usageCount })}
          confirm={t('delete.confirm')}
          cancel={t('delete.keep')}
          tone="danger"
          onConfirm={() => void remove(tag.buyerTagId)}
          onClose={() => setIsAsking(false)}
        >
          <TagMark name={tag.buyerTagName} color={tag.color} />
        </ConfirmDialog>
      )}
    </dialog>
  );
}
