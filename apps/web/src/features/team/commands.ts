import { CALLS } from '@pasar/api';
import type { PermissionKey, Responsibility } from '@pasar/domain';
import { callApi } from '../../base/call-api.ts';

/** What the main account says of a sub-account, beside its username and password. */
export interface SubAccountRights {
  readonly name: string;
  readonly groupName: string | null;
  readonly permissionCodeList: readonly PermissionKey[];
  readonly responsibility: Responsibility;
}

export const addSubAccount = (username: string, password: string, rights: SubAccountRights) =>
  callApi(CALLS.team.saveChildAccount, { username, password, ...rights });
/** An empty password leaves the password as it is. */
export const changeSubAccount = (memberId: string, password: string, rights: SubAccountRights) =>
  callApi(CALLS.team.updateChildAccount, { memberId, password, ...rights });
export const deleteSubAccount = (memberId: string) => callApi(CALLS.team.deleteChildAccount, { memberId });
export const addApiToken = (
  name: string,
  permissionCodeList: readonly PermissionKey[],
  responsibility: Responsibility,
  days: number,
) => callApi(CALLS.team.addApiToken, { name, permissionCodeList, responsibility, days });
export const deleteApiToken = (tokenId: string) => callApi(CALLS.team.deleteApiToken, { tokenId });
export const demandSecondFactor = (isDemanded: boolean) => callApi(CALLS.team.demandSecondFactor, { isDemanded });
export const resetSecondFactor = (memberId: string) => callApi(CALLS.team.resetSecondFactor, { memberId });
