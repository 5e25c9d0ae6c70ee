import type { BuyerTagRuleView } from '@pasar/api';
import { useId, useState } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import form from '../../../ui/form-dialog.module.css';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { useMaking } from './making.ts';
import { Trial } from './trial.tsx';

/** Asks whether buyers of the last 30 days get the tag as well, and says how many they are. */
export function SwitchOnDialog({ rule, onClose }: { readonly rule: BuyerTagRuleView; readonly onClose: () => void }) {
  const { t } = useTranslation('buyerTagRules');
  const id = useId();
  const dialog = useModal();
  const [withRecent, setWithRecent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { make, isBusy } = useMaking();
  const { onSince: _, ...text } = rule;
  const submit = async () => {
    const wrong = await make({ kind: 'switchOn', ruleId: rule.ruleId, withRecent });
    if (wrong === null) onClose();
    else setProblem(wrong);
  };
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form
        className={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id={id} className={form.title}>
          {t('switchOn.title', { name: rule.name })}
        </h2>
        <Trial rule={text} />
        <fieldset className={form.part}>
          <legend>{t('switchOn.whom')}</legend>
          <div className={form.choices}>
            {[false, true].map((one) => (
              <label key={String(one)}>
                <input
                  type="radio"
                  name={id}
                  data-first={one ? undefined : ''}
                  checked={withRecent === one}
                  onChange={() => setWithRecent(one)}
                />
                {t(one ? 'switchOn.recent' : 'switchOn.fromNow')}
              </label>
            ))}
          </div>
        </fieldset>
        {problem !== null && (
          <p className={form.bad} role="alert">
            {problem}
          </p>
        )}
        <footer className={form.actions}>
          <Button kind="plain" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {t('switchOn')}
          </Button>
        </footer>
      </form>
    </dialog>
  );
}
