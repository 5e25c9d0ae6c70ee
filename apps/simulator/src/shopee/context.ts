/** What every handler of this marketplace is given, what it is asked, and what it may answer. */
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
  /** How far each account is through what was demanded of it. */
  readonly progress: LoginProgress;
  readonly marks: ChatMarks;
  readonly blobs: Blobs;
  /** Videos on their way up, by vid. */
  readonly videos: Map<string, Video>;
  /** What x-s is made with. */
  readonly signatureKey: string;
  readonly now: () => number;
  /** Runs once after the delay unless the server closes before. */
  readonly later: (delayMs: number, run: () => void) => void;
  /** request_ids that messages are told without (fault keyNotEchoed), decided when the send arrives. */
  readonly withoutKey: Set<string>;
}

export interface CallInput {
  readonly query: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** Where the caller reached us, e.g. http://127.0.0.1:4101. */
  readonly origin: string;
  /** JSON or form fields, a file among them as `Uploaded`; bytes as they are; an empty object when there is no body. */
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

/** A call that finds its own login (login itself, seller centre). */
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

/** A video from its announcement to its report; forgotten with the process, as an upload that was never reported is. */
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
/** How far each account is through what is demanded of it, from one attempt to log in to the next. */
export interface LoginProgress {
  /** Null when everything was met; else what is asked for next, or what was wrong with what was given. */
  demand(identifier: string, fields: LoginFields, origin: string): Answer | null;
  /** Starts over: the next login is asked for everything again. */
  finish(identifier: string): void;
  /** The person has gone through the page; false for an unknown token. */
  passIdentity(token: string): boolean;
  /** ours: slides and texts in turn. */
  nextCaptchaType(): Captcha['captchaType'];
}
