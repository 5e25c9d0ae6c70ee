import { MARKETPLACE_NAMES } from '@pasar/domain';
import { useState } from 'react';
import { useDesk, useDeskState } from '../../base/desk.tsx';
import { showShopOverlay } from '../../base/shops/overlay.ts';
import { isOpenSignIn, type OpenSignIn } from '../../base/shops/way-back-in.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { refusalText } from '../../base/texts/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import { toast } from '../../ui/toasts.tsx';
import styles from './open-sign-ins.module.css';

const STATE_TEXTS = {
  waiting: 'signIn.waiting',
  logging_in: 'signIn.loggingIn',
  challenged: 'signIn.challenged',
  failed: 'signIn.failed',
} as const;
/** Most failed sign-ins that are shown at first, so that the shops below stay in view. */
const FAILED_SHOWN = 2;

/** Sign-ins that are not finished; each can be continued. */
export function OpenSignIns() {
  const { t } = useTranslation('signIn');
  const signIns = useDeskState((state) => state.signIns);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const open = [...signIns.values()].filter(isOpenSignIn);
  const failed = open.filter((signIn) => signIn.state === 'failed');
  const others = open.filter((signIn) => signIn.state !== 'failed');
  const shown = isUnfolded ? failed : failed.slice(0, FAILED_SHOWN);
  if (open.length === 0) return null;
  return (
    <section aria-label={t('signIn.label')} className={styles.open}>
      {[...others, ...shown].map((signIn) => (
        <OpenRow key={signIn.signInId} signIn={signIn} />
      ))}
      {failed.length > FAILED_SHOWN && (
        <Button
          kind="link"
          className={styles.more}
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {isUnfolded ? t('signIn.fewer') : t('signIn.all', { count: failed.length })}
        </Button>
      )}
    </section>
  );
}

function OpenRow({ signIn }: { readonly signIn: OpenSignIn }) {
  const { t } = useTranslation('signIn');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const desk = useDesk();
  const countryName = useCountryName();
  const giveUp = async () => {
    const result = await desk.shops.cancel(signIn.signInId);
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  return (
    <div className={styles.openRow} data-sign-in={signIn.state}>
      <MarketplaceMark marketplace={signIn.marketplace} size={18} />
      <span className={styles.openName}>
        {signIn.identifier}
        <span className={styles.openSite}>
          {MARKETPLACE_NAMES[signIn.marketplace]} · {countryName(signIn.country)}
        </span>
      </span>
      <span className={styles.openState}>
        {signIn.refusal !== null && signIn.state === 'failed'
          ? refusalText(signIn.refusal, locale, common)
          : t(STATE_TEXTS[signIn.state])}
      </span>
      <Button kind="plain" onClick={() => showShopOverlay({ kind: 'signIn', signInId: signIn.signInId })}>
        {t('signIn.goOn')}
      </Button>
      {signIn.state !== 'logging_in' && (
        <Button kind="link" onClick={() => void giveUp()}>
          {t('signIn.giveUp')}
        </Button>
      )}
    </div>
  );
}
