import type { ReasonCode } from '@pasar/domain';

/**
 * Faults on the way that the browser can recognise: this machine is offline, the answer broke off, the script that
 * makes the call could not be loaded, or the server says that it cannot reach its database.
 */
export type NetworkFault = Extract<
  ReasonCode,
  'network_offline' | 'network_interrupted' | 'loading_failed' | 'database_away'
>;

/**
 * The failures of a call to the backend. Refusals and lost connections are values, never exceptions: the caller decides
 * whether to undo, to wait or to tell the person.
 */
export type CallFailure =
  /** The server refused. `reason` is its sentence in the requested language; `code` is stable. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string; readonly detail: string | null }
  /** Code 50001: the session ended. The client has called `onExpired` already. */
  | { readonly kind: 'expired' }
  /**
   * No answer came, or none of the call itself: what it has changed is not known, and it may be repeated. `fault` is
   * null where the cause, network or server, is unknown.
   */
  | { readonly kind: 'unreachable'; readonly fault: NetworkFault | null; readonly cause: unknown }
  /** The answer does not have the agreed shape: a repeated call would give the same answer. */
  | { readonly kind: 'unreadable'; readonly cause: unknown };

export type CallResult<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly failure: CallFailure };

export const succeeded = <Data>(data: Data): CallResult<Data> => ({ ok: true, data });
export const failed = (failure: CallFailure): { readonly ok: false; readonly failure: CallFailure } => ({
  ok: false,
  failure,
});
