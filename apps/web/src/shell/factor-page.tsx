import { useLookUp } from '../base/look-up.ts';
import { logOut } from '../base/session.ts';
import { useTranslation } from '../base/texts/i18n.ts';
import { PASSKEYS, SECOND_FACTOR } from '../features/security/look-ups.ts';
import { Passkeys } from '../features/security/passkeys.tsx';
import { SecondFactor } from '../features/security/second-factor.tsx';
import { Button } from '../ui/button.tsx';
import styles from './factor-page.module.css';

/** In place of everything else, while the account demands a second factor that the member does not have. */
export function FactorPage() {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation('common');
  const app = useLookUp(SECOND_FACTOR, {});
  const passkeys = useLookUp(PASSKEYS, {});
  const hasApp = 'data' in app && app.data.isOn;
  const hasPasskey = 'data' in passkeys && passkeys.data.passkeys.length > 0;
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <h1>{t('factorPage.title')}</h1>
        <p className={styles.text}>{t('factorPage.text')}</p>
        <SecondFactor />
        <Passkeys />
        <footer className={styles.foot}>
          <Button kind="plain" onClick={() => void logOut(true)}>
            {common('logOut')}
          </Button>
          <Button kind="primary" disabled={!hasApp && !hasPasskey} onClick={() => location.reload()}>
            {t('factorPage.go')}
          </Button>
        </footer>
      </div>
    </main>
  );
}
