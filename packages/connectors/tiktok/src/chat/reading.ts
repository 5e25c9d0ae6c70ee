import type { Unreadable } from '@pasar/connector-kit';
import type { DomainEvent } from '@pasar/domain';

/** What a push says. */
export type PushReading =
  | { readonly kind: 'events'; readonly events: readonly DomainEvent[] }
  | { readonly kind: 'unreadable'; readonly item: Unreadable }
  /** Something changed that the push does not tell: what is listed must be compared. */
  | { readonly kind: 'stale' }
  /** A push that says nothing we keep. */
  | { readonly kind: 'nothing' };
