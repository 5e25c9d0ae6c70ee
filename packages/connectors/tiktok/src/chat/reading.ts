import type { Unreadable } from '@pasar/connector-kit';
import type { DomainEvent } from '@pasar/domain';

/** The content of a push. */
export type PushReading =
  | { readonly kind: 'events'; readonly events: readonly DomainEvent[] }
  | { readonly kind: 'unreadable'; readonly item: Unreadable }
  /** Something changed that the push does not contain, so the lists must be compared. */
  | { readonly kind: 'stale' }
  /** A push without anything to store. */
  | { readonly kind: 'nothing' };
