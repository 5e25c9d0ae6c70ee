import { GUARD_LIMITS } from '@pasar/api';
import type { Country } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { useLookUp } from '../../../base/look-up.ts';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import dialogStyles from '../../../ui/confirm-dialog.module.css';
import { toast } from '../../../ui/toasts.tsx';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { saveGuardWords } from './commands.ts';
import { GUARD_WORDS } from './guard-words.ts';
import styles from './send-warnings.module.css';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export interface GuardWordsDialogProps {
  readonly country: Country;
  readonly onClose: () => void;
}

/** The main account writes the words of which its members are warned before a text goes to a buyer of the country. */
export function GuardWordsDialog({ country, onClose }: GuardWordsDialogProps) {
  const { t } = useTranslation('guard');
  const { t: common } = useTranslation('common');
  const countryName = useCountryName();
  const id = useId();
  const dialog = useModal();
  const look = useLookUp(GUARD_WORDS, { country });
  const [written, setWritten] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const known = 'data' in look ? look.data.words : null;
  const text = written ?? known?.join('\n') ?? '';
  const lines = linesOf(text);
  const isTooLong = lines.length > GUARD_LIMITS.words || lines.some((line) => line.length > GUARD_LIMITS.wordLength);
  const save = async (words: readonly string[] | null) => {
    setIsSaving(true);
    const result = await saveGuardWords(country, words);
    setIsSaving(false);
    if (!result.ok) return toast('bad', failureText(result.failure, common));
    toast('good', t('guard.saved'));
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isTooLong && known !== null) void save(lines);
  };
  return (
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={onOwnCancel(onClose)}
    >
      <form onSubmit={submit}>
        <h2 id={`${id}-title`} className={dialogStyles.title}>
          {t('guard.words', { country: countryName(country) })}
        </h2>
        <p id={`${id}-text`} className={dialogStyles.text}>
          {t('guard.wordsText', { country: countryName(country) })}
        </p>
        <textarea
          className={styles.words}
          rows={10}
          aria-label={t('guard.wordsLabel')}
          aria-invalid={isTooLong}
          disabled={known === null}
          placeholder={known === null ? t('guard.loading') : undefined}
          value={text}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        {isTooLong && (
          <p className={styles.tooLong} role="alert">
            {t('guard.tooLong', { words: GUARD_LIMITS.words, length: GUARD_LIMITS.wordLength })}
          </p>
        )}
        <div className={dialogStyles.actions}>
          <Button kind="plain" disabled={isSaving} onClick={() => void save(null)}>
            {t('guard.default')}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {t('guard.cancel')}
          </Button>
          <Button kind="primary" type="submit" disabled={isSaving || isTooLong || known === null}>
            {t('guard.save')}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
