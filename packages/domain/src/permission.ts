/** The twelve permission keys of spec 1 §3. */
export const PERMISSION_KEYS = [
  'sellerCenter',
  'chat',
  'quickReply',
  'orderCare',
  'batchReply',
  'order',
  'remark',
  'shopManager',
  'tools',
  'ipPartition',
  'setting',
  'creator_invite',
] as const;
export type PermissionKey = (typeof PERMISSION_KEYS)[number];

/** What a member holds: the main account everything, a sub-account the listed keys (spec 1 §6). */
export type Grant =
  | { readonly kind: 'main' }
  | { readonly kind: 'sub'; readonly permissionCodeList: readonly PermissionKey[]; readonly emptyMeansAll: boolean };

export function holds(grant: Grant, key: PermissionKey): boolean {
  if (grant.kind === 'main') return true;
  if (grant.permissionCodeList.length === 0) return grant.emptyMeansAll;
  return grant.permissionCodeList.includes(key);
}
