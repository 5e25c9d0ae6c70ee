import { CALLS } from '@pasar/api';
import type { ReasonCode } from '@pasar/domain';

interface BodySize {
  readonly bytes: number;
  /** Why a body that is larger is refused. */
  readonly refusal: ReasonCode;
}

/** A spreadsheet of the largest allowed size as base64, with its name. */
const IMPORT: BodySize = { bytes: 1_500_000, refusal: 'import_too_large' };
/** Twice the largest allowed picture, so that the call itself can refuse a picture that is somewhat too large. */
const IMAGE: BodySize = { bytes: 6_000_000, refusal: 'file_too_large' };
/** A part of a video as base64. */
const VIDEO_PART: BodySize = { bytes: 800_000, refusal: 'invalid_request' };

/** The calls whose bodies may be larger than others, by path. */
export const LARGER_BODIES: Readonly<Record<string, BodySize>> = {
  [CALLS.signIn.importShops.path]: IMPORT,
  [CALLS.shopWorkbook.judgeShops.path]: IMPORT,
  [CALLS.shopWorkbook.applyShops.path]: IMPORT,
  [CALLS.quickReplies.importContents.path]: IMPORT,
  [CALLS.buyerTags.batchAddBuyerTagToBuyer.path]: IMPORT,
  [CALLS.bulkSend.readOrderNumbers.path]: IMPORT,
  [CALLS.bulkSend.exportWrongOrderNumbers.path]: IMPORT,
  [CALLS.chat.sendImage.path]: IMAGE,
  [CALLS.quickReplies.savePicture.path]: IMAGE,
  [CALLS.automation.saveAutomaticPicture.path]: IMAGE,
  [CALLS.remarks.saveRemarkPicture.path]: IMAGE,
  [CALLS.chat.putVideoPart.path]: VIDEO_PART,
  [CALLS.quickReplies.putReplyVideoPart.path]: VIDEO_PART,
  [CALLS.automation.putAutomaticVideoPart.path]: VIDEO_PART,
};
