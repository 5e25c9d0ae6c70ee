import type { PermissionKey, RolePreset } from '@pasar/domain';

export const ROLE_TEXTS = {
  chatAgent: 'role.chatAgent',
  orderClerk: 'role.orderClerk',
  manager: 'role.manager',
} as const satisfies Record<RolePreset, string>;

/** The name of each key, and what the key opens. */
export const KEY_TEXTS = {
  chat: ['key.chat', 'key.chat.opens'],
  quickReply: ['key.quickReply', 'key.quickReply.opens'],
  remark: ['key.remark', 'key.remark.opens'],
  order: ['key.order', 'key.order.opens'],
  orderCare: ['key.orderCare', 'key.orderCare.opens'],
  batchReply: ['key.batchReply', 'key.batchReply.opens'],
  shopManager: ['key.shopManager', 'key.shopManager.opens'],
  sellerCenter: ['key.sellerCenter', 'key.sellerCenter.opens'],
  tools: ['key.tools', 'key.tools.opens'],
  ipPartition: ['key.ipPartition', 'key.ipPartition.opens'],
  setting: ['key.setting', 'key.setting.opens'],
  creator_invite: ['key.creatorInvite', 'key.creatorInvite.opens'],
} as const satisfies Record<PermissionKey, readonly [string, string]>;
/** In the order in which a person meets the features. */
export const KEYS_IN_ORDER = Object.keys(KEY_TEXTS) as readonly PermissionKey[];
