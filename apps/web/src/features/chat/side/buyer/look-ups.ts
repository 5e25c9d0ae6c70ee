import { CALLS } from '@pasar/api';
import type { LookedUp, LookUp } from '../../../../base/look-up.ts';

/** From the database alone: what the panel shows until the marketplace has answered. */
export const RECORD: LookUp<typeof CALLS.buyers.buyerRecord> = {
  call: CALLS.buyers.buyerRecord,
  freshMs: 60_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
/** As old as the answer may be that the server gives again. */
export const PROFILE: LookUp<typeof CALLS.buyers.buyerProfile> = {
  call: CALLS.buyers.buyerProfile,
  freshMs: 120_000,
  againMs: 300_000,
  staleBy: { change: null, calls: [CALLS.buyers.blockBuyer] },
};
export const ORDERS: LookUp<typeof CALLS.buyers.buyerOrders> = {
  call: CALLS.buyers.buyerOrders,
  freshMs: 600_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};
/** The stream tells every change of notes. */
export const NOTES: LookUp<typeof CALLS.buyers.buyerNotes> = {
  call: CALLS.buyers.buyerNotes,
  freshMs: 600_000,
  againMs: null,
  staleBy: {
    change: ({ kind }) => kind === 'buyerNotes',
    calls: [CALLS.buyers.writeBuyerNote, CALLS.buyers.changeBuyerNote, CALLS.buyers.deleteBuyerNote],
  },
};

/** The answer that is known, however old. */
export const dataOf = <Data>(look: LookedUp<Data>): Data | null =>
  look.state === 'found' || look.state === 'stale' ? look.data : null;

/** Whether a newer answer is under way while the earlier one is shown. */
export const isAskedAgain = (look: LookedUp<unknown>): boolean => look.state === 'stale' && look.failure === null;
