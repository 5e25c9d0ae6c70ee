import { TIMER_STATES, type TimerState } from '@pasar/domain';
import { useState } from 'react';
import { KeyedPage } from '../../base/keyed-page.tsx';
import { useLookUpPages } from '../../base/look-up-pages.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, Chips } from '../../ui/chips.tsx';
import { Empty } from '../../ui/empty.tsx';
import table from '../../ui/table.module.css';
import { TIMER_QUEUE } from './look-ups.ts';
import styles from './timer.module.css';
import { TimerRow } from './timer-row.tsx';

const FILTER_TEXTS = { failed: 'failed', running: 'running', waiting: 'waiting' } as const;

/** The queue of timed and long work: what failed, what runs and what is due (spec 1 §2, `/timer/index`). */
export function TimerPage() {
  const { t } = useTranslation('timer');
  return (
    <KeyedPage keys={['chat', 'batchReply', 'orderCare']} title={t('title')} text={t('text')} scrolls>
      <Tasks />
    </KeyedPage>
  );
}

function Tasks() {
  const { t } = useTranslation('timer');
  const [state, setState] = useState<TimerState | null>(null);
  const { look, more, isMoreComing } = useLookUpPages({
    lookUp: TIMER_QUEUE,
    inputOf: (cursor) => ({ ...(state === null ? {} : { state }), pageNo: Number(cursor ?? 1) }),
    nextOf: ({ next }) => (next === null ? null : String(next)),
    isWanted: true,
  });
  const counts = look.state === 'found' || look.state === 'stale' ? look.data[0]?.counts : undefined;
  const counted = (name: string, count: number | undefined) => (count === undefined ? name : `${name} ${count}`);
  return (
    <div className={styles.tasks}>
      <Chips label={t('filter')}>
        <Chip isOn={state === null} onPress={() => setState(null)}>
          {t('all')}
        </Chip>
        {TIMER_STATES.map((one) => (
          <Chip key={one} isOn={one === state} onPress={() => setState(one)}>
            {counted(t(FILTER_TEXTS[one]), counts?.[one])}
          </Chip>
        ))}
      </Chips>
      <LookedUpPart
        look={look}
        draw={(pages) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0 && state !== null) return <Empty icon="clock" title={t('none.filter')} />;
          if (entries.length === 0) return <Empty icon="clock" title={t('none')} text={t('none.text')} />;
          return (
            <table className={`${table.table} ${styles.table}`} aria-label={t('list')}>
              <thead>
                <tr>
                  <th>{t('column.what')}</th>
                  <th>{t('column.about')}</th>
                  <th>{t('column.when')}</th>
                  <th>{t('column.state')}</th>
                  <th aria-label={t('column.actions')} />
                </tr>
              </thead>
              <tbody>
                {entries.map((entry) => (
                  <TimerRow key={entry.taskId} entry={entry} />
                ))}
              </tbody>
            </table>
          );
        }}
      />
      {more !== null && (
        <Button kind="plain" onClick={more}>
          {t('more')}
        </Button>
      )}
      {isMoreComing && <p role="status">{t('coming')}</p>}
    </div>
  );
}
