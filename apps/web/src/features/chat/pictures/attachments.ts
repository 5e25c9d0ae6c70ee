import type { ConversationId } from '@pasar/domain';
import { createStore, type Desk, type PictureFile } from '@pasar/sync';
import type { ReadVideo } from '../../../base/videos/read-video.ts';
import { showLocally } from './local-pictures.ts';

/** A picture in the composer. `url` shows it from this window's memory. */
export interface AttachedPicture {
  readonly kind: 'picture';
  readonly url: string;
  readonly picture: PictureFile;
  /** The size of the file before it was made smaller, in bytes; null where it is sent as it is. */
  readonly reducedFrom: number | null;
}
export type Attachment = AttachedPicture | ReadVideo;

export const MEGABYTE = 1024 * 1024;

const NOTHING: ReadonlyMap<ConversationId, readonly Attachment[]> = new Map();
export const NO_ATTACHMENTS: readonly Attachment[] = [];

/** Kept for each conversation while the window is open, like the quoted message. */
export const attachments = createStore(NOTHING);

export const attachedTo = (id: ConversationId): readonly Attachment[] => attachments.get().get(id) ?? NO_ATTACHMENTS;

export function setAttachments(id: ConversationId, next: readonly Attachment[]): void {
  attachments.update((held) => {
    const all = new Map(held);
    if (next.length === 0) all.delete(id);
    else all.set(id, next);
    return all;
  });
}

export function detach(id: ConversationId, attachment: Attachment): void {
  setAttachments(
    id,
    attachedTo(id).filter((other) => other !== attachment),
  );
  URL.revokeObjectURL(attachment.url);
}

/** Sends what is attached in the order it was chosen. Each is on the screen when the function returns. */
export function sendAttached(desk: Desk, id: ConversationId): void {
  for (const attachment of attachedTo(id)) {
    const { url } = attachment;
    if (attachment.kind === 'picture') {
      const { picture } = attachment;
      showLocally(desk.sender.sendImage(id, picture), { ...picture, url });
    } else {
      const { width, height } = attachment.video;
      const clientId = desk.sender.sendVideo(id, attachment.video);
      if (url !== '') showLocally(clientId, { width, height, url });
    }
  }
  setAttachments(id, NO_ATTACHMENTS);
}
