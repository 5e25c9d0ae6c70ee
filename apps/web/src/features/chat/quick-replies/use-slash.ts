import { type RefObject, useCallback, useEffect, useState } from 'react';
import { type Slash, slashAt } from './slash.ts';

/** After each of these the text or the cursor may be another. */
const MOVES = ['input', 'keyup', 'click', 'focus'] as const;

/** The slash behind which the cursor stands, while the composer has the focus; null for none. */
export function useSlash(box: RefObject<HTMLTextAreaElement | null>) {
  const [slash, setSlash] = useState<Slash | null>(null);
  /** Where the slash stands whose list was closed: it stays closed until another slash asks for one. */
  const [closed, setClosed] = useState<number | null>(null);
  useEffect(() => {
    const area = box.current;
    if (area === null) return;
    const look = () => {
      const now = area.selectionStart === area.selectionEnd ? slashAt(area.value, area.selectionStart) : null;
      setSlash((held) => (held?.from === now?.from && held?.to === now?.to && held?.words === now?.words ? held : now));
      setClosed((held) => (held === now?.from ? held : null));
    };
    const leave = () => setSlash(null);
    for (const move of MOVES) area.addEventListener(move, look);
    area.addEventListener('blur', leave);
    // The code may come after the first words.
    if (document.activeElement === area) look();
    return () => {
      for (const move of MOVES) area.removeEventListener(move, look);
      area.removeEventListener('blur', leave);
    };
  }, [box]);
  const close = useCallback(() => setClosed(slash?.from ?? null), [slash]);
  return { slash: slash === null || slash.from === closed ? null : slash, close };
}
