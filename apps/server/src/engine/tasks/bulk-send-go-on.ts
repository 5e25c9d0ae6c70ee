import type { Transaction } from '../../storage/database.ts';

/** The recipients of a task in a shop, who are served one after the other. */
export interface Place {
  readonly taskId: string;
  readonly shopId: string;
}
/** Puts the next runs of places into the queue, each when it is due. */
export type GoOn = (
  transaction: Transaction,
  places: readonly (Place & { readonly at: number })[],
  keepsTime?: boolean,
) => Promise<void>;
