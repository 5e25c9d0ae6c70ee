import type { CALLS, CallOutput } from '@pasar/api';
import type { ReadingSubject } from '@pasar/domain';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useDeskState } from '../desk.tsx';
import type { LookedUp } from '../look-up.ts';
import { useLookUp } from '../look-up.ts';
import { LookUpProblem } from '../looked-up.tsx';
import { shopName } from '../shops/health.ts';
import { durationText } from '../texts/duration-text.ts';
import { failureText } from '../texts/failure-text.ts';
import { useLocale, useTranslation } from '../texts/i18n.ts';
import { refusalText } from '../texts/refusal-text.ts';
import { fullTime } from '../texts/time-format.ts';
import { readNow as askToRead, stopReading } from './commands.ts';
import { READINGS } from './look-ups.ts';
import { type Reading, readingOf } from './reading.ts';
import { ReadingDialog } from './reading-dialog.tsx';
import styles from './reading-line.module.css';

type Readings = CallOutput<typeof CALLS.readings.readings>;

/** Reads the list of all shops now, and says whether it will be; a refusal is told. */
export function useReadNow(subject: ReadingSubject): () => Promise<boolean> {
  const { t: common } = useTranslation('common');
  return async () => {
    const result = await askToRead(subject);
    if (!result.ok) toast('bad', failureText(result.failure, common));
    return result.ok;
  };
}

/** How new a list of all shops is, which shops could not be read, and the buttons that read them or stop. */
export function ReadingLine({ subject }: { readonly subject: ReadingSubject }) {
  const { t } = useTranslation('readings');
  const { t: common } = useTranslation('common');
  const [areFailedShown, setAreFailedShown] = useState(false);
  const [isSetting, setIsSetting] = useState(false);
  const look: LookedUp<Readings> = useLookUp(READINGS, { subject });
  const readNow = useReadNow(subject);
  const stop = async () => {
    const result = await stopReading(subject);
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  const data = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const reading = data === null ? null : readingOf(data.readings);
  return (
    <section className={styles.reading} aria-label={t('reading.label')}>
      <div className={styles.line}>
        {reading !== null && <State reading={reading} />}
        {reading !== null && reading.failed.length > 0 && (
          <button
            type="button"
            className={styles.failed}
            aria-expanded={areFailedShown}
            onClick={() => setAreFailedShown(!areFailedShown)}
          >
            {t('reading.failed', { count: reading.failed.length })}
          </button>
        )}
        {reading !== null && reading.shops > 0 && (
          <>
            {reading.running.length > 0 ? (
              <Button kind="link" onClick={() => void stop()}>
                {t('reading.stop')}
              </Button>
            ) : (
              <Button kind="link" onClick={() => void readNow()}>
                {t('reading.now')}
              </Button>
            )}
            <Button kind="link" aria-haspopup="dialog" onClick={() => setIsSetting(true)}>
              {t('reading.every', { count: data?.everyMinutes ?? 0 })}
            </Button>
          </>
        )}
      </div>
      <LookUpProblem look={look} />
      {areFailedShown && reading !== null && <Failed reading={reading} />}
      {isSetting && data !== null && (
        <ReadingDialog subject={subject} everyMinutes={data.everyMinutes} onClose={() => setIsSetting(false)} />
      )}
    </section>
  );
}

function State({ reading }: { readonly reading: Reading }) {
  const { t } = useTranslation('readings');
  const locale = useLocale();
  const now = useNow();
  const { shops, running, waiting, progress, readAt, unreadable, nextAt } = reading;
  if (running.length > 0) {
    const words = t('reading.running', { count: running.length, found: reading.found });
    return (
      <span className={styles.state} role="status">
        <progress className={styles.progress} aria-label={words} max={1} value={progress ?? undefined} />
        {words}
      </span>
    );
  }
  const facts = [
    ...(readAt === null
      ? []
      : [t('reading.read', { duration: durationText(now - readAt, locale) }), t('reading.shops', { count: shops })]),
    ...(waiting.length > 0 ? [t('reading.waiting', { count: waiting.length })] : []),
    ...(unreadable > 0 ? [t('reading.unreadable', { count: unreadable })] : []),
  ];
  const tip = nextAt === null ? undefined : t('reading.next', { time: fullTime(nextAt) });
  return (
    <span className={styles.state} role="status" data-tip={tip}>
      {facts.length === 0 ? t('reading.never') : facts.join(' · ')}
    </span>
  );
}

/** The shops that could not be read, each with the reason. */
function Failed({ reading: { failed } }: { readonly reading: Reading }) {
  const { t } = useTranslation('readings');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  return (
    <ul className={styles.why} aria-label={t('reading.failedShops')}>
      {failed.map(({ shopId, refusal }) => {
        const shop = shops.get(shopId);
        if (shop === undefined) return null;
        return (
          <li key={shopId}>
            <strong>{shopName(shop)}</strong> {refusal !== null && refusalText(refusal, locale, common)}
          </li>
        );
      })}
    </ul>
  );
}
