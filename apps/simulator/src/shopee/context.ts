/** The parts that every handler of this marketplace gets, its input, and its possible answers. */
import type { Captcha, Demands } from '../world/demands.ts';
import type { TradeBook } from '../world/trade.ts';
import type { Fault, FaultKind, Faults, Login, Provenance, World } from '../world/types.ts';
import type { Accounts } from './accounts.ts';
import type { ChatMarks } from './chat-marks.ts';
import type { Blobs } from './file-blobs.ts';

export interface ShopeeContext {
  readonly world: World;
  readonly faults: Faults;
  readonly trade: TradeBook;
  readonly demands: Demands;
  readonly accounts: Accounts;
  /** The progress of each account through the demands of its login. */
  readonly progress: LoginProgress;
  readonly marks: ChatMarks;
  readonly blobs: Blobs;
  /** Videos that are being uploaded, by vid. */
  readonly videos: Map<string, Video>;
  /** The key of the x-s signature. */
  readonly signatureKey: string;
  readonly now: () => number;
  /** Runs once after the delay unless the server closes earlier. */
  readonly later: (delayMs: number, run: () => void) => void;
  /** request_ids whose messages are pushed without the id (fault keyNotEchoed), decided when the send arrives. */
  readonly withoutKey: Set<string>;
}

export interface CallInput {
  readonly query: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** The server's address as the caller used it, e.g. http://127.0.0.1:4101. */
  readonly origin: string;
  /** JSON or form fields, where a file is an `Uploaded`; bytes unchanged; an empty object without a body. */
  readonly body: unknown;
}
export interface Uploaded {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** `cut` destroys the connection instead of answering; `silence` never answers. */
export type Answer =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly body: unknown;
      readonly setCookies: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'file'; readonly type: string; readonly bytes: Uint8Array }
  | { readonly kind: 'cut' }
  | { readonly kind: 'silence' };

export const answer = (body: unknown, status = 200, setCookies: Readonly<Record<string, string>> = {}): Answer => ({
  kind: 'json',
  status,
  body,
  setCookies,
});
export const EMPTY: Answer = { kind: 'empty' };

/** A call whose handler finds its own login (the login calls, the seller centre). */
export interface OpenRoute {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly provenance: Provenance;
  readonly handle: (context: ShopeeContext, input: CallInput) => Answer;
}
/** A webchat call: the bearer token has been checked, and `shopId`, when the call names one, belongs to the login. */
export interface ChatRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly provenance: Provenance;
  readonly handle: (context: ShopeeContext, caller: ChatCaller, input: CallInput) => Answer;
}
export interface ChatCaller {
  readonly login: Login;
  readonly shopId: string | null;
}

export const strike = (context: ShopeeContext, kind: FaultKind, shopId: string | null): Fault | null =>
  context.faults.strike(kind, 'shopee', shopId);

/** A video between its announcement and its report; a restart forgets it, like an upload that was never reported. */
export interface Video {
  readonly conversationId: string;
  hash: string | null;
  coverUrl: string;
  isReported: boolean;
}

export interface LoginFields {
  readonly captcha?: string | undefined;
  readonly captcha_key?: string | undefined;
  readonly vcode?: string | undefined;
}
/** The progress of each account through its demands, kept between attempts to log in. */
export interface LoginProgress {
  /** Null when every demand is met; otherwise the next demand, or the error in the given fields. */
  demand(identifier: string, fields: LoginFields, origin: string): Answer | null;
  /** Starts over: the next login meets every demand again. */
  finish(identifier: string): void;
  /** Marks the identity page as passed; false for an unknown token. */
  passIdentity(token: string): boolean;
  /** Ours: slide and text captchas take turns. */
  nextCaptchaType(): Captcha['captchaType'];
}
