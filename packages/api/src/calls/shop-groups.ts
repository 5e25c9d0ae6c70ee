import { GROUP_COLORS, GROUP_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN, MEMBER } from '../contract/call.ts';
import { shopId } from '../facts/views.ts';

/** A group of shops, with those of its shops that the member sees. */
const shopGroupView = z.object({
  groupId: z.uuid(),
  name: z.string(),
  color: z.enum(GROUP_COLORS),
  shopIds: z.array(shopId),
});
export type ShopGroupView = z.infer<typeof shopGroupView>;

/** The calls of groups are ours. A group gives no rights, so every member may know of it. */
const listGroups = defineCall({
  path: '/api/desk/shop_group/list',
  method: 'GET',
  access: MEMBER,
  summary: 'The groups of shops, by name',
  input: z.object({}),
  output: z.object({ groups: z.array(shopGroupView) }),
});

/** Another group's name is refused with `invalid_request`. */
const saveGroup = defineCall({
  path: '/api/desk/shop_group/save',
  method: 'POST',
  access: MAIN,
  summary: 'Add a group of shops, or change its name, colour and shops',
  input: z.object({
    /** Absent for a new group. */
    groupId: z.uuid().optional(),
    name: z.string().trim().min(1).max(GROUP_LIMITS.name),
    color: z.enum(GROUP_COLORS),
    shopIds: z.array(shopId).max(2_000),
  }),
  output: z.object({ groupId: z.uuid() }),
});

const removeGroup = defineCall({
  path: '/api/desk/shop_group/remove',
  method: 'POST',
  access: MAIN,
  summary: 'Remove a group; its shops stay',
  input: z.object({ groupId: z.uuid() }),
  output: z.object({}),
});

export const SHOP_GROUPS_CALLS = { listGroups, saveGroup, removeGroup } as const;
