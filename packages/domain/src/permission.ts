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

/** A member's rights. */
export interface Grant {
  /** The main account has all rights, whatever its list says. */
  readonly isMain: boolean;
  readonly permissionCodeList: readonly PermissionKey[];
  /** Whether an empty list means every key: the build flag of spec 1 §6. */
  readonly emptyMeansAll: boolean;
}

/** The main account holds every key, a sub-account those in its list (spec 1 §6). */
export const holds = ({ isMain, permissionCodeList: listed, emptyMeansAll }: Grant, key: PermissionKey): boolean =>
  isMain || (listed.length === 0 ? emptyMeansAll : listed.includes(key));
