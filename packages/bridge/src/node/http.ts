import { Agent, type Dispatcher } from 'undici';
import {
  BridgeError,
  type Clock,
  type HttpBody,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
} from '../types.ts';
import type { Connector } from './connector.ts';
import type { HeaderCookieJar } from './cookies.ts';
import { toBridgeError } from './errors.ts';
import { type OnExchange, timeExchange } from './exchange.ts';

/** No answer that a connector reads comes near this size; a larger answer is the server's fault. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
const KEEP_ALIVE_MS = 10_000;

export interface ClosableHttpClient extends HttpClient {
  close(): Promise<void>;
}

export interface HttpClientOptions {
  readonly cookies: HeaderCookieJar;
  readonly clock: Clock;
  readonly connector: Connector;
  /** The least timeout: a request with a shorter one gets this. Milliseconds. */
  readonly minTimeoutMs: number;
  readonly onExchange: OnExchange;
}

/** Plain HTTP of one connection: own sockets, no redirects, no retries; the timeout covers the whole request. */
export function createHttpClient(options: HttpClientOptions): ClosableHttpClient {
  const { cookies, clock, connector, minTimeoutMs, onExchange } = options;
  const agent = new Agent({
    connections: 16,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: connector.connect,
  });
  const underWay = new Set<Attempt>();
  let isClosed = false;
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const exchange = new Attempt(request.url, cookies);
    const timeoutMs = Math.max(request.timeoutMs, minTimeoutMs);
    const cancelTimeout = clock.after(timeoutMs, () => exchange.abort('timeout', 'no answer in time'));
    underWay.add(exchange);
    try {
      agent.dispatch(toDispatch(request, cookies), exchange);
      return await exchange.response;
    } catch (error) {
      throw toBridgeError(error, exchange.hasStarted);
    } finally {
      cancelTimeout();
      underWay.delete(exchange);
    }
  };
  return {
    async request(request) {
      if (isClosed) throw new BridgeError('aborted', 'the bridge is closed', false);
      const tell = timeExchange(request.url, clock, onExchange);
      try {
        const response = await send(request);
        tell(null);
        return response;
      } catch (error) {
        if (error instanceof BridgeError) tell(error.code);
        throw error;
      }
    },
    async close() {
      isClosed = true;
      for (const exchange of underWay) exchange.abort('aborted', 'the bridge was closed');
      connector.close();
      await agent.destroy();
    },
  };
}

function toDispatch(request: HttpRequest, cookies: HeaderCookieJar): Dispatcher.DispatchOptions {
  const url = new URL(request.url);
  const { contentType, body } = toWireBody(request.body);
  const headers: Record<string, string> = {};
  if (contentType !== null) headers['content-type'] = contentType;
  for (const [name, value] of Object.entries(request.headers)) headers[name.toLowerCase()] = value;
  const cookie = cookies.header(request.url);
  if (cookie !== null) headers.cookie = cookie;
  return { origin: url.origin, path: url.pathname + url.search, method: request.method, headers, body };
}

function toWireBody(body: HttpBody): { contentType: string | null; body: string | Uint8Array | null } {
  switch (body.type) {
    case 'none':
      return { contentType: null, body: null };
    case 'json':
      return { contentType: 'application/json', body: JSON.stringify(body.value) };
    case 'form':
      return {
        contentType: 'application/x-www-form-urlencoded',
        body: new URLSearchParams({ ...body.fields }).toString(),
      };
    case 'bytes':
      return { contentType: body.contentType, body: body.bytes };
  }
}

/**
 * One request on the wire. undici calls `onRequestStart` immediately before the first byte, so `hasStarted` is exact.
 */
class Attempt implements Dispatcher.DispatchHandler {
  readonly response: Promise<HttpResponse>;
  hasStarted = false;
  readonly #url: string;
  readonly #cookies: HeaderCookieJar;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  #controller: Dispatcher.DispatchController | null = null;
  #failure: BridgeError | null = null;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: unknown) => void;

  constructor(url: string, cookies: HeaderCookieJar) {
    this.#url = url;
    this.#cookies = cookies;
    const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
    this.response = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  abort(code: 'timeout' | 'aborted' | 'network' | 'reset', message: string): void {
    if (this.#failure !== null) return;
    this.#failure = new BridgeError(code, message, this.hasStarted);
    this.#reject(this.#failure);
    this.#controller?.abort(this.#failure);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure !== null) controller.abort(this.#failure);
    // A second start means that undici writes the request again on another socket; this client allows one attempt only.
    else if (this.hasStarted) this.abort('reset', 'the connection was lost while the request was under way');
    else this.hasStarted = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: RawHeaders): void {
    if (status < 200) return;
    this.#status = status;
    const setCookie = headers['set-cookie'];
    if (setCookie !== undefined) this.#cookies.accept(this.#url, [setCookie].flat());
    this.#headers = flatten(headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.byteLength;
    if (this.#size > MAX_RESPONSE_BYTES) this.abort('network', `the answer exceeds ${MAX_RESPONSE_BYTES} bytes`);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const bytes = Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, bytes, text: bytes.toString('utf8') });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Lower-case names; values of a repeated name are joined. Leaves out `Set-Cookie`, which is secret and goes to the jar.
 */
function flatten(headers: RawHeaders): Readonly<Record<string, string>> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'set-cookie') flat[name] = [value].flat().join(', ');
  }
  return flat;
}
