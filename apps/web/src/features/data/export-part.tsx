import type { ExportStateView } from '@pasar/api';
import { useId, useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import section from '../../ui/section.module.css';
import styles from './data-panel.module.css';
import { ExportDialog } from './export-dialog.tsx';
import { EXPORT_PROGRESS, EXPORT_STATE } from './look-ups.ts';

/** A ticket that nobody used is nothing that is under way. */
const ASKED_MS = 60_000;
const isUnderWay = ({ state, askedAt }: ExportStateView): boolean =>
  state === 'running' || (state === 'asked' && Date.now() - (askedAt ?? 0) < ASKED_MS);

/** Asks for a file with everything, and shows how far it is. */
export function ExportPart() {
  const { t } = useTranslation('data');
  const id = useId();
  const [isAsking, setIsAsking] = useState(false);
  const look = useLookUp(EXPORT_STATE, {});
  const isRunning = 'data' in look && isUnderWay(look.data);
  useLookUp(EXPORT_PROGRESS, {}, isRunning);
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{t('export.title')}</h3>
      <p className={section.hint}>{t('export.hint')}</p>
      <LookedUpPart look={look} draw={(state) => <Progress state={state} isRunning={isUnderWay(state)} />} />
      <Button kind="plain" disabled={isRunning} onClick={() => setIsAsking(true)}>
        {t('export.button')}
      </Button>
      {isAsking && <ExportDialog onClose={() => setIsAsking(false)} />}
    </section>
  );
}

function Progress({ state, isRunning }: { readonly state: ExportStateView; readonly isRunning: boolean }) {
  const { t } = useTranslation('data');
  const locale = useLocale();
  const { tablesDone, tablesTotal, askedAt } = state;
  const facts = {
    rows: state.rowsDone,
    size: new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
      state.bytes / 1_000_000,
    ),
    time: askedAt === null ? '' : fullTime(askedAt),
  };
  if (isRunning) {
    return (
      <>
        <progress
          className={styles.bar}
          aria-label={t('export.title')}
          value={tablesDone}
          max={Math.max(tablesTotal, 1)}
        />
        <p>{t('export.running', facts)}</p>
      </>
    );
  }
  switch (state.state) {
    case 'none':
    case 'asked':
      return null;
    case 'running':
    case 'failed':
      return <p role="alert">{t('export.failed', facts)}</p>;
    case 'too_large':
      return <p role="alert">{t('export.tooLarge')}</p>;
    case 'done':
      return <p>{t('export.done', facts)}</p>;
  }
}
