/** What a picture says in command 100: its place is in `ext`, the content is a placeholder (facts 3.4). */
import type { Picture } from '@pasar/domain';

const IMAGE_TYPE = 'file_image';

/** `ext` fields beside those that every message of the shop has. Sizes in pixels; unknown ones are left out. */
export function imageMessage({ url, width, height }: Pick<Picture, 'url' | 'width' | 'height'>): {
  readonly content: string;
  readonly ext: Readonly<Record<string, string>>;
} {
  return {
    content: `[${IMAGE_TYPE}]`,
    ext: {
      type: IMAGE_TYPE,
      imageUrl: url,
      ...(width === null ? {} : { imageWidth: String(width) }),
      ...(height === null ? {} : { imageHeight: String(height) }),
    },
  };
}
