import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { addBuyerRemark } from './add.ts';
import { remarkAssignees } from './assignees.ts';
import { exportRemarks } from './export.ts';
import { getRemarkCount, getRemarkList } from './list.ts';
import { saveRemarkPicture } from './pictures.ts';
import { deleteRemarks, planRemarks, reopenRemarks, updateRemarkStatusFinish } from './work.ts';

export const REMARKS_HANDLERS: HandlersOf<typeof CALLS.remarks> = {
  getRemarkCount: reading(getRemarkCount),
  addBuyerRemark: inTransaction(addBuyerRemark),
  getRemarkList: reading(getRemarkList),
  updateRemarkStatusFinish: inTransaction(updateRemarkStatusFinish),
  reopenRemarks: inTransaction(reopenRemarks),
  deleteRemarks: inTransaction(deleteRemarks),
  planRemarks: inTransaction(planRemarks),
  remarkAssignees: reading(remarkAssignees),
  saveRemarkPicture: inTransaction(saveRemarkPicture),
  exportRemarks: inTransaction(exportRemarks),
};
