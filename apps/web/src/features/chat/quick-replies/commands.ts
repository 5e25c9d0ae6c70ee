import { CALLS, type QuickReplyPart, type QuickReplySite, type QuickReplyVariant } from '@pasar/api';
import type { ImageType, Marketplace, ShopId } from '@pasar/domain';
import { putKeptVideo, type VideoFile } from '@pasar/sync';
import { callApi } from '../../../base/call-api.ts';

/** What a person saves of a reply; without `replyId` it is a new one. */
export interface ReplyToSave {
  readonly replyId?: string;
  readonly groupId: string;
  readonly title: string;
  readonly parts: readonly QuickReplyPart[];
  readonly variants: readonly QuickReplyVariant[];
  readonly sites: readonly QuickReplySite[];
  readonly shopIds: readonly ShopId[] | null;
}

export const saveReply = (reply: ReplyToSave) => callApi(CALLS.quickReplies.saveContent, { ...reply });
export const deleteReply = (replyId: string) => callApi(CALLS.quickReplies.deleteContent, { replyId });
export const addGroup = (name: string, isPersonal: boolean) =>
  callApi(CALLS.quickReplies.saveGroup, { name, isPersonal });
export const renameGroup = (groupId: string, name: string) => callApi(CALLS.quickReplies.saveGroup, { groupId, name });
export const deleteGroup = (groupId: string) => callApi(CALLS.quickReplies.deleteGroup, { groupId });
export const countUse = (replyId: string) => callApi(CALLS.quickReplies.countUse, { replyId });
export const savePicture = (type: ImageType, file: string) => callApi(CALLS.quickReplies.savePicture, { type, file });
export const saveVideo = (clientId: string, video: VideoFile) => putKeptVideo(callApi, 'quickReply', clientId, video);
export const importReplies = (file: string) => callApi(CALLS.quickReplies.importContents, { file });
export const exportReplies = () => callApi(CALLS.quickReplies.exportContents, {});

export const offerAt = (platform: Marketplace, isEnable: boolean) =>
  platform === 'lazada'
    ? callApi(CALLS.quickReplies.setIsLazadaEnable, { isEnable })
    : callApi(CALLS.quickReplies.setIsEnable, { isEnable, platform });

/** A shortcut as it should be; see `saveShopeeShortcuts`. */
export interface ShortcutToSave {
  readonly shortcutId: string | null;
  readonly group: string;
  readonly text: string;
  readonly baseText: string | null;
}
export const saveShortcuts = (marketplace: 'shopee' | 'lazada', shopId: ShopId, shortcuts: readonly ShortcutToSave[]) =>
  callApi(marketplace === 'shopee' ? CALLS.quickReplies.saveShopeeShortcuts : CALLS.quickReplies.saveLazadaShortcuts, {
    shopId,
    shortcuts,
  });
