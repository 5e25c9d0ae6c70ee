import { IMAGE_TYPES, QUICK_REPLY_LIMITS, REASON_CODES, SCREEN_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { flag, fromJson } from '../contract/form.ts';
import { deliveryVideoView } from '../facts/cards.ts';
import {
  quickReplyConfigView,
  quickReplyGroupId,
  quickReplyGroupView,
  quickReplyId,
  quickReplyParts,
  quickReplySites,
  quickReplyVariants,
  quickReplyView,
  shortcutsView,
} from '../facts/quick-replies.ts';
import { videoCover, videoPart } from '../facts/video-parts.ts';
import { shopId } from '../facts/views.ts';

/** Using quick replies belongs to the chat; changing them has a key of its own (decision 13). */
const chat = permission('chat');
const quickReply = permission('quickReply');

const title = z.string().trim().max(QUICK_REPLY_LIMITS.titleLength);

const getGroupList = defineCall({
  path: '/api/chat/quick_reply/getGroupList',
  method: 'POST',
  access: chat,
  summary: 'The groups of quick replies that the member may use',
  input: z.object({}),
  output: z.object({ groups: z.array(quickReplyGroupView) }),
});

/** A group stays personal or shared: who could use its replies would change under them. */
const saveGroup = defineCall({
  path: '/api/chat/quick_reply/saveGroup',
  method: 'POST',
  access: quickReply,
  summary: 'Make a group of quick replies, or rename it',
  input: z.object({
    groupId: quickReplyGroupId.optional(),
    name: z.string().trim().min(1, 'quick_reply_group_required').max(QUICK_REPLY_LIMITS.titleLength),
    /** Of a new group. */
    isPersonal: flag.default(false),
  }),
  output: z.object({ group: quickReplyGroupView }),
});

const deleteGroup = defineCall({
  path: '/api/chat/quick_reply/deleteGroup',
  method: 'POST',
  access: quickReply,
  summary: 'Delete a group with its quick replies',
  input: z.object({ groupId: quickReplyGroupId }),
  output: z.object({}),
});

const getContentList = defineCall({
  path: '/api/chat/quick_reply/getContentList',
  method: 'POST',
  access: chat,
  summary: 'All quick replies that the member may use, with how often the member has used each',
  input: z.object({}),
  output: z.object({ replies: z.array(quickReplyView) }),
});

const saveContent = defineCall({
  path: '/api/chat/quick_reply/saveContent',
  method: 'POST',
  access: quickReply,
  summary: 'Make a quick reply, or replace one',
  input: z.object({
    replyId: quickReplyId.optional(),
    groupId: quickReplyGroupId,
    title: title.default(''),
    parts: fromJson(quickReplyParts),
    variants: fromJson(quickReplyVariants).default([]),
    sites: fromJson(quickReplySites).default([]),
    shopIds: fromJson(z.array(shopId).max(2_000).nullable()).default(null),
  }),
  output: z.object({ reply: quickReplyView }),
});

const deleteContent = defineCall({
  path: '/api/chat/quick_reply/deleteContent',
  method: 'POST',
  access: quickReply,
  summary: 'Delete a quick reply',
  input: z.object({ replyId: quickReplyId }),
  output: z.object({}),
});

const getConfig = defineCall({
  path: '/api/chat/quick_reply/getConfig',
  method: 'POST',
  access: chat,
  summary: 'At which marketplaces quick replies are offered',
  input: z.object({}),
  output: quickReplyConfigView,
});

/** The specification has a switch for the first and one for the second marketplace; `platform` adds the third. */
const setIsEnable = defineCall({
  path: '/api/chat/quick_reply/setIsEnable',
  method: 'POST',
  access: quickReply,
  summary: 'Offer quick replies at Shopee or at TikTok Shop, or stop it',
  input: z.object({ isEnable: flag, platform: z.enum(['shopee', 'tiktok']).default('shopee') }),
  output: quickReplyConfigView,
});

const setIsLazadaEnable = defineCall({
  path: '/api/chat/quick_reply/setIsLazadaEnable',
  method: 'POST',
  access: quickReply,
  summary: 'Offer quick replies at Lazada, or stop it',
  input: z.object({ isEnable: flag }),
  output: quickReplyConfigView,
});

const shortcuts = z
  .array(
    z.object({
      shortcutId: z.string().min(1).max(64).nullable(),
      group: z.string().trim().min(1, 'quick_reply_group_required').max(QUICK_REPLY_LIMITS.titleLength),
      text: z.string().trim().min(1, 'content_empty').max(SCREEN_LIMITS.messageTextLength, 'content_too_long'),
      /** The marketplace's text that this one replaces; null for a shortcut that was made here. */
      baseText: z.string().max(10_000).nullable(),
    }),
  )
  .max(1_000)
  .refine((all) => {
    const counts = new Map<string, number>();
    for (const { group } of all) counts.set(group, (counts.get(group) ?? 0) + 1);
    return [...counts.values()].every((count) => count <= QUICK_REPLY_LIMITS.shortcutsPerGroup);
  }, 'shortcuts_too_many');

/** All shortcuts of the shop as they should be. Those that differ from the marketplace's are kept by Pasar. */
const shortcutsInput = z.object({ shopId, shortcuts: fromJson(shortcuts) });

const saveShopeeShortcuts = defineCall({
  path: '/api/chat/quick_reply/saveShopeeShortcuts',
  method: 'POST',
  access: quickReply,
  summary: 'Keep the changed shortcuts of a Shopee shop here: no call of Shopee that takes them is known',
  input: shortcutsInput,
  output: z.object({}),
});

const saveLazadaShortcuts = defineCall({
  path: '/api/chat/quick_reply/saveLazadaShortcuts',
  method: 'POST',
  access: quickReply,
  summary: 'Keep the changed shortcuts of a Lazada shop here: no call of Lazada that takes them is known',
  input: shortcutsInput,
  output: z.object({}),
});

/** Calls that the specification does not name. */
const getShortcuts = defineCall({
  path: '/api/chat/quick_reply/getShortcuts',
  method: 'POST',
  access: chat,
  summary: 'The shortcuts that a shop has at its marketplace, with what is kept of them here',
  input: z.object({ shopId }),
  output: shortcutsView,
});

const countUse = defineCall({
  path: '/api/chat/quick_reply/countUse',
  method: 'POST',
  access: chat,
  summary: 'The member has used a quick reply: the most used are listed first',
  input: z.object({ replyId: quickReplyId }),
  output: z.object({}),
});

/** A picture that no saved reply names is deleted after a day. */
const savePicture = defineCall({
  path: '/api/chat/quick_reply/savePicture',
  method: 'POST',
  access: quickReply,
  summary: 'Store a picture, for a quick reply that is saved next',
  input: z.object({ type: z.enum(IMAGE_TYPES), file: z.base64() }),
  output: z.object({ pictureId: z.uuid(), width: z.number().int(), height: z.number().int() }),
});

/** Refused before a byte of it leaves the browser where no marketplace would take it. */
const beginReplyVideo = defineCall({
  path: '/api/chat/quick_reply/beginReplyVideo',
  method: 'POST',
  access: quickReply,
  summary: 'Announce a video of a quick reply that comes in parts, or ask how much of it is here',
  input: z.object({ clientId: z.uuid(), video: deliveryVideoView, ...videoCover }),
  output: z.object({ received: z.number().int().nonnegative() }),
});

/** As `putVideoPart` of the chat. */
const putReplyVideoPart = defineCall({
  path: '/api/chat/quick_reply/putReplyVideoPart',
  method: 'POST',
  access: quickReply,
  summary: 'Put a part of a quick reply’s video that was begun',
  input: z.object({ clientId: z.uuid(), ...videoPart }),
  output: z.object({ received: z.number().int().nonnegative() }),
});

/** A file that is no whole video is deleted. A video that no saved reply names is deleted after a day. */
const endReplyVideo = defineCall({
  path: '/api/chat/quick_reply/endReplyVideo',
  method: 'POST',
  access: quickReply,
  summary: 'Keep a video, of which all parts are here, for a quick reply that is saved next',
  input: z.object({ clientId: z.uuid() }),
  output: z.object({ videoId: z.uuid(), video: deliveryVideoView }),
});

/**
 * The file as base64: a workbook (xlsx), a CSV file, or rows as text. A row of a known group and title replaces the
 * texts of that reply, and keeps its other parts. A row that breaks a rule is answered with its reason and hinders no
 * other row.
 */
const importContents = defineCall({
  path: '/api/chat/quick_reply/importContents',
  method: 'POST',
  access: quickReply,
  summary: 'Take quick replies from a filled-in workbook',
  input: z.object({ file: z.base64().max(1_400_000, 'import_too_large') }),
  output: z.object({
    added: z.number().int(),
    changed: z.number().int(),
    refused: z.array(
      z.object({
        rowNumber: z.number().int(),
        group: z.string(),
        title: z.string(),
        reason: z.enum(REASON_CODES),
        /** The reason as a sentence in the language of the request. */
        why: z.string(),
      }),
    ),
  }),
});

const exportContents = defineCall({
  path: '/api/chat/quick_reply/exportContents',
  method: 'GET',
  access: chat,
  summary: 'The texts of all quick replies as a workbook that can be imported; without replies, an empty form',
  input: z.object({}),
  output: z.object({ fileName: z.string(), file: z.base64() }),
});

export const QUICK_REPLIES_CALLS = {
  getGroupList,
  saveGroup,
  deleteGroup,
  getContentList,
  saveContent,
  deleteContent,
  getConfig,
  setIsEnable,
  setIsLazadaEnable,
  saveShopeeShortcuts,
  saveLazadaShortcuts,
  getShortcuts,
  countUse,
  savePicture,
  beginReplyVideo,
  putReplyVideoPart,
  endReplyVideo,
  importContents,
  exportContents,
} as const;
