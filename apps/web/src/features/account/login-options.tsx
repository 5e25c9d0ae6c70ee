import { Checkbox } from 'antd';
import { Link } from 'react-router';
import { REGISTER_ABROAD_PATH, REGISTER_PATH, RESET_PATH } from '../../base/guard.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { useUiConfig } from '../../base/ui-config.ts';
import styles from './login-options.module.css';

const KEY = 'pasar.isRemembered';
/** Checked at first, and then as it was at the last login in this browser. */
export const wasRemembered = (): boolean => localStorage.getItem(KEY) !== 'no';
export const keepRemembered = (isRemembered: boolean): void => localStorage.setItem(KEY, isRemembered ? 'yes' : 'no');

/** Whether the login is a long one, and the way to a new password where the server can send a code. */
export function LoginOptions(props: {
  readonly isRemembered: boolean;
  readonly onRemember: (isRemembered: boolean) => void;
}) {
  const { t } = useTranslation('account');
  const { features } = useUiConfig();
  return (
    <div className={styles.options}>
      <Checkbox checked={props.isRemembered} onChange={(event) => props.onRemember(event.target.checked)}>
        {t('remember')}
      </Checkbox>
      {(features.resetByMobile || features.resetByEmail) && <Link to={RESET_PATH}>{t('forgot')}</Link>}
    </div>
  );
}

/** The ways to an account of one's own, where the server lets strangers make one. */
export function RegisterLinks() {
  const { t } = useTranslation('account');
  const { features } = useUiConfig();
  if (!features.registerByMobile && !features.registerByEmail) return null;
  return (
    <p className={styles.register}>
      {t('register.first')}
      {features.registerByMobile && <Link to={REGISTER_PATH}>{t('register.mobile')}</Link>}
      {features.registerByEmail && <Link to={REGISTER_ABROAD_PATH}>{t('register.email')}</Link>}
    </p>
  );
}
