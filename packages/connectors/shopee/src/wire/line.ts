/**
 * The line of one login to the marketplace, which all surfaces use: the origin with its routing and domain switch, the
 * signature, the retry table, and the notices of failures (spec 2 §4, §7.6, §8).
 */
import type { Bridge, BridgeError, HttpBody, Socket } from '@pasar/bridge';
import {
  type DomainSwitchMemory,
  type Notify,
  openSocket,
  type Pauses,
  type Repeat,
  tellLineFailure,
  type WireCall,
  withRetries,
} from '@pasar/connector-kit';
import { type Country, LIMITS, type RoutingLine } from '@pasar/domain';
import { explainsItself, withCauseOfSignature } from './answer.ts';
import { type CallResult, callOnce } from './http-call.ts';
import type { Signer } from './signer.ts';

export interface LineParts {
  readonly bridge: Bridge;
  readonly pauses: Pauses;
  readonly signer: Signer;
  readonly country: Country;
  readonly origin: string;
  /** The mainland line; null when the country has none. */
  readonly alternateOrigin: string | null;
  /** `local` and `mainland` fix the line, if the country has it; `auto` follows the domain switch (spec 2 §1, §4). */
  readonly routing: RoutingLine;
  readonly domainSwitch: DomainSwitchMemory;
  readonly notify: Notify;
}
export interface LineCall extends WireCall {
  readonly repeat: Repeat;
  readonly timeoutMs: number;
  /** The bearer token of webchat, null for other calls. */
  readonly token: string | null;
}

/** Ours: a login's cookies hold on both lines, because the marketplace has one session behind them. */
const SESSION_COOKIES = [
  'SPC_EC',
  'SPC_SC_TK',
  'SPC_SC_UD',
  'SPC_U',
  'SPC_F',
  'SPC_CDS',
  'SPC_SC_SESSION',
  'SPC_CNSC_SESSION',
  'SPC_CNSC_TK',
  'SPC_CNSC_UD',
] as const;

export class ShopeeLine {
  readonly bridge: Bridge;
  readonly #parts: LineParts;
  #hasEntered = false;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.bridge = parts.bridge;
  }

  /** The line that the connection's routing fixes; with `auto`, the mainland line once it is known to work. */
  get origin(): string {
    const { domainSwitch, country, alternateOrigin, origin, routing } = this.#parts;
    if (alternateOrigin === null || routing === 'local') return origin;
    return routing === 'mainland' || domainSwitch.get(country) === 'success' ? alternateOrigin : origin;
  }

  /**
   * SPC_CDS is a UUID that the client makes: a cookie that every call of the seller centre repeats in its query, with
   * SPC_CDS_VER (facts 1.2).
   */
  cdsQuery(): Readonly<Record<string, string>> {
    const { cookies, uuid } = this.bridge;
    const origin = this.#enter();
    const known = cookies.get(origin, 'SPC_CDS');
    const cds = known ?? uuid();
    if (known === null) cookies.set(origin, 'SPC_CDS', cds);
    return { SPC_CDS: cds, SPC_CDS_VER: '2' };
  }

  /** Makes every attempt that the retry table allows. After a 403 from a guard it tries the other line. */
  async request(call: LineCall): Promise<CallResult> {
    const first = await this.#over(this.#enter(), call);
    const result = isRefusedLine(first) && call.repeat !== 'send' ? await this.#switchLine(call, first) : first;
    this.#tell(result);
    return result.kind === 'failed'
      ? result
      : { ...result, ...withCauseOfSignature(result, this.#parts.bridge.clock.now()) };
  }

  /** Shares the session's cookies first: after a domain switch the socket's domain may lack them. */
  openSocket(url: string): Promise<Socket | BridgeError> {
    // The jar knows hosts by their HTTP address.
    this.shareSession(this.origin, url.replace(/^ws/, 'http'));
    const options = { url, protocols: [], headers: {}, connectTimeoutMs: LIMITS.requestTimeoutMs };
    return openSocket(this.bridge.sockets, options, this.#parts.notify);
  }

  /** Copies the session's cookies that the other origin lacks. SPC_CDS is the client's own, and the same everywhere. */
  shareSession(from: string, to: string): void {
    const { cookies } = this.bridge;
    for (const name of SESSION_COOKIES) {
      const value = cookies.get(from, name);
      if (value !== null && (name === 'SPC_CDS' || cookies.get(to, name) === null)) cookies.set(to, name, value);
    }
  }

  /** The origin of the next request. Another login of the same country may have switched it. */
  #enter(): string {
    const { origin } = this;
    const { origin: home, alternateOrigin, routing } = this.#parts;
    const isAway = origin !== home;
    // When routing has fixed another line since the last login, the session of the previous line is copied to it.
    const from = isAway ? home : routing === 'local' ? alternateOrigin : null;
    if (from !== null && !this.#hasEntered) {
      this.shareSession(from, origin);
      this.#hasEntered = true;
    }
    return origin;
  }

  /** Remembers the result only if the other domain answered. No answer, or a 5xx, proves nothing. */
  async #switchLine(call: LineCall, refused: CallResult): Promise<CallResult> {
    const { alternateOrigin, domainSwitch, country, origin, routing, notify } = this.#parts;
    if (alternateOrigin === null || routing !== 'auto' || domainSwitch.get(country) !== null) return refused;
    this.shareSession(origin, alternateOrigin);
    const switched = await this.#over(alternateOrigin, call);
    if (switched.kind === 'failed') {
      tellLineFailure(switched.error, alternateOrigin, notify);
      return refused;
    }
    if (switched.status >= 500) return refused;
    const isThrough = !isRefusedLine(switched);
    domainSwitch.set(country, isThrough ? 'success' : 'fail');
    return isThrough ? switched : refused;
  }

  #over(origin: string, call: LineCall): Promise<CallResult> {
    const { bridge, pauses } = this.#parts;
    return withRetries('shopee', call.repeat, pauses, () =>
      callOnce(bridge.http, { ...call, origin, headers: { ...call.headers, ...this.#authOf(call) } }),
    );
  }

  #authOf({ method, path, query, body, token }: LineCall): Readonly<Record<string, string>> {
    const { signer, bridge } = this.#parts;
    const timestamp = bridge.clock.now();
    const signature = signer.sign({
      method,
      path,
      query: new URLSearchParams({ ...query }).toString(),
      body: textOf(body),
      token: token ?? '',
      timestamp,
    });
    const signed = { ts: String(timestamp), 'x-v': String(signer.version), 'x-s': signature };
    return token === null ? signed : { ...signed, authorization: `Bearer ${token}` };
  }

  #tell(result: CallResult): void {
    if (result.kind === 'failed') tellLineFailure(result.error, this.origin, this.#parts.notify);
  }
}

/** A 403 without the marketplace's words: a guard in front of the line. */
const isRefusedLine = (result: CallResult): boolean =>
  result.kind === 'answered' && result.status === 403 && !explainsItself(result);

function textOf(body: HttpBody): string {
  if (body.type === 'json') return JSON.stringify(body.value);
  return body.type === 'form' ? new URLSearchParams({ ...body.fields }).toString() : '';
}
