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

/** A connection as its owner knows it. `token` fences everything that is written in its name. */
export interface OwnedConnection {
  readonly accountId: AccountId;
  readonly connectionId: ConnectionId;
  readonly token: number;
  readonly shopIds: ReadonlyMap<PlatformShopId, ShopId>;
}

/** One owner of one connection: another owner of it, also in this process, has another token. */
export const ownerKey = (owner: OwnedConnection): string => `${owner.connectionId}/${owner.token}`;

/** What the ingest takes: events of a marketplace, what came of a delivery, and how far a history was read. */
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
      /** Our rows now agree with the marketplace up to here; null leaves the mark where it is. */
      readonly syncedTo: Position | null;
      /** The list's newest message when the comparison was complete, read or not; null leaves it as it is. */
      readonly syncedMessageId: PlatformMessageId | null;
      /** Where an older page would start; null leaves it as it is. */
      readonly older: { readonly cursor: string | null } | null;
    };

export interface IngestResult {
  /** Owners whose lease was no longer held: nothing in their name was written. */
  readonly fenced: readonly OwnedConnection[];
  /** Events of conversations that nobody has listed yet: list first, then ingest again. */
  readonly unknown: readonly IngestItem[];
}
