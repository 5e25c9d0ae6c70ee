import { type ConversationFacts, type PlatformShopId, type Refusal, refusal } from '@pasar/domain';

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  /** `canRetry`: another attempt may succeed without a person (network, 429, 5xx). */
  | { readonly ok: false; readonly refusal: Refusal; readonly canRetry: boolean };

/** A cursor is opaque to everybody but the connector that gave it; null asks for the newest. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
  readonly unreadable: readonly Unreadable[];
}
/** Something that could not be read: set aside with its bytes; the stream goes on. */
export interface Unreadable {
  readonly platformShopId: PlatformShopId | null;
  readonly reason: string;
  readonly bytes: Uint8Array;
}

export interface ConversationRef {
  readonly platformShopId: PlatformShopId;
  readonly platformConversationId: ConversationFacts['platformConversationId'];
  readonly buyerId: ConversationFacts['buyer']['buyerId'];
  readonly address: Readonly<Record<string, string>>;
}

/** A wish that this marketplace has nothing for: the desk does not offer it (`ABILITIES`). */
export const notOffered = (wish: string): Outcome<never> => ({
  ok: false,
  refusal: refusal('invalid_request', `${wish}: not offered here`),
  canRetry: false,
});
