import { CALLS } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

/** The file as base64. */
export interface ShopsFile {
  readonly fileName: string;
  readonly file: string;
}

export const shopsTemplate = () => callApi(CALLS.shopWorkbook.shopsTemplate, {});
export const judgeShops = ({ file }: ShopsFile) => callApi(CALLS.shopWorkbook.judgeShops, { file });
/** `mark`: the judgement that the person has seen. */
export const applyShops = (shops: ShopsFile, mark: string) =>
  callApi(CALLS.shopWorkbook.applyShops, { ...shops, mark });
