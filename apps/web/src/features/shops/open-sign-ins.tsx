import type { SignInView } from '@pasar/api';
import { useDesk, useDeskState } from '../../shell/desk.tsx';
import { failureText } from '../../shell/failure-text.ts';
import { useLocale, useTranslation } from '../../shell/i18n.ts';
import { refusalText } from '../../shell/refusal-text.ts';
import { showShopOverlay } from '../../shell/shop-overlay.ts';
import { Button } from '../../ui/button.tsx';
import { MARKETPLACE_NAMES, MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import { toast } from '../../ui/toasts.tsx';
import styles from './manage-dialog.module.css';

const STATE_TEXTS = {
  waiting: 'signIn.waiting',
  logging_in: 'signIn.loggingIn',
  challenged: 'signIn.challenged',
  failed: 'signIn.failed',
} as const;
type OpenState = keyof typeof STATE_TEXTS;
const isOpen = (signIn: SignInView): signIn is SignInView & { readonly state: OpenState } =>
  signIn.state in STATE_TEXTS;

/** Sign-ins that are not done: each goes on where it was left. */
export function OpenSignIns() {
  const { t } = useTranslation('shops');
  const { t: shell } = useTranslation('shell');
  const locale = useLocale();
  const desk = useDesk();
  const signIns = useDeskState((state) => state.signIns);
  const open = [...signIns.values()].filter(isOpen);
  if (open.length === 0) return null;
  const giveUp = async (signInId: string) => {
    const result = await desk.shops.cancel(signInId);
    if (!result.ok) toast(failureText(result.failure, shell));
  };
  return (
    <section aria-label={t('signIn.label')} className={styles.open}>
      {open.map((signIn) => (
        <div key={signIn.signInId} className={styles.openRow} data-sign-in={signIn.state}>
          <MarketplaceMark marketplace={signIn.marketplace} size={18} />
          <span className={styles.openName}>
            {MARKETPLACE_NAMES[signIn.marketplace]} · {signIn.identifier}
          </span>
          <span className={styles.openState}>
            {signIn.refusal !== null && signIn.state === 'failed'
              ? refusalText(signIn.refusal, locale, shell)
              : t(STATE_TEXTS[signIn.state])}
          </span>
          <Button kind="plain" onClick={() => showShopOverlay({ kind: 'signIn', signInId: signIn.signInId })}>
            {t('signIn.goOn')}
          </Button>
          {signIn.state !== 'logging_in' && (
            <Button kind="link" onClick={() => void giveUp(signIn.signInId)}>
              {t('signIn.giveUp')}
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}
