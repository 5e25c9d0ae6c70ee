/** What can come of a request of the chat protocol. */
import type { ResponseBodyInit } from '@pasar/im-protocol';

export type Handled =
  | { readonly kind: 'answer'; readonly body: ResponseBodyInit | null }
  | { readonly kind: 'status'; readonly code: number; readonly text: string }
  /** No answer, ever. */
  | { readonly kind: 'silence' }
  /** The connection breaks where the answer should come; `carryOut` runs after it broke. */
  | { readonly kind: 'cut'; readonly carryOut: () => void };

export const answer = (body: ResponseBodyInit | null): Handled => ({ kind: 'answer', body });
export const status = (code: number, text: string): Handled => ({ kind: 'status', code, text });
