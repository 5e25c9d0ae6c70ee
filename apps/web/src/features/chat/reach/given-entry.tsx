import type { Change, MentionView } from '@pasar/api';
import { useEffect, useState } from 'react';
import { useDesk } from '../../../base/desk.tsx';
import { lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { useMay } from '../../../base/may.tsx';
import { MENTIONS } from '../together/note-look-ups.ts';
import type { GivenTellerProps } from './given-teller.tsx';
import { needGivenTexts } from './given-texts/need-texts.ts';

/** More than come until the code is loaded (our choice). */
const KEPT = 500;

const GivenTeller = lazyScreen<GivenTellerProps>(
  () => withTexts(needGivenTexts, () => import('./given-teller.tsx').then((code) => code.GivenTeller)),
  // The lists, the mentions and the page of remarks show it as well.
  { failed: () => null },
);

/** Listens for what somebody gives the member. What tells of it is loaded when that happens for the first time. */
export function GivenEntry() {
  const desk = useDesk();
  const [changes, setChanges] = useState<readonly Change[]>([]);
  useEffect(
    () =>
      desk.onTold((told) => {
        if (told.told !== 'changes') return;
        const giving = told.changes.filter(({ kind }) => kind === 'assigned' || kind === 'remarkAssigned');
        if (giving.length > 0) setChanges((held) => [...held, ...giving].slice(-KEPT));
      }),
    [desk],
  );
  const look = useLookUp(MENTIONS, {}, useMay(['chat']));
  const mentions = look.state === 'found' || look.state === 'stale' ? look.data.mentions : null;
  const [first, setFirst] = useState<readonly MentionView[] | null>(null);
  if (first === null && mentions !== null) setFirst(mentions);
  if (changes.length === 0 && mentions === first) return null;
  return <GivenTeller changes={changes} first={first} mentions={mentions} />;
}
