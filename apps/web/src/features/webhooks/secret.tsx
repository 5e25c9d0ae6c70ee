import { useEffect, useRef } from 'react';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import { toast } from '../../ui/toasts.tsx';
import styles from './webhooks-panel.module.css';

/** The secret of a webhook, shown once: nobody can read it afterwards. */
export function Secret(props: { readonly titleId: string; readonly secret: string; readonly onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const whole = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => whole.current?.querySelector<HTMLElement>('[data-first]')?.focus(), []);
  const copy = () =>
    navigator.clipboard.writeText(props.secret).then(
      () => toast('good', t('secret.copied')),
      () => toast('bad', t('secret.copyFailed')),
    );
  return (
    <div ref={whole} className={form.form}>
      <h2 id={props.titleId} className={form.title}>
        {t('secret.title')}
      </h2>
      <p>{t('secret.text')}</p>
      <output className={styles.secret}>{props.secret}</output>
      <footer className={form.actions}>
        <Button kind="plain" onClick={() => void copy()}>
          {t('secret.copy')}
        </Button>
        <Button kind="primary" data-first="" onClick={props.onClose}>
          {t('done')}
        </Button>
      </footer>
    </div>
  );
}
