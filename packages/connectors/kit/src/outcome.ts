import { type ConversationFacts, type PlatformShopId, type Refusal, refusal } from '@pasar/domain';

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  /** `canRetry`: another attempt may succeed without a person (network, 429, 5xx). */
  | { readonly ok: false; readonly refusal: Refusal; readonly canRetry: boolean };

/** Only the connector that gave a cursor can read it; null asks for the newest. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
  readonly unreadable: readonly Unreadable[];
}
/** An item that could not be read: it is set aside with its bytes, and the stream goes on. */
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

/** Refuses a method that this marketplace has no call for. The desk does not offer such methods (`ABILITIES`). */
export const notOffered = (ability: string): Outcome<never> => ({
  ok: false,
  refusal: refusal('invalid_request', `${ability}: not offered here`),
  canRetry: false,
});
