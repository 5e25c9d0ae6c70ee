import { useEffect, useState } from 'react';
import styles from './tips.module.css';

const SHOW_AFTER_MS = 400;
interface Tip {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly side: Side;
}
type Side = 'above' | 'below' | 'before' | 'after';

/**
 * The one tip of the window: shows the `data-tip` of the element under the pointer or with the keyboard focus, below it,
 * or with `data-tip-beside` before or after the line in which the element stands, where it covers no other line. The
 * element's name or description must contain the text too, because a tip must never be its only place.
 */
export function Tips() {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setTip(null);
    };
    const show = (event: Event, delayMs: number) => {
      hide();
      const holder = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;
      const text = holder?.dataset.tip;
      if (holder === null || text === undefined || text === '') return;
      timer = setTimeout(() => setTip(place(holder, text)), delayMs);
    };
    const onPointer = (event: Event) => show(event, SHOW_AFTER_MS);
    const onFocus = (event: Event) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event, 0);
    };
    const listeners = [
      ['pointerover', onPointer],
      ['focusin', onFocus],
      ['pointerdown', hide],
      ['focusout', hide],
      ['keydown', hide],
      ['wheel', hide],
      ['dragenter', hide],
    ] as const;
    for (const [name, listener] of listeners) document.addEventListener(name, listener, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
    };
  }, []);
  if (tip === null) return null;
  return (
    <div
      ref={overDialogs}
      popover="manual"
      className={styles[tip.side]}
      style={{ left: tip.x, top: tip.y }}
      aria-hidden="true"
    >
      {tip.text}
    </div>
  );
}

/** In the browser's top layer, which is the only way over a modal dialog. */
const overDialogs = (box: HTMLElement | null): void => box?.showPopover();

const EDGE = 90;
/** The width of a time with its date. */
const BESIDE = 150;
const GAP = 6;

function place(holder: HTMLElement, text: string): Tip {
  const box = holder.getBoundingClientRect();
  const line = holder.parentElement?.getBoundingClientRect() ?? box;
  const y = box.top + box.height / 2;
  const { tipBeside } = holder.dataset;
  if (tipBeside === 'before' && line.left > BESIDE) return { text, x: line.left - GAP, y, side: 'before' };
  if (tipBeside === 'after' && line.right + BESIDE < innerWidth) return { text, x: line.right + GAP, y, side: 'after' };
  const isAbove = box.bottom + 44 > innerHeight;
  const x = Math.min(innerWidth - EDGE, Math.max(EDGE, box.left + box.width / 2));
  return { text, x, y: isAbove ? box.top - GAP : box.bottom + GAP, side: isAbove ? 'above' : 'below' };
}
