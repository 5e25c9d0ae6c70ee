import type { MarketplaceCall, Outcome } from '@pasar/connector-kit';
import type { Country } from '@pasar/domain';

/** What a call's definition knows of the login and of the shop of the call. */
export interface ShopeeScope {
  /** 0-{userId} for a shop account, 1-{subaccountId} for a sub-account (spec 2 §7.1). */
  readonly uid: string;
  readonly isSubAccount: boolean;
  /** The shop of the call; for a call without a shop, the login's first shop. */
  readonly shopId: string;
  /** The user id of the shop's owner; null for a shop that the login does not list. */
  readonly userId: string | null;
  /** The shop's country decides the currency and the host of pictures. */
  readonly country: Country;
  /** Pictures named by a hash are at `{imageOrigin}/file/{hash}`. */
  readonly imageOrigin: string;
}

export type ShopeeCall<Params, Answer> = MarketplaceCall<ShopeeScope, Params, Answer>;

/** Makes a call for the login of a session, by the surface's own request layer. */
export type MakeCall = <Params, Answer>(
  call: ShopeeCall<Params, Answer>,
  params: Params,
  scope: ShopeeScope,
) => Promise<Outcome<Answer>>;

/** The address of a picture from the wire: a whole address, a hash, or nothing. */
export function pictureUrl({ imageOrigin }: ShopeeScope, named: string | null | undefined): string | null {
  if (!named) return null;
  return /^https?:\/\//.test(named) ? named : `${imageOrigin}/file/${named}`;
}
