import { CALLS } from '@pasar/api';
import type { GroupColor, ShopId } from '@pasar/domain';
import { callApi } from '../../base/call-api.ts';

export const saveGroup = (group: {
  /** Null for a new group. */
  readonly groupId: string | null;
  readonly name: string;
  readonly color: GroupColor;
  readonly shopIds: readonly ShopId[];
}) => {
  const { groupId, shopIds, ...facts } = group;
  return callApi(CALLS.shopGroups.saveGroup, {
    ...facts,
    shopIds: [...shopIds],
    ...(groupId === null ? {} : { groupId }),
  });
};

export const removeGroup = (groupId: string) => callApi(CALLS.shopGroups.removeGroup, { groupId });
