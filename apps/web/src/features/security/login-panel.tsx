import { useDeskState } from '../../base/desk.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Devices } from './devices.tsx';
import styles from './login-panel.module.css';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SignOn } from './sign-on.tsx';

/** The member's own login: its name, its password, and the devices on which it is logged in. */
export function LoginPanel() {
  const { t } = useTranslation('security');
  const member = useDeskState((state) => state.member);
  return (
    <>
      <header className={styles.head}>
        <h2>{t('title')}</h2>
        <p className={styles.hint}>{t('loggedInAs', { username: member?.username ?? '' })}</p>
      </header>
      <PasswordForm username={member?.username ?? ''} />
      <SecondFactor />
      <Passkeys />
      <SignOn />
      <Devices />
    </>
  );
}
