import type { ReasonCode } from '@pasar/domain';

/** What of a network this side can tell: this machine has none, or the answer broke off while it came. */
export type NetworkFault = Extract<ReasonCode, 'network_offline' | 'network_interrupted'>;

/**
 * What a call to the backend came to. Refusals and lost connections are values, never exceptions: the caller decides
 * whether to undo, to wait or to tell the person.
 */
export type CallFailure =
  /** The server said no. `reason` is its sentence in the language asked for; `code` is stable. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string; readonly detail: string | null }
  /** Code 50001: the session ended. The client's `onExpired` has been told already. */
  | { readonly kind: 'expired' }
  /**
   * No answer came, or none of the server's own: it may be asked again. `fault` is null where nothing tells whether the
   * network or the server is the cause.
   */
  | { readonly kind: 'unreachable'; readonly fault: NetworkFault | null; readonly cause: unknown }
  /** An answer came that does not have the agreed shape: asking again gives the same. */
  | { readonly kind: 'unreadable'; readonly cause: unknown };

export type CallResult<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly failure: CallFailure };

export const succeeded = <Data>(data: Data): CallResult<Data> => ({ ok: true, data });
export const failed = (failure: CallFailure): { readonly ok: false; readonly failure: CallFailure } => ({
  ok: false,
  failure,
});
