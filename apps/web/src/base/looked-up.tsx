import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import type { LookedUp } from './look-up.ts';
import styles from './looked-up.module.css';
import { failureText, mayHeal } from './texts/failure-text.ts';
import { useTranslation } from './texts/i18n.ts';

interface Part<Data> {
  readonly look: LookedUp<Data>;
}

/** A part of a screen that shows a look-up: that it is loading, why it is missing or stale, and the answer. */
export function LookedUpPart<Data>({ look, draw }: Part<Data> & { readonly draw: (data: Data) => ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <>
      {look.state === 'waiting' && <p className={styles.waiting}>{t('lookUp.waiting')}</p>}
      <LookUpProblem look={look} />
      {(look.state === 'found' || look.state === 'stale') && draw(look.data)}
    </>
  );
}

/** Why the look-up failed; nothing while it has not failed. */
export function LookUpProblem({ look }: Part<unknown>) {
  const { t } = useTranslation('common');
  if (look.state === 'waiting' || look.state === 'found' || look.failure === null) return null;
  const why = failureText(look.failure, t);
  return (
    <p className={mayHeal(look.failure) ? styles.bad : styles.final} role="alert" data-look-up={look.state}>
      {look.state === 'stale' ? t('lookUp.stale', { why }) : why}{' '}
      {mayHeal(look.failure) && (
        <Button kind="link" onClick={look.again}>
          {t('tryAgain')}
        </Button>
      )}
    </p>
  );
}
