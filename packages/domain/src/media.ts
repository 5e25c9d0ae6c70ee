/** A picture as a message or a list names it; sizes in pixels, null where the marketplace does not say. */
export interface Picture {
  readonly url: string;
  readonly thumbUrl: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** The marketplace's answer to the upload of a picture: enough to send it. `extra` belongs to the connector. */
export interface UploadedImage extends Picture {
  readonly extra: Readonly<Record<string, string>>;
}

/** A video after its three steps (spec 2 §7.1): announced, put, reported. */
export interface UploadedVideo {
  readonly vid: string;
  readonly url: string;
  readonly coverUrl: string | null;
  readonly isReady: boolean;
}

export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** What stands at an address that a message names. A video is passed on only where one is wanted. */
export type ShownAs = 'picture' | 'video';
