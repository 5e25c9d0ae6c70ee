import type { Creator, PageRequest, PlatformShopId } from '@pasar/domain';
import type { Answer, PageOf } from './answer.ts';

/** Creators who may show a shop's products, and invitations to them. */
export interface CreatorCalls {
  recommend(shop: PlatformShopId, search: CreatorSearch): PageOf<Creator>;
  /**
   * At most 50 creators and 100 products (facts 3.6). Sent once: an invitation that may have arrived is not repeated.
   */
  invite(shop: PlatformShopId, invitation: Invitation): Answer<Invited>;
}

/** The marketplace's own codes of its filters; an empty list filters no creator out. */
export interface CreatorSearch extends PageRequest {
  readonly contentPreferenceRange: readonly number[];
  readonly creatorScoreRange: readonly number[];
  readonly followerAgeGroups: readonly string[];
  readonly followerGenders: readonly string[];
  readonly managedByAgency: readonly string[];
}
export interface Invitation {
  readonly name: string;
  readonly message: string;
  readonly creatorIds: readonly string[];
  /** `commissionRate` in hundredths of a percent, as the official API has it. */
  readonly products: readonly { readonly productId: string; readonly commissionRate: number }[];
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}
export interface Invited {
  readonly invitationId: string;
  /** Creators who could not be invited. */
  readonly failedCreatorIds: readonly string[];
}
