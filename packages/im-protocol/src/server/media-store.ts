/** Bytes in by upload token, out by sealed address. A host serves both over HTTP. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Host } from './decision.ts';
import type { ImEntry } from './entries.ts';
import { openSealed } from './sec-uid.ts';
import type { ImState } from './state.ts';
import type { MediaBlobs, ServerClock } from './types.ts';

export type PutOutcome =
  | { readonly kind: 'stored'; readonly uri: string }
  | { readonly kind: 'refused'; readonly reason: 'badToken' | 'expired' | 'empty' | 'tooLarge' };
export type GetOutcome =
  | { readonly kind: 'found'; readonly bytes: Uint8Array; readonly contentType: string }
  | { readonly kind: 'refused'; readonly reason: 'badAddress' | 'expired' | 'notFound' };

export interface ImMedia {
  /** `token` is the one of command 2003; it may be used again until it ends. The same bytes have the same uri. */
  put(token: string, bytes: Uint8Array, contentType?: string): PutOutcome;
  /** `url` is one of command 2004, whole or from its path on. */
  get(url: string): GetOutcome;
}

export function memoryBlobs(): MediaBlobs {
  const blobs = new Map<string, Uint8Array>();
  return { put: (uri, bytes) => void blobs.set(uri, bytes.slice()), get: (uri) => blobs.get(uri) ?? null };
}

const signatureOf = (secret: string, uri: string, endsAt: string): string =>
  createHmac('sha256', secret).update(`media:${uri}:${endsAt}`).digest('base64url');

export function mediaUrl(host: Pick<Host, 'secret' | 'limits' | 'mediaBaseUrl'>, uri: string, now: number): string {
  const endsAt = String(now + host.limits.mediaUrlMs);
  const query = new URLSearchParams({ e: endsAt, s: signatureOf(host.secret, uri, endsAt) });
  return `${host.mediaBaseUrl}/${uri}?${query.toString()}`;
}

export interface MediaContext {
  readonly host: Host;
  readonly state: ImState;
  readonly clock: ServerClock;
  readonly blobs: MediaBlobs;
  readonly emit: (entry: ImEntry) => void;
}

export function createMedia(context: MediaContext): ImMedia {
  return {
    put: (token, bytes, contentType) => put(context, token, bytes, contentType ?? ''),
    get: (url) => get(context, url),
  };
}

function put(context: MediaContext, token: string, bytes: Uint8Array, contentType: string): PutOutcome {
  const { host, state, clock } = context;
  const [what, owner, , endsAt] = openSealed(host.secret, token)?.split(':') ?? [];
  if (what !== 'upload' || owner === undefined) return { kind: 'refused', reason: 'badToken' };
  const now = clock.now();
  if (Number(endsAt ?? 0) <= now) return { kind: 'refused', reason: 'expired' };
  if (bytes.length === 0) return { kind: 'refused', reason: 'empty' };
  if (bytes.length > host.limits.mediaBytes) return { kind: 'refused', reason: 'tooLarge' };
  const uri = `im/${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}`;
  context.blobs.put(uri, bytes);
  if (!state.media.has(uri)) {
    context.emit({
      type: 'media.stored',
      uri,
      owner,
      size: bytes.length,
      contentType: contentType === '' ? 'application/octet-stream' : contentType,
      at: now,
    });
  }
  return { kind: 'stored', uri };
}

function get({ host, state, clock, blobs }: MediaContext, url: string): GetOutcome {
  const base = new URL(`${host.mediaBaseUrl}/`);
  const bad = { kind: 'refused', reason: 'badAddress' } as const;
  if (!URL.canParse(url, base.href)) return bad;
  const address = new URL(url, base);
  const uri = address.pathname.startsWith(base.pathname) ? address.pathname.slice(base.pathname.length) : '';
  const endsAt = address.searchParams.get('e') ?? '';
  const expected = Buffer.from(signatureOf(host.secret, uri, endsAt));
  const given = Buffer.from(address.searchParams.get('s') ?? '');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return bad;
  if (Number(endsAt) <= clock.now()) return { kind: 'refused', reason: 'expired' };
  const file = state.media.get(uri);
  const bytes = blobs.get(uri);
  if (file === undefined || bytes === null) return { kind: 'refused', reason: 'notFound' };
  return { kind: 'found', bytes, contentType: file.contentType };
}
