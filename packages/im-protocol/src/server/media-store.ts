/** Stores bytes with an upload token, and gives them at a signed address. A host serves both over HTTP. */
import { createHash } from 'node:crypto';
import type { Host } from './decision.ts';
import type { ImEntry } from './entries.ts';
import { readMediaUrl } from './media-address.ts';
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
  /**
   * `token` is a token of command 2003; it may be used again until it expires. The content type decides the kind
   * (IM-V76); the same bytes of the same content type have the same uri.
   */
  put(token: string, bytes: Uint8Array, contentType?: string): PutOutcome;
  /** `url` is an address of command 2004, complete or from its path on. */
  get(url: string): GetOutcome;
}

export function memoryBlobs(): MediaBlobs {
  const blobs = new Map<string, Uint8Array>();
  return { put: (uri, bytes) => void blobs.set(uri, bytes.slice()), get: (uri) => blobs.get(uri) ?? null };
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
    put: (token, bytes, contentType = '') =>
      put(context, token, bytes, contentType === '' ? 'application/octet-stream' : contentType),
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
  const hash = createHash('sha256').update(`${contentType}\n`).update(bytes).digest('hex');
  const uri = `im/${hash.slice(0, 40)}`;
  context.blobs.put(uri, bytes);
  if (!state.media.has(uri)) {
    context.emit({ type: 'media.stored', uri, owner, size: bytes.length, contentType, at: now });
  }
  return { kind: 'stored', uri };
}

function get({ host, state, clock, blobs }: MediaContext, url: string): GetOutcome {
  const address = readMediaUrl(host, url, clock.now());
  if (address.kind === 'refused') return address;
  const file = state.media.get(address.uri);
  const bytes = blobs.get(address.uri);
  if (file === undefined || bytes === null) return { kind: 'refused', reason: 'notFound' };
  return { kind: 'found', bytes, contentType: file.contentType };
}
