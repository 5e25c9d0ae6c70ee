import { useId, useState } from 'react';
import { renderSVG } from 'uqr';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from './commands.ts';
import { Field } from './field.tsx';
import styles from './login-panel.module.css';
import { SECOND_FACTOR } from './look-ups.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { StepForm } from './step-form.tsx';

/** What the person is doing about the authenticator app. */
type Step =
  | { readonly kind: 'none' }
  /** The present password is asked for. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'scanning'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'saving'; readonly codes: readonly string[] }
  | { readonly kind: 'removing' };

/** Sets up or removes the authenticator app whose codes the member's logins ask for. */
export function SecondFactor() {
  const { t } = useTranslation('security');
  const id = useId();
  const look = useLookUp(SECOND_FACTOR, {});
  const [step, setStep] = useState<Step>({ kind: 'none' });
  const end = () => setStep({ kind: 'none' });
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{t('factor.title')}</h3>
      <LookedUpPart
        look={look}
        draw={({ isOn, recoveryCodes }) => {
          switch (step.kind) {
            case 'none':
              return (
                <>
                  <p>{isOn ? t('factor.on', { count: recoveryCodes }) : t('factor.off')}</p>
                  <Button kind="plain" onClick={() => setStep({ kind: isOn ? 'removing' : 'starting' })}>
                    {t(isOn ? 'factor.remove' : 'factor.setUp')}
                  </Button>
                </>
              );
            case 'starting':
              return <Starting onBegun={(begun) => setStep({ kind: 'scanning', ...begun })} onCancel={end} />;
            case 'scanning':
              return <Scanning {...step} onConfirmed={(codes) => setStep({ kind: 'saving', codes })} onCancel={end} />;
            case 'saving':
              return <RecoveryCodes codes={step.codes} onDone={end} />;
            case 'removing':
              return <Removing onRemoved={end} onCancel={end} />;
          }
        }}
      />
    </section>
  );
}

function Starting(props: {
  readonly onBegun: (begun: { readonly secret: string; readonly uri: string }) => void;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation('security');
  const [present, setPresent] = useState('');
  return (
    <StepForm
      submit={t('factor.next')}
      isReady={present !== ''}
      run={() => beginSecondFactor(present)}
      onDone={props.onBegun}
      onCancel={props.onCancel}
    >
      <p>{t('factor.why')}</p>
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
}

function Scanning(props: {
  readonly secret: string;
  readonly uri: string;
  readonly onConfirmed: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation('security');
  const [code, setCode] = useState('');
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(props.uri, { border: 2 }))}`;
  return (
    <StepForm
      submit={t('factor.turnOn')}
      isReady={code !== ''}
      run={() => confirmSecondFactor(code)}
      onDone={({ recoveryCodes }) => props.onConfirmed(recoveryCodes)}
      onCancel={props.onCancel}
    >
      <p>{t('factor.scan')}</p>
      <div className={styles.scan}>
        <img src={picture} alt={t('factor.picture')} width={168} height={168} />
        <p>
          {t('factor.byHand')}
          <code className={styles.secret}>{props.secret.match(/.{1,4}/gu)?.join(' ')}</code>
        </p>
      </div>
      <Field
        label={t('factor.code')}
        type="text"
        autoComplete="one-time-code"
        value={code}
        isFirst
        onChange={setCode}
      />
    </StepForm>
  );
}

function Removing(props: { readonly onRemoved: () => void; readonly onCancel: () => void }) {
  const { t } = useTranslation('security');
  const [present, setPresent] = useState('');
  const [code, setCode] = useState('');
  return (
    <StepForm
      submit={t('factor.remove')}
      isReady={present !== '' && code !== ''}
      run={() => removeSecondFactor(present, code)}
      onDone={props.onRemoved}
      onCancel={props.onCancel}
    >
      <div className={styles.fields}>
        <Field
          label={t('password.present')}
          type="password"
          autoComplete="current-password"
          value={present}
          isFirst
          onChange={setPresent}
        />
        <Field
          label={t('factor.codeOrRecovery')}
          type="text"
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
        />
      </div>
    </StepForm>
  );
}
