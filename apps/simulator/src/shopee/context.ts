/** What every handler of this marketplace is given, what it is asked, and what it may answer. */
import type { Fault, FaultKind, Faults, Login, Provenance, World } from '../world/types.ts';
import type { Accounts } from './accounts.ts';

export interface ShopeeContext {
  readonly world: World;
  readonly faults: Faults;
  readonly accounts: Accounts;
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
  /** JSON or form fields; an empty object when there is no body. */
  readonly body: unknown;
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
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly provenance: Provenance;
  readonly handle: (context: ShopeeContext, input: CallInput) => Answer;
}
/** A webchat call: the bearer token has been checked, and `shopId`, when the call names one, belongs to the login. */
export interface ChatRoute {
  readonly method: 'GET' | 'POST' | 'PUT';
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
