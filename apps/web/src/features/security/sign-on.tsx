import { useId, useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { useUiConfig } from '../../base/ui-config.ts';
import { Button } from '../../ui/button.tsx';
import { beginSignOnLink, removeSignOnLink } from './commands.ts';
import { Field } from './field.tsx';
import styles from './login-panel.module.css';
import { SIGN_ON } from './look-ups.ts';
import { StepForm } from './step-form.tsx';

/** Links the member to a person at the provider of the single sign-on, where the server has one. */
export function SignOn() {
  const { singleSignOn } = useUiConfig();
  return singleSignOn === null ? null : <LinkPart provider={singleSignOn} />;
}

function LinkPart({ provider }: { readonly provider: string }) {
  const { t } = useTranslation('security');
  const id = useId();
  const look = useLookUp(SIGN_ON, {});
  const [isAsking, setIsAsking] = useState(false);
  const [present, setPresent] = useState('');
  const end = () => {
    setIsAsking(false);
    setPresent('');
  };
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{t('signOn.title')}</h3>
      <LookedUpPart
        look={look}
        draw={({ linkedAt }) => {
          const submit = linkedAt === null ? t('signOn.link', { provider }) : t('signOn.unlink');
          if (!isAsking) {
            return (
              <>
                <p className={styles.hint}>
                  {linkedAt === null
                    ? t('signOn.text', { provider })
                    : t('signOn.linked', { provider, linkedAt: fullTime(linkedAt) })}
                </p>
                <Button kind="plain" onClick={() => setIsAsking(true)}>
                  {submit}
                </Button>
              </>
            );
          }
          return (
            <StepForm<{ readonly url?: string }>
              submit={submit}
              isReady={present !== ''}
              run={() => (linkedAt === null ? beginSignOnLink(present) : removeSignOnLink(present))}
              onDone={({ url }) => (url === undefined ? end() : location.assign(url))}
              onCancel={end}
            >
              <Field
                label={t('password.present')}
                type="password"
                autoComplete="current-password"
                value={present}
                isFirst
                onChange={setPresent}
              />
            </StepForm>
          );
        }}
      />
    </section>
  );
}
