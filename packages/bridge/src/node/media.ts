import { Agent, type Dispatcher } from 'undici';
import { type AddressGuard, ForbiddenAddressError } from '../guard/address-guard.ts';
import { BridgeError, type Clock, type HttpClient, type HttpResponse } from '../types.ts';
import type { Connector } from './connector.ts';
import type { HeaderCookieJar } from './cookies.ts';
import { toBridgeError } from './errors.ts';
import { type OnExchange, timeExchange } from './exchange.ts';
import { createHttpClient } from './http.ts';

/** The types that a chat shows. SVG is excluded, because it can hold scripts. */
export const MEDIA_CONTENT_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4'] as const;
export type MediaContentType = (typeof MEDIA_CONTENT_TYPES)[number];

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Picture hosts of the marketplaces redirect once or twice (our choice). */
const MAX_REDIRECTS = 4;
const MAX_URL_LENGTH = 4_096;

export interface MediaRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Most bytes of the body. A longer body is refused before its first byte if its length is announced, else cut. */
  readonly maxBytes: number;
  /** From the call to the last byte. */
  readonly timeoutMs: number;
}

export type MediaRefusal =
  /** Not http or https, or with a username. */
  | 'bad-address'
  /** An address that only this machine or its network can reach. */
  | 'forbidden-address'
  | 'too-many-redirects'
  /** Any status but 200 and redirects. */
  | 'status'
  | 'content-type'
  | 'too-large'
  | 'timeout'
  | 'proxy'
  | 'network';

export type MediaResult =
  | {
      readonly kind: 'media';
      readonly contentType: MediaContentType;
      /** The announced length; null without an announcement. */
      readonly byteLength: number | null;
      /**
       * Can be read once. Nothing is buffered; breaking off the iteration ends the exchange. Throws `MediaBrokenError`.
       */
      readonly body: AsyncIterable<Uint8Array>;
      /** Ends the exchange when the body is not read at all. */
      readonly cancel: () => void;
    }
  | { readonly kind: 'refused'; readonly refusal: MediaRefusal; readonly detail: string };

/** The body broke off; the bytes read so far are not a whole picture. */
export class MediaBrokenError extends Error {
  readonly refusal: MediaRefusal;
  constructor(refusal: MediaRefusal, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MediaBrokenError';
    this.refusal = refusal;
  }
}

export interface MediaUpload {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** From the call to the last byte of the answer. */
  readonly timeoutMs: number;
}
export type MediaUploadResult =
  /** Any status; redirects are not followed. */
  | { readonly kind: 'answered'; readonly response: HttpResponse }
  /** Nothing was sent. */
  | { readonly kind: 'refused'; readonly refusal: 'bad-address' | 'forbidden-address'; readonly detail: string }
  | { readonly kind: 'broken'; readonly error: BridgeError };

/**
 * Fetches from and uploads to addresses that a marketplace's answer names: each is checked before the request and again
 * when it is dialled. One attempt.
 */
export interface MediaClient {
  /** A GET; every redirect is checked, too. */
  fetch(request: MediaRequest): Promise<MediaResult>;
  /** A PUT. */
  put(upload: MediaUpload): Promise<MediaUploadResult>;
}

export interface MediaClientOptions {
  readonly cookies: HeaderCookieJar;
  readonly clock: Clock;
  readonly guard: AddressGuard;
  readonly connector: Connector;
  readonly minTimeoutMs: number;
  readonly onExchange: OnExchange;
}

export function createMediaClient(options: MediaClientOptions): MediaClient & { close(): Promise<void> } {
  const uploads = createHttpClient(options);
  const { clock, connector, minTimeoutMs } = options;
  const agent = new Agent({ connections: 4, headersTimeout: 0, bodyTimeout: 0, connect: connector.connect });
  const underWay = new Set<AbortController>();
  return {
    async fetch(request) {
      const deadline = new AbortController();
      const cancel = clock.after(Math.max(request.timeoutMs, minTimeoutMs), () => deadline.abort(new LateError()));
      underWay.add(deadline);
      const finish = (): void => {
        cancel();
        underWay.delete(deadline);
      };
      try {
        const { raw, ...media } = await follow(request, { agent, signal: deadline.signal, ...options });
        raw.once('close', finish);
        // Without a listener, an error after the last read would be uncaught. A reader still gets it from the stream.
        raw.on('error', () => undefined);
        return { ...media, body: guardBody(raw, request.maxBytes), cancel: () => void raw.destroy() };
      } catch (error) {
        finish();
        const { refusal, message } = toBroken(error);
        return { kind: 'refused', refusal, detail: message };
      }
    },
    put: (upload) => put(upload, uploads, options.guard),
    async close() {
      const ending = uploads.close();
      for (const deadline of underWay) deadline.abort(new Error('the bridge was closed'));
      connector.close();
      await Promise.all([agent.destroy(), ending]);
    },
  };
}

async function put(
  { url, bytes, contentType, timeoutMs }: MediaUpload,
  http: HttpClient,
  guard: AddressGuard,
): Promise<MediaUploadResult> {
  try {
    const { href } = admittedUrl(url, null, guard);
    const body = { type: 'bytes', bytes, contentType } as const;
    return {
      kind: 'answered',
      response: await http.request({ method: 'PUT', url: href, headers: {}, body, timeoutMs }),
    };
  } catch (error) {
    const judged = error instanceof BridgeError ? error.cause : error;
    if (judged instanceof ForbiddenAddressError)
      return { kind: 'refused', refusal: 'forbidden-address', detail: judged.message };
    if (judged instanceof MediaBrokenError) return { kind: 'refused', refusal: 'bad-address', detail: judged.message };
    if (error instanceof BridgeError) return { kind: 'broken', error };
    throw error;
  }
}

class LateError extends Error {}

interface Hop extends MediaClientOptions {
  readonly agent: Agent;
  readonly signal: AbortSignal;
}
interface Accepted {
  readonly kind: 'media';
  readonly contentType: MediaContentType;
  readonly byteLength: number | null;
  readonly raw: Dispatcher.ResponseData['body'];
}

async function follow(request: MediaRequest, hop: Hop): Promise<Accepted> {
  let url = admittedUrl(request.url, null, hop.guard);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await get(url, request, hop);
    const { location } = response.headers;
    if (!REDIRECTS.has(response.statusCode) || typeof location !== 'string') return accept(response, request.maxBytes);
    await response.body.dump({ limit: 16 * 1024, signal: hop.signal });
    url = admittedUrl(location, url, hop.guard);
  }
  throw new MediaBrokenError('too-many-redirects', `more than ${MAX_REDIRECTS} redirects`);
}

async function get(url: URL, request: MediaRequest, hop: Hop): Promise<Dispatcher.ResponseData> {
  const cookie = hop.cookies.header(url.href);
  const isFirst = url.href === URL.parse(request.url)?.href;
  const tell = timeExchange(url.href, hop.clock, hop.onExchange);
  const asked = hop.agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'GET',
    // The caller's headers are meant for the given address only: a redirect may lead to another host.
    headers: {
      accept: MEDIA_CONTENT_TYPES.join(', '),
      ...(isFirst ? request.headers : {}),
      ...(cookie === null ? {} : { cookie }),
    },
    signal: hop.signal,
  });
  const response = await asked.catch((error: unknown) => {
    // A forbidden address was never dialled, so there is no exchange to report.
    if (!(error instanceof ForbiddenAddressError))
      tell(error instanceof LateError ? 'timeout' : toBridgeError(error, true).code);
    throw error;
  });
  tell(null);
  const setCookie = response.headers['set-cookie'];
  if (setCookie !== undefined) hop.cookies.accept(url.href, [setCookie].flat());
  return response;
}

/** Accepts http and https only, without credentials, with a host that may be dialled, and never http after https. */
function admittedUrl(address: string, base: URL | null, guard: AddressGuard): URL {
  const url = address.length > MAX_URL_LENGTH ? null : URL.parse(address, base?.href);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new MediaBrokenError('bad-address', 'the address is not http or https');
  }
  if (url.username !== '' || url.password !== '')
    throw new MediaBrokenError('bad-address', 'credentials in an address');
  if (base?.protocol === 'https:' && url.protocol === 'http:') {
    throw new MediaBrokenError('bad-address', 'a redirect from https to http');
  }
  guard.admit(url.hostname, Number(url.port) || (url.protocol === 'https:' ? 443 : 80));
  return url;
}

function accept(response: Dispatcher.ResponseData, maxBytes: number): Accepted {
  const refuse = (refusal: MediaRefusal, message: string): never => {
    response.body.on('error', () => undefined).destroy();
    throw new MediaBrokenError(refusal, message);
  };
  const { statusCode, headers, body } = response;
  if (statusCode !== 200) return refuse('status', `HTTP ${statusCode}`);
  const type = `${headers['content-type'] ?? ''}`.split(';')[0]?.trim().toLowerCase();
  const contentType = MEDIA_CONTENT_TYPES.find((allowed) => allowed === type);
  if (contentType === undefined) return refuse('content-type', `content type ${type || 'missing'}`);
  const encoding = `${headers['content-encoding'] ?? 'identity'}`.trim().toLowerCase();
  // Compression was not asked for, and the unpacked size of a compressed body could not be limited.
  if (encoding !== 'identity') return refuse('content-type', `content encoding ${encoding}`);
  const announced = headers['content-length'];
  const byteLength = typeof announced === 'string' && /^\d+$/.test(announced) ? Number(announced) : null;
  if (byteLength !== null && byteLength > maxBytes) return refuse('too-large', `${byteLength} bytes announced`);
  return { kind: 'media', contentType, byteLength, raw: body };
}

async function* guardBody(raw: Accepted['raw'], maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of raw) {
      if (!(chunk instanceof Uint8Array)) throw new MediaBrokenError('network', 'not bytes');
      size += chunk.byteLength;
      if (size > maxBytes) throw new MediaBrokenError('too-large', `more than ${maxBytes} bytes`);
      yield chunk;
    }
  } catch (error) {
    throw toBroken(error);
  } finally {
    raw.destroy();
  }
}

function toBroken(error: unknown): MediaBrokenError {
  if (error instanceof MediaBrokenError) return error;
  if (error instanceof ForbiddenAddressError) return new MediaBrokenError('forbidden-address', error.message, error);
  if (error instanceof LateError) return new MediaBrokenError('timeout', 'not finished in time', error);
  const { code, message } = toBridgeError(error, true);
  const refusal: MediaRefusal = code === 'proxy' || code === 'timeout' ? code : 'network';
  return new MediaBrokenError(refusal, message, error);
}
