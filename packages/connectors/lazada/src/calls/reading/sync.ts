/** The answer of `sync`: the items after a sync id, oldest first (facts 2.2). */
import { z } from 'zod';
import { describeIssues, wireInt } from '../../wire/fields.ts';
import { type Read, unreadable } from './message.ts';

export interface SyncValue {
  readonly syncId: number;
  /** The item as JSON text. */
  readonly bizData: string;
}
export interface SyncPage {
  readonly values: readonly SyncValue[];
  /** `tooOld`: the marketplace no longer has the items after this id, so the lists must be compared. */
  readonly state: 'end' | 'more' | 'tooOld';
}

/** Ours, except that -1 is seen with the last values. */
const STATUS_MORE = 1;
const STATUS_TOO_OLD = -2;

const syncSchema = z.object({
  syncDataStatusMap: z.object({ im: wireInt }),
  syncDataValuesMap: z.object({
    im: z.array(z.object({ syncBody: z.object({ syncId: wireInt }), bizData: z.string() })).nullish(),
  }),
});

export function fromWireSync(data: unknown): Read<SyncPage> {
  const page = syncSchema.safeParse(data);
  if (!page.success) return unreadable(`sync: ${describeIssues(page.error)}`);
  const status = page.data.syncDataStatusMap.im;
  return {
    ok: true,
    value: {
      values: (page.data.syncDataValuesMap.im ?? []).map(({ syncBody, bizData }) => ({
        syncId: syncBody.syncId,
        bizData,
      })),
      state: status === STATUS_TOO_OLD ? 'tooOld' : status === STATUS_MORE ? 'more' : 'end',
    },
  };
}
