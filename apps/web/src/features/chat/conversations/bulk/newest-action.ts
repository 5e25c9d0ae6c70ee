import { lookUps } from '../../../../base/look-up.ts';
import { presentTime } from '../../../../ui/use-now.ts';
import { BULK_ACTIONS } from './look-ups.ts';

/** An action that ended longer ago is not shown by itself (our choice). */
const SHOWN_MS = 600_000;
/** The actions that the member has closed in this window. */
const closed = new Set<string>();
export const closeAction = (bulkId: string): void => void closed.add(bulkId);

/** The member's newest action until the marketplaces were told, and for a while after; null without one. */
export async function newestAction(): Promise<string | null> {
  const { actions } = await lookUps.client.fetchQuery(lookUps.queryOf(BULK_ACTIONS, {}, true));
  const [newest] = actions;
  if (newest === undefined || closed.has(newest.bulkId)) return null;
  const { bulkId, endedAt, toTell } = newest;
  return endedAt === null || toTell > 0 || presentTime() - endedAt < SHOWN_MS ? bulkId : null;
}
