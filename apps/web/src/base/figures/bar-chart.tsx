import { useEffect, useRef } from 'react';
import Plot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useTheme } from '../theme.ts';
import styles from './figures.module.css';

/** Between two lines of the chart; whole numbers, because orders are counted by it as well. */
const STEPS = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** Bars over time. The table beside the chart says the same to people who cannot see it. */
export function BarChart(props: {
  readonly label: string;
  readonly names: readonly string[];
  readonly values: readonly number[];
  readonly numberText: (value: number) => string;
  /** Opens what is behind a bar, for people with a pointer; the table beside the chart has buttons for the others. */
  readonly onPick?: ((index: number) => void) | undefined;
}) {
  const { label, names, values, numberText, onPick } = props;
  const picking = useRef(onPick);
  useEffect(() => {
    picking.current = onPick;
  });
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const { current } = place;
    if (current === null) return;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = {
      stroke: colour('--text-2'),
      font: `12px ${style.getPropertyValue('--font-sans')}`,
      grid: { stroke: colour('--border'), width: 1 },
      ticks: { show: false },
    };
    const plot = new Plot(
      {
        width: current.clientWidth,
        height: current.clientHeight,
        // The theme stands in what is drawn, so that another theme draws anew.
        class: theme,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: false, range: [-0.6, names.length - 0.4] },
          y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            values: (_, at) => at.map((one) => names[one] ?? ''),
            incrs: [1, 2, 3, 5, 6, 10],
          },
          { ...axis, size: 60, incrs: STEPS, values: (_, at) => at.map((one) => numberText(one)) },
        ],
        series: [
          {},
          {
            stroke: colour('--accent'),
            fill: colour('--accent'),
            points: { show: false },
            ...(Plot.paths.bars === undefined ? {} : { paths: Plot.paths.bars({ size: [0.7, 48], radius: 0.15 }) }),
          },
        ],
      },
      [names.map((_, index) => index), [...values]],
      current,
    );
    const watcher = new ResizeObserver(() =>
      plot.setSize({ width: current.clientWidth, height: current.clientHeight }),
    );
    watcher.observe(current);
    const pick = ({ clientX }: MouseEvent) => {
      const { left } = plot.over.getBoundingClientRect();
      const index = Math.round(plot.posToVal(clientX - left, 'x'));
      if (index >= 0 && index < names.length) picking.current?.(index);
    };
    plot.over.addEventListener('click', pick);
    return () => {
      plot.over.removeEventListener('click', pick);
      watcher.disconnect();
      plot.destroy();
    };
  }, [names, values, numberText, theme]);
  return <div ref={place} className={styles.chart} data-opens={onPick !== undefined} role="img" aria-label={label} />;
}
