import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import { batchAddBuyerTagToBuyer } from './batch.ts';
import { getBuyerListByBuyerTagId, getBuyerTagBuyerList } from './buyers.ts';
import {
  addBuyerTagToBuyer,
  getBuyerTagsInfo,
  removeBuyerTagRelation,
  removeBuyerTagRelationByRelationId,
} from './relations.ts';
import { deleteTag, getTagList, saveTag } from './tags.ts';

export const BUYER_TAGS_HANDLERS: HandlersOf<typeof CALLS.buyerTags> = {
  getTagList: reading(getTagList),
  getBuyerListByBuyerTagId: reading(getBuyerListByBuyerTagId),
  getBuyerTagBuyerList: reading(getBuyerTagBuyerList),
  getBuyerTagsInfo: reading(getBuyerTagsInfo),
  addBuyerTagToBuyer: inTransaction(addBuyerTagToBuyer),
  batchAddBuyerTagToBuyer: withoutTransaction(batchAddBuyerTagToBuyer),
  removeBuyerTagRelationByRelationId: inTransaction(removeBuyerTagRelationByRelationId),
  removeBuyerTagRelation: inTransaction(removeBuyerTagRelation),
  deleteTag: inTransaction(deleteTag),
  saveTag: inTransaction(saveTag),
};
