/** The address of an upload: for one rendition of it, signed by the server, for a limited time. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Host } from './decision.ts';

/**
 * A picture as an image option describes it. ours: the bytes are always those of the upload; the server does not scale.
 */
export interface Rendition {
  readonly tplv: string;
  readonly params: readonly string[];
  readonly format: string;
}
type ReadAddress =
  | { readonly kind: 'upload'; readonly uri: string }
  | { readonly kind: 'refused'; readonly reason: 'badAddress' | 'expired' };

type AddressHost = Pick<Host, 'secret' | 'limits' | 'mediaBaseUrl'>;

/** `query` without its signature, in its order. */
const signatureOf = (secret: string, uri: string, query: URLSearchParams): string =>
  createHmac('sha256', secret).update(`media:${uri}?${query.toString()}`).digest('base64url');

/** Makes an address; without a rendition, of the upload unchanged. `now` is milliseconds since the epoch. */
export function mediaUrl(host: AddressHost, uri: string, now: number, rendition?: Rendition): string {
  const query = new URLSearchParams({ e: String(now + host.limits.mediaUrlMs) });
  if (rendition !== undefined) {
    const { tplv, params, format } = rendition;
    if (tplv !== '') query.append('tplv', tplv);
    for (const param of params) query.append('param', param);
    if (format !== '') query.append('format', format);
  }
  query.append('s', signatureOf(host.secret, uri, query));
  return `${host.mediaBaseUrl}/${uri}?${query.toString()}`;
}

/** `url` is a complete address, or its part from the path on. */
export function readMediaUrl(host: AddressHost, url: string, now: number): ReadAddress {
  const base = new URL(`${host.mediaBaseUrl}/`);
  const bad = { kind: 'refused', reason: 'badAddress' } as const;
  if (!URL.canParse(url, base.href)) return bad;
  const { pathname, searchParams: query } = new URL(url, base);
  const uri = pathname.startsWith(base.pathname) ? pathname.slice(base.pathname.length) : '';
  const given = Buffer.from(query.get('s') ?? '');
  query.delete('s');
  const expected = Buffer.from(signatureOf(host.secret, uri, query));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return bad;
  return Number(query.get('e')) <= now ? { kind: 'refused', reason: 'expired' } : { kind: 'upload', uri };
}
