import { HistoryFetcher } from '../history.ts';
import { readParcels } from '../parcels.ts';
import { readDueLists } from '../readings/read-lists.ts';
import { refreshShopFacts, SHOP_FACTS_MS } from '../shop-facts.ts';
import { applySettings } from '../wishes.ts';
import { compareAgain } from './compare.ts';
import { lookAgain } from './doubts.ts';
import type { Duty, Round } from './duty.ts';
import { keepListening } from './stream.ts';

/** A row for each duty of a connection: its name, what wakes it, and what it does. */
export const DUTIES: Readonly<Record<string, Duty>> = {
  stream: { wokenBy: [], begin: keepListening },
  compare: { wokenBy: ['gap'], begin: compareAgain },
  send: { wokenBy: ['work', 'found', 'live'], begin: ({ sender }) => repeated(null, () => sender.pump()) },
  settings: {
    wokenBy: ['work', 'found'],
    begin: ({ context, session, signal }) => repeated(null, () => applySettings(context, session, signal)),
  },
  history: {
    wokenBy: ['work', 'found'],
    begin: ({ context, session }) => {
      const history = new HistoryFetcher(context);
      return repeated(null, () => history.fetchWanted(session));
    },
  },
  readings: {
    wokenBy: ['work', 'found'],
    begin: ({ context, session, signal }) => repeated(null, () => readDueLists(context, session, signal)),
  },
  // A member who asks for a stage wakes it.
  parcels: { wokenBy: ['work'], begin: readParcels },
  facts: {
    wokenBy: [],
    begin: ({ context, session, signal }) => repeated(SHOP_FACTS_MS, () => refreshShopFacts(context, session, signal)),
  },
  doubts: { wokenBy: ['found'], begin: lookAgain },
};

/** Repeats `run` after `everyMs`; with null, only when an occasion wakes the duty. */
function repeated(everyMs: number | null, run: () => Promise<void>): Round {
  return async () => {
    await run();
    return everyMs;
  };
}
