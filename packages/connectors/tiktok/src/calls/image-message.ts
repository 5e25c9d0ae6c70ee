/** A picture in command 100: its address is in `ext`, and the content is a placeholder (facts 3.4). */
import type { Picture } from '@pasar/domain';

const IMAGE_TYPE = 'file_image';

/** The `ext` fields that only a picture has. Sizes in pixels; unknown sizes are left out. */
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
