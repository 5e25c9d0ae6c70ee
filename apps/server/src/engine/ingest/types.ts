import type {
  AccountId,
  ConnectionId,
  ConversationId,
  DeliveryEvent,
  DeliveryId,
  DomainEvent,
  MessageFacts,
  PlatformMessageId,
  PlatformShopId,
  Position,
  ShopId,
} from '@pasar/domain';

/** A connection as its owner knows it. `token` fences every write in the connection's name. */
export interface OwnedConnection {
  readonly accountId: AccountId;
  readonly connectionId: ConnectionId;
  readonly token: number;
  readonly shopIds: ReadonlyMap<PlatformShopId, ShopId>;
}

/** Names one period of ownership: a new owner of the connection, even in the same process, has another token. */
export const ownerKey = (owner: OwnedConnection): string => `${owner.connectionId}/${owner.token}`;

/** The items of the ingest: events of a marketplace, the results of sends, and how far a history was read. */
export type IngestItem =
  | { readonly kind: 'event'; readonly owner: OwnedConnection; readonly event: DomainEvent }
  | {
      readonly kind: 'delivery';
      readonly owner: OwnedConnection;
      readonly deliveryId: DeliveryId;
      readonly event: DeliveryEvent;
      /** The message as accepted, when the marketplace said so in its answer. */
      readonly accepted: MessageFacts | null;
    }
  | {
      readonly kind: 'history';
      readonly owner: OwnedConnection;
      readonly conversationId: ConversationId;
      /** The stored rows agree with the marketplace up to this position; null leaves the position as it is. */
      readonly syncedTo: Position | null;
      /**
       * The list's newest message at the end of the comparison, whether or not it could be read; null leaves it as it
       * is.
       */
      readonly syncedMessageId: PlatformMessageId | null;
      /** The cursor of the next older page; null leaves it as it is. */
      readonly older: { readonly cursor: string | null } | null;
    };

export interface IngestResult {
  /** Owners who no longer held their lease: nothing was written in their name. */
  readonly fenced: readonly OwnedConnection[];
  /**
   * Events of conversations that were never listed. They were not stored: the caller has the conversations listed and
   * read.
   */
  readonly unknown: readonly IngestItem[];
}
