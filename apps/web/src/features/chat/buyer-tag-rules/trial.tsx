import type { BuyerTagRuleTextView } from '@pasar/api';
import { useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import form from '../../../ui/form-dialog.module.css';
import { TRIAL } from './look-ups.ts';

/** How many buyers of the last 30 days the rule would tag. */
export function Trial({ rule }: { readonly rule: BuyerTagRuleTextView }) {
  const { t } = useTranslation('buyerTagRules');
  const look = useLookUp(TRIAL, { rule });
  return (
    <div role="status">
      <LookedUpPart
        look={look}
        draw={({ fresh, known, isWhole }) => (
          <>
            <p>{t(isWhole ? 'trial.fresh' : 'trial.some', { count: fresh })}</p>
            {known > 0 && <p className={form.hint}>{t('trial.known', { count: known })}</p>}
          </>
        )}
      />
    </div>
  );
}
