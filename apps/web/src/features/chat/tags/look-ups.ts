import { CALLS } from '@pasar/api';
import type { LookUp } from '../../../base/look-up.ts';

/** The stream tells every change of tags, also those of this window; a buyer who is erased is told so too. */
const STALE_BY = {
  change: ({ kind }: { readonly kind: string }) => kind === 'buyerTags' || kind === 'purge',
  calls: [
    CALLS.buyerTags.addBuyerTagToBuyer,
    CALLS.buyerTags.removeBuyerTagRelationByRelationId,
    CALLS.buyerTags.saveTag,
    CALLS.buyerTags.deleteTag,
    CALLS.buyerTags.batchAddBuyerTagToBuyer,
  ],
} as const;
const KEPT = { freshMs: 600_000, againMs: null, staleBy: STALE_BY } as const;

/** A rule may give tags without a pause, while every window that shows a row with tags shows them. */
export const TAGS: LookUp<typeof CALLS.buyerTags.getTagList> = {
  call: CALLS.buyerTags.getTagList,
  ...KEPT,
  staleBy: { ...STALE_BY, atMostEveryMs: 1_000 },
};
export const TAGS_OF_BUYER: LookUp<typeof CALLS.buyerTags.getBuyerTagsInfo> = {
  call: CALLS.buyerTags.getBuyerTagsInfo,
  ...KEPT,
};
/** The order follows the messages, which make nothing stale: a list that is opened is fetched again. */
export const BUYERS_OF_TAG: LookUp<typeof CALLS.buyerTags.getBuyerListByBuyerTagId> = {
  call: CALLS.buyerTags.getBuyerListByBuyerTagId,
  ...KEPT,
  freshMs: 0,
};
