import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { ChartBlock } from '../../base/figures/chart-block.tsx';
import { useTook } from '../../base/figures/took.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { clockTime, dayOf } from '../../base/texts/time-format.ts';
import { Select } from '../../ui/select.tsx';
import { byHour, type Part, type TeamFigures } from './figures.ts';

const SHOWN = ['median', 'waits'] as const;
type Shown = (typeof SHOWN)[number];
const SHOWN_TEXTS = { median: 'chart.median', waits: 'chart.waits' } as const;
const MINUTE_MS = 60_000;

interface ChartProps {
  readonly figures: TeamFigures;
  readonly onPick: (part: Part) => void;
}
type Speed = Pick<TeamFigures['hours'][number], 'waits' | 'median'>;
const NO_WAIT: Speed = { waits: 0, median: null };

/** How fast buyers were answered, or how many waited, over the hours or days of the period. */
export function TimeChart({ figures, isByHour, onPick }: ChartProps & { readonly isByHour: boolean }) {
  const { t } = useTranslation('teamFigures');
  const { t: shared } = useTranslation('figures');
  const [shown, setShown] = useState<Shown>('median');
  const { edges, series } = figures;
  const names = useMemo(
    () => edges.slice(0, -1).map((at) => (isByHour ? clockTime(at) : dayOf(at).slice(5))),
    [edges, isByHour],
  );
  const speeds = useMemo(() => {
    const known = new Map(series.map((one) => [one.bucket, one]));
    return names.map((_, bucket) => known.get(bucket) ?? NO_WAIT);
  }, [series, names]);
  return (
    <Speeds
      shown={shown}
      label={t(SHOWN_TEXTS[shown])}
      heading={isByHour ? shared('chart.hour') : shared('chart.day')}
      names={names}
      speeds={speeds}
      onPick={(bucket) => onPick({ of: 'bucket', bucket, name: names[bucket] ?? '' })}
    >
      <Select
        aria-label={shared('chart.show')}
        value={shown}
        onChange={({ currentTarget: { value } }) => setShown(SHOWN.find((one) => one === value) ?? 'median')}
      >
        {SHOWN.map((one) => (
          <option key={one} value={one}>
            {t(SHOWN_TEXTS[one])}
          </option>
        ))}
      </Select>
    </Speeds>
  );
}

const HOUR_NAMES = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

/** At which hours of the day buyers begin to wait. */
export function HourChart({ figures: { hours }, onPick }: ChartProps) {
  const { t } = useTranslation('teamFigures');
  const { t: shared } = useTranslation('figures');
  const speeds = useMemo(() => byHour<Speed>(hours, (one) => one, NO_WAIT), [hours]);
  return (
    <Speeds
      shown="waits"
      label={t('chart.hours')}
      heading={shared('chart.hour')}
      names={HOUR_NAMES}
      speeds={speeds}
      onPick={(hour) => onPick({ of: 'hour', hour, name: HOUR_NAMES[hour] ?? '' })}
    />
  );
}

function Speeds(props: {
  readonly shown: Shown;
  readonly label: string;
  readonly heading: string;
  readonly names: readonly string[];
  readonly speeds: readonly Speed[];
  readonly onPick: (index: number) => void;
  readonly children?: ReactNode;
}) {
  const { shown, label, heading, names, speeds, onPick, children } = props;
  const { t } = useTranslation('teamFigures');
  const locale = useLocale();
  const took = useTook();
  const values = useMemo(
    () => speeds.map(({ waits, median }) => (shown === 'waits' ? waits : (median ?? 0) / MINUTE_MS)),
    [shown, speeds],
  );
  const numberText = useCallback(
    (value: number) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value),
    [locale],
  );
  return (
    <ChartBlock
      label={label}
      names={names}
      values={values}
      numberText={numberText}
      headings={[heading, t(SHOWN_TEXTS[shown])]}
      cells={speeds.map(({ waits, median }) => (shown === 'waits' ? numberText(waits) : took(median)))}
      onPick={onPick}
    >
      {children}
    </ChartBlock>
  );
}
