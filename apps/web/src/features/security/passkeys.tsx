import { MOST_PASSKEYS, type PasskeyView } from '@pasar/api';
import { useId, useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { dayOf, fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { removePasskey } from './commands.ts';
import { deviceOf } from './device-name.ts';
import { Field } from './field.tsx';
import styles from './login-panel.module.css';
import { PASSKEYS } from './look-ups.ts';
import { canUsePasskeys, makePasskey } from './passkey-ceremony.ts';
import { FAULT_TEXTS } from './passkey-texts.ts';
import { StepForm } from './step-form.tsx';

/** What the person is doing about the passkeys. */
type Step =
  | { readonly kind: 'none' }
  | { readonly kind: 'adding' }
  | { readonly kind: 'removing'; readonly passkey: PasskeyView };

/** The passkeys of the member, with the ways to add and to remove one. */
export function Passkeys() {
  const { t } = useTranslation('security');
  const id = useId();
  const look = useLookUp(PASSKEYS, {});
  const [step, setStep] = useState<Step>({ kind: 'none' });
  const end = () => setStep({ kind: 'none' });
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{t('passkeys.title')}</h3>
      <LookedUpPart
        look={look}
        draw={({ passkeys }) => {
          if (step.kind === 'adding') return <Adding onEnd={end} />;
          if (step.kind === 'removing') return <Removing passkey={step.passkey} onEnd={end} />;
          return (
            <>
              <p className={styles.hint}>{t(canUsePasskeys() ? 'passkeys.text' : 'passkeys.cannot')}</p>
              {passkeys.length > 0 && (
                <ul className={styles.devices}>
                  {passkeys.map((passkey) => (
                    <Kept
                      key={passkey.passkeyId}
                      passkey={passkey}
                      onRemove={() => setStep({ kind: 'removing', passkey })}
                    />
                  ))}
                </ul>
              )}
              <Button
                kind="plain"
                disabled={!canUsePasskeys() || passkeys.length >= MOST_PASSKEYS}
                onClick={() => setStep({ kind: 'adding' })}
              >
                {t('passkeys.add')}
              </Button>
            </>
          );
        }}
      />
    </section>
  );
}

function Kept({ passkey, onRemove }: { readonly passkey: PasskeyView; readonly onRemove: () => void }) {
  const { t } = useTranslation('security');
  const name = passkey.name === '' ? t('passkeys.unnamed') : passkey.name;
  const addedAt = fullTime(passkey.createdAt);
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <span className={styles.hint}>
          {passkey.usedAt === null
            ? t('passkeys.neverUsed', { addedAt })
            : t('passkeys.used', { addedAt, usedAt: dayOf(passkey.usedAt) })}
        </span>
      </span>
      <Button kind="plain" aria-label={t('passkeys.removeNamed', { name })} onClick={onRemove}>
        {t('factor.remove')}
      </Button>
    </li>
  );
}

function Adding({ onEnd }: { readonly onEnd: () => void }) {
  const { t } = useTranslation('security');
  const [present, setPresent] = useState('');
  const [name, setName] = useState(proposedName);
  const run = async () => {
    const outcome = await makePasskey(present, name);
    return 'fault' in outcome ? { ok: false as const, words: t(FAULT_TEXTS[outcome.fault]) } : outcome;
  };
  return (
    <StepForm submit={t('factor.next')} isReady={present !== ''} run={run} onDone={onEnd} onCancel={onEnd}>
      <p>{t('passkeys.adding')}</p>
      <div className={styles.fields}>
        <Field
          label={t('password.present')}
          type="password"
          autoComplete="current-password"
          value={present}
          isFirst
          onChange={setPresent}
        />
        <Field label={t('passkeys.name')} type="text" autoComplete="off" value={name} onChange={setName} />
      </div>
    </StepForm>
  );
}

const proposedName = (): string => {
  const { browser, system } = deviceOf(navigator.userAgent);
  return [browser, system].filter((part) => part !== null).join(' · ');
};

function Removing({ passkey, onEnd }: { readonly passkey: PasskeyView; readonly onEnd: () => void }) {
  const { t } = useTranslation('security');
  const [present, setPresent] = useState('');
  return (
    <StepForm
      submit={t('factor.remove')}
      isReady={present !== ''}
      run={() => removePasskey(passkey.passkeyId, present)}
      onDone={onEnd}
      onCancel={onEnd}
    >
      <p>{t('passkeys.removing', { name: passkey.name === '' ? t('passkeys.unnamed') : passkey.name })}</p>
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
