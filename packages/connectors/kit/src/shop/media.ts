import type { ImageType, PlatformShopId, UploadedImage, UploadedVideo } from '@pasar/domain';
import type { ConversationRef } from '../outcome.ts';
import type { Answer } from './answer.ts';

/** Pictures, videos and translations of a conversation. */
export interface MediaCalls {
  uploadImage(conversation: ConversationRef, image: ImageFile): Answer<UploadedImage>;
  /**
   * Three steps: announce the video, put its bytes to the given address, report its md5 (spec 2 §7.1). Resolves when the
   * video can be watched, and so be sent.
   */
  uploadVideo(conversation: ConversationRef, video: VideoFile): Answer<UploadedVideo>;
  /** A short-lived address of a medium that only a login may fetch; the same address when the medium is public. */
  mediaUrl(shop: PlatformShopId, url: string): Answer<string>;
  translate(conversation: ConversationRef, input: Translation): Answer<readonly string[]>;
}

export interface ImageFile {
  readonly name: string;
  readonly type: ImageType;
  readonly bytes: Uint8Array;
}
export interface VideoFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly cover: ImageFile | null;
}
/** Languages are BCP 47 primary tags; `source` null lets the marketplace find out. */
export interface Translation {
  readonly texts: readonly string[];
  readonly source: string | null;
  readonly target: string;
}
