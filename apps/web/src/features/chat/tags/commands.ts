import { CALLS } from '@pasar/api';
import type { BuyerTagColor, ConversationId } from '@pasar/domain';
import { callApi } from '../../../base/call-api.ts';

/** Gives the buyer a tag of this name, which may be new. */
export const addTag = (conversationId: ConversationId, buyerTagName: string) =>
  callApi(CALLS.buyerTags.addBuyerTagToBuyer, { conversationId, buyerTagName });
export const removeRelation = (relationId: string) =>
  callApi(CALLS.buyerTags.removeBuyerTagRelationByRelationId, { relationId });
/** `buyerTagId`: null for a new tag. */
export const saveTag = (buyerTagId: string | null, buyerTagName: string, color: BuyerTagColor) =>
  callApi(CALLS.buyerTags.saveTag, { buyerTagName, color, ...(buyerTagId === null ? {} : { buyerTagId }) });
export const deleteTag = (buyerTagId: string) => callApi(CALLS.buyerTags.deleteTag, { buyerTagId });
/** Judges the rows of a file; with the mark of a judgement that the person has seen, makes the changes. */
export const addToMany = (buyerTagId: string, file: string, mark: string | null) =>
  callApi(CALLS.buyerTags.batchAddBuyerTagToBuyer, { buyerTagId, file, ...(mark === null ? {} : { mark }) });
