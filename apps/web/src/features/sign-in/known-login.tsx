import { type FormEvent, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import styles from './authorize-dialog.module.css';
import { BroughtShops } from './brought-shops.tsx';
import { LoginField } from './login-field.tsx';

/** The form of a known login: the account is fixed, and the stored password is used unless another is typed. */
export function KnownLogin(props: {
  readonly connectionId: string;
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly onSubmit: (password: string) => void;
}) {
  const { t } = useTranslation('signIn');
  const shops = useDeskState((state) => state.shops);
  const [password, setPassword] = useState('');
  const ofLogin = [...shops.values()].filter((shop) => shop.connectionId === props.connectionId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit(password);
  };
  return (
    <form className={styles.body} noValidate onSubmit={submit} aria-busy={props.isBusy}>
      <div>
        <p className={styles.hint}>{t('again.text')}</p>
        <BroughtShops shops={ofLogin} />
      </div>
      <LoginField
        label={t('field.password')}
        hint={t('again.password')}
        problem={null}
        value={password}
        isSecret
        onChange={setPassword}
      />
      {props.problem !== null && (
        <p className={styles.bad} role="alert">
          {props.problem}
        </p>
      )}
      <p className={styles.hint}>{t('authorize.notice')}</p>
      <footer className={styles.actions}>
        <Button kind="primary" type="submit" data-first="" disabled={props.isBusy}>
          {t('again.submit')}
        </Button>
      </footer>
    </form>
  );
}
