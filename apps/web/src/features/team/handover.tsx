import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import { toast } from '../../ui/toasts.tsx';
import styles from './member-dialog.module.css';

/** What the new member needs to log in. Shown once: nobody can read the password afterwards. */
export function Handover(props: {
  readonly titleId: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('team');
  const { username, password } = props;
  const address = `${location.origin}/account/login`;
  const copy = () =>
    navigator.clipboard.writeText([address, username, password].join('\n')).then(
      () => toast('good', t('handover.copied')),
      () => toast('bad', t('handover.copyFailed')),
    );
  return (
    <div className={form.form}>
      <h2 id={props.titleId} className={form.title}>
        {t('handover.title', { name: props.name })}
      </h2>
      <p>{t('handover.text')}</p>
      <dl className={styles.facts}>
        <dt>{t('handover.address')}</dt>
        <dd>{address}</dd>
        <dt>{t('field.username')}</dt>
        <dd>{username}</dd>
        <dt>{t('field.password')}</dt>
        <dd>{password}</dd>
      </dl>
      <footer className={form.actions}>
        <Button kind="plain" onClick={() => void copy()}>
          {t('handover.copy')}
        </Button>
        <Button kind="primary" data-first="" onClick={props.onClose}>
          {t('done')}
        </Button>
      </footer>
    </div>
  );
}
