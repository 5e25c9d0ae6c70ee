import type { CALLS, CallOutput } from '@pasar/api';
import { TIMER_KINDS, TIMER_STATES, type TimerKind, type TimerState } from '@pasar/domain';
import { useState } from 'react';
import { KeyedPage } from '../../base/keyed-page.tsx';
import { useLookUpPages } from '../../base/look-up-pages.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, Chips } from '../../ui/chips.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Select } from '../../ui/select.tsx';
import table from '../../ui/table.module.css';
import { TIMER_QUEUE } from './look-ups.ts';
import { KIND_TEXTS, STATE_TEXTS } from './texts.ts';
import styles from './timer.module.css';
import { TimerRow } from './timer-row.tsx';

/** The queue of timed and long work: what failed, what runs and what is due (spec 1 §2, `/timer/index`). */
export function TimerPage() {
  const { t } = useTranslation('timer');
  return (
    <KeyedPage keys={['chat', 'batchReply', 'orderCare']} title={t('title')} text={t('text')} scrolls>
      <Tasks />
    </KeyedPage>
  );
}

type Counted = CallOutput<typeof CALLS.timer.timerQueue>['counts'][number];

function Tasks() {
  const { t } = useTranslation('timer');
  const [kind, setKind] = useState<TimerKind | null>(null);
  const [state, setState] = useState<TimerState | null>(null);
  const { look, more, isMoreComing } = useLookUpPages({
    lookUp: TIMER_QUEUE,
    inputOf: (after) => ({
      ...(kind === null ? {} : { kind }),
      ...(state === null ? {} : { state }),
      ...(after === null ? {} : { after }),
    }),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  const counts = look.state === 'found' || look.state === 'stale' ? look.data[0]?.counts : undefined;
  const counted = (name: string, of: Partial<Pick<Counted, 'kind' | 'state'>>) => {
    if (counts === undefined) return name;
    const { kind: ofKind = null, state: ofState } = of;
    const meant = counts.filter(
      (one) => (ofKind === null || one.kind === ofKind) && (ofState === undefined || one.state === ofState),
    );
    return `${name} ${meant.reduce((sum, { count }) => sum + count, 0)}`;
  };
  const kinds = TIMER_KINDS.filter((one) => one === kind || counts?.some((counted) => counted.kind === one));
  return (
    <div className={styles.tasks}>
      <Select
        className={styles.kind ?? ''}
        aria-label={t('column.what')}
        value={kind ?? ''}
        onChange={({ currentTarget: { value } }) => setKind(TIMER_KINDS.find((one) => one === value) ?? null)}
      >
        <option value="">{t('kinds.all')}</option>
        {kinds.map((one) => (
          <option key={one} value={one}>
            {counted(t(KIND_TEXTS[one]), { kind: one })}
          </option>
        ))}
      </Select>
      <Chips label={t('filter')}>
        <Chip isOn={state === null} onPress={() => setState(null)}>
          {t('all')}
        </Chip>
        {TIMER_STATES.map((one) => (
          <Chip key={one} isOn={one === state} onPress={() => setState(one)}>
            {counted(t(STATE_TEXTS[one]), { state: one, ...(kind === null ? {} : { kind }) })}
          </Chip>
        ))}
      </Chips>
      <LookedUpPart
        look={look}
        draw={(pages) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0 && (state !== null || kind !== null))
            return <Empty icon="clock" title={t('none.filter')} />;
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
