import type { MediaClient, MediaContentType } from '@pasar/bridge';
import type { ConnectorSession } from '@pasar/connector-kit';
import { LIMITS, OWN_LIMITS, type PlatformShopId, type Refusal, refusal, type ShownAs } from '@pasar/domain';

/**
 * What fetches a connection's pictures while its session is served: the session, and a client that leaves by the
 * connection's route.
 */
export interface PictureSource {
  readonly session: Pick<ConnectorSession, 'calls'>;
  readonly media: MediaClient;
}

export type PictureAnswer =
  | {
      readonly kind: 'picture';
      readonly contentType: MediaContentType;
      /** Null where the marketplace does not say. */
      readonly byteLength: number | null;
      /** Can be read once; ends with an error when the rest does not arrive. */
      readonly body: AsyncIterable<Uint8Array>;
      /** Releases a body that is never read. */
      readonly cancel: () => void;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * A picture or a video of a conversation, fetched in the shop's name, passed on and not stored. The address comes from a buyer's
 * message, so the bridge checks each redirect.
 */
export async function fetchPicture(
  source: PictureSource,
  shop: PlatformShopId,
  url: string,
  as: ShownAs,
): Promise<PictureAnswer> {
  const address = await source.session.calls.media.mediaUrl(shop, url);
  if (!address.ok) return unavailable(`${address.refusal.reason}: ${address.refusal.detail ?? ''}`);
  const fetched = await source.media.fetch({
    url: address.value,
    headers: {},
    maxBytes: as === 'video' ? OWN_LIMITS.shownVideoBytes : OWN_LIMITS.shownPictureBytes,
    timeoutMs: LIMITS.imageFetchTimeoutMs,
  });
  if (fetched.kind === 'refused') return unavailable(`${fetched.refusal}: ${fetched.detail}`);
  const { contentType, byteLength, body, cancel } = fetched;
  if ((contentType === 'video/mp4') !== (as === 'video')) {
    cancel();
    return unavailable(`${contentType} stands where a ${as} was named`);
  }
  return { kind: 'picture', contentType, byteLength, body, cancel };
}

export const unavailable = (detail: string): Extract<PictureAnswer, { kind: 'refused' }> => ({
  kind: 'refused',
  refusal: refusal('picture_unavailable', detail),
});
