import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './divider.module.css';

export interface DividerProps {
  readonly label: string;
  /** The pane it sizes, for assistive technology. */
  readonly controls: string;
  /** Pixels. */
  readonly width: number;
  readonly min: number;
  readonly max: number;
  /** On which side of the divider the pane lies. */
  readonly side: 'before' | 'after';
  readonly onResize: (width: number) => void;
  /** Called by a double click, which restores the default width. */
  readonly onReset: () => void;
}

const STEP = 16;

/** A line between panes that can be dragged; arrow keys move it by 16 px, Home and End to its limits. */
export function Divider({ label, controls, width, min, max, side, onResize, onReset }: DividerProps) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const sign = side === 'before' ? 1 : -1;
  const resize = (to: number) => onResize(Math.round(Math.min(max, Math.max(min, to))));
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (start.current !== null) resize(start.current.width + sign * (event.clientX - start.current.x));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const to = {
      ArrowLeft: width - sign * STEP,
      ArrowRight: width + sign * STEP,
      Home: min,
      End: max,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    resize(to);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable separator is a control; hr is not.
    <div
      role="separator"
      tabIndex={0}
      className={styles.divider}
      aria-label={label}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = null;
      }}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
    />
  );
}
