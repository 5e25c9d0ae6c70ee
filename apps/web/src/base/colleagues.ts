import { CALLS, type CallOutput } from '@pasar/api';
import { useDeskState } from './desk.tsx';
import { type LookUp, useLookUp } from './look-up.ts';
import { useMay } from './may.tsx';

/** The names and groups of the account's members. The stream tells when they have changed. */
export const COLLEAGUES: LookUp<typeof CALLS.chat.colleagues> = {
  call: CALLS.chat.colleagues,
  freshMs: 600_000,
  againMs: null,
  staleBy: { change: ({ kind }) => kind === 'colleagues', calls: [] },
};

/** A colleague's name; null while the names are not here, for a member who is gone, and for nobody. */
export function useColleagueName(memberId: string | null): string | null {
  const look = useLookUp(COLLEAGUES, {}, memberId !== null);
  if (look.state !== 'found' && look.state !== 'stale') return null;
  return look.data.members.find((one) => one.memberId === memberId)?.name ?? null;
}

/** Whether the account has more than one member; no while that is not known. */
export function useIsInTeam(): boolean {
  const mayChat = useMay(['chat']);
  const look = useLookUp(COLLEAGUES, {}, mayChat);
  return mayChat && (look.state === 'found' || look.state === 'stale') && look.data.members.length > 1;
}

type Colleagues = CallOutput<typeof CALLS.chat.colleagues>['members'];

/** The persons besides the one at this window, by name; none while they are not known. */
export function useOtherColleagues(): Colleagues {
  const own = useDeskState(({ member }) => member?.memberId);
  const look = useLookUp(COLLEAGUES, {});
  const members = look.state === 'found' || look.state === 'stale' ? look.data.members : [];
  return members.filter(({ memberId, isPerson }) => isPerson && memberId !== own);
}
