import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { listGroups, removeGroup, saveGroup } from './groups.ts';

export const SHOP_GROUPS_HANDLERS: HandlersOf<typeof CALLS.shopGroups> = {
  listGroups: reading(listGroups),
  saveGroup: inTransaction(saveGroup),
  removeGroup: inTransaction(removeGroup),
};
