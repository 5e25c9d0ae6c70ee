import {
  CLOSING_REASONS,
  CLOSING_WORDS_LENGTH,
  type ClosingReason,
  type ConversationId,
  MARKETPLACE_NAMES,
} from '@pasar/domain';
import { useId, useState } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import confirm from '../../../ui/confirm-dialog.module.css';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { closeConversation } from '../place/asking.ts';
import styles from './closing-dialog.module.css';
import { REASON_TEXTS } from './reason-texts.ts';

export interface ClosingDialogProps {
  readonly id: ConversationId;
  readonly onClose: () => void;
}

/** Says that the buyer waits, or that the marketplace wants a reason, and takes the reason. */
export function ClosingDialog({ id, onClose }: ClosingDialogProps) {
  const { t } = useTranslation('closing');
  const desk = useDesk();
  const dialog = useModal();
  const part = useId();
  const [reason, setReason] = useState<ClosingReason | null>(null);
  const [words, setWords] = useState('');
  const conversation = useDeskState((state) => state.shown.get(id));
  const marketplace = useDeskState((state) => conversation && state.shops.get(conversation.shopId)?.marketplace);
  if (conversation === undefined || marketplace === undefined) return null;
  const { buyer, waitingSince } = conversation;
  const { name } = buyer;
  const form = reason === null ? null : { reason, words: reason === 'other' ? words.trim() : '' };
  const isFilled = form !== null && (form.reason !== 'other' || form.words !== '');
  return (
    <dialog
      ref={dialog}
      className={confirm.dialog}
      aria-labelledby={`${part}-title`}
      aria-describedby={`${part}-text`}
      onCancel={onOwnCancel(onClose)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (form === null || !isFilled) return;
          onClose();
          void closeConversation(desk, id, form);
        }}
      >
        <h2 id={`${part}-title`} className={confirm.title}>
          {t('dialog.title', { name })}
        </h2>
        <p id={`${part}-text`} className={styles.text}>
          {waitingSince !== null
            ? t('dialog.waits', { name })
            : t('dialog.asked', { marketplace: MARKETPLACE_NAMES[marketplace] })}
        </p>
        <fieldset className={styles.reasons}>
          <legend className={styles.legend}>{t('dialog.reason')}</legend>
          {CLOSING_REASONS.map((one) => (
            <label key={one} className={styles.reason}>
              <input
                type="radio"
                name={`${part}-reason`}
                data-first={one === CLOSING_REASONS[0] ? '' : undefined}
                checked={reason === one}
                onChange={() => setReason(one)}
              />
              {t(REASON_TEXTS[one])}
            </label>
          ))}
        </fieldset>
        {reason === 'other' && (
          <textarea
            className={styles.words}
            aria-label={t('dialog.words')}
            placeholder={t('dialog.words')}
            required
            rows={2}
            maxLength={CLOSING_WORDS_LENGTH}
            dir="auto"
            value={words}
            onChange={({ currentTarget: { value } }) => setWords(value)}
          />
        )}
        <div className={confirm.actions}>
          <Button kind="plain" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button kind="primary" type="submit" disabled={!isFilled}>
            {t('dialog.confirm')}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
