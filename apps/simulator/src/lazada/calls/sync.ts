import { z } from 'zod';
import { type Call, success } from '../context.ts';
import { NAMESPACE } from '../session-view.ts';
import { integerField, objectField } from './fields.ts';
import { badData } from './messagebox.ts';

const fields = z.object({
  namespace: integerField,
  accountType: integerField,
  dataTypeIdMap: objectField.pipe(z.object({ im: integerField })),
  fetchSize: integerField.pipe(z.int().min(1).max(200)),
});

/** Ours: 1 more items follow, -2 reload the list. Seen: -1 beside the last items. */
const STATUS = { more: 1, end: -1, tooOld: -2 } as const;

/** The items after `dataTypeIdMap.im`, oldest first (facts 2.2). `sellerUserId` is a bare 64-bit integer. */
export const sync: Call = (context, { shop }, data) => {
  const request = fields.safeParse(data);
  if (!request.success || request.data.namespace !== NAMESPACE) return badData();
  const answer = context.news.after(shop.shopId, request.data.dataTypeIdMap.im, request.data.fetchSize);
  if (answer.kind === 'tooOld') {
    return success({ syncDataStatusMap: { im: STATUS.tooOld }, syncDataValuesMap: { im: [] } });
  }
  return success({
    syncDataStatusMap: { im: answer.hasMore ? STATUS.more : STATUS.end },
    syncDataValuesMap: {
      im: answer.entries.map(({ syncId, bizData }) => ({
        syncBody: { syncId, sellerUserId: BigInt(shop.userId), namespace: NAMESPACE },
        bizData,
      })),
    },
  });
};
