import type { MediaClient, MediaContentType } from '@pasar/bridge';
import type { ConnectorSession } from '@pasar/connector-kit';
import { LIMITS, OWN_LIMITS, type PlatformShopId, type Refusal, refusal } from '@pasar/domain';

/** Where a connection's pictures come from while its session is served: its login, and its way out. */
export interface PictureSource {
  readonly session: Pick<ConnectorSession, 'calls'>;
  readonly media: MediaClient;
}

export type PictureType = Extract<MediaContentType, `image/${string}`>;
export type PictureAnswer =
  | {
      readonly kind: 'picture';
      readonly contentType: PictureType;
      /** Null where the marketplace does not say. */
      readonly byteLength: number | null;
      /** Once; ends with an error when the rest does not come. */
      readonly body: AsyncIterable<Uint8Array>;
      /** For a body that is not read at all. */
      readonly cancel: () => void;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * A picture of a conversation, fetched in the shop's name and passed on: nothing of it is kept. The address is what a
 * buyer's message said, so every hop of it is judged by the bridge.
 */
export async function fetchPicture(source: PictureSource, shop: PlatformShopId, url: string): Promise<PictureAnswer> {
  const address = await source.session.calls.media.mediaUrl(shop, url);
  if (!address.ok) return unavailable(`${address.refusal.reason}: ${address.refusal.detail ?? ''}`);
  const fetched = await source.media.fetch({
    url: address.value,
    headers: {},
    maxBytes: OWN_LIMITS.shownPictureBytes,
    timeoutMs: LIMITS.imageFetchTimeoutMs,
  });
  if (fetched.kind === 'refused') return unavailable(`${fetched.refusal}: ${fetched.detail}`);
  const { contentType, byteLength, body, cancel } = fetched;
  if (contentType === 'video/mp4') {
    cancel();
    return unavailable('a video stands where a picture was named');
  }
  return { kind: 'picture', contentType, byteLength, body, cancel };
}

export const unavailable = (detail: string): Extract<PictureAnswer, { kind: 'refused' }> => ({
  kind: 'refused',
  refusal: refusal('picture_unavailable', detail),
});
