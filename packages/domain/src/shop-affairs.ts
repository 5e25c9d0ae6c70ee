import type { Money } from './goods.ts';
import type { PlatformShopId } from './ids.ts';
import type { Country } from './marketplace.ts';

/** A marketplace's facts about a shop itself. Null: the marketplace, or this answer, does not say. */
export interface ShopInfo {
  readonly platformShopId: PlatformShopId;
  readonly name: string;
  readonly country: Country;
  readonly followerCount: number | null;
  readonly productCount: number | null;
  /** 0 to 5. */
  readonly rating: number | null;
  readonly vacation: Vacation;
}
/** On vacation a shop sells nothing (spec 1 §4). Dates where the marketplace has them; milliseconds. */
export interface Vacation {
  readonly isOn: boolean;
  readonly startsAt: number | null;
  readonly endsAt: number | null;
}

/** Spec 1 §4, shop status check. */
export const SHOP_STATUSES = ['normal', 'frozen'] as const;
export type ShopStatus = (typeof SHOP_STATUSES)[number];

export interface Follower {
  readonly userId: string;
  readonly username: string;
  readonly platformShopId: PlatformShopId | null;
}
export const DASHBOARD_PERIODS = ['real_time', 'yesterday', 'past7days', 'past30days'] as const;
export type DashboardPeriod = (typeof DASHBOARD_PERIODS)[number];
/**
 * A metric under the marketplace's own name; `previous` is the value of the period before, where the marketplace tells
 * it.
 */
export interface DashboardMetric {
  readonly name: string;
  readonly value: string;
  readonly previous: string | null;
}

export interface Income {
  readonly available: Money;
  readonly pending: Money | null;
}
export interface IncomeEntry {
  readonly entryId: string;
  readonly orderId: string | null;
  readonly amount: Money;
  readonly kind: string;
  readonly at: number;
}

/** A bank account to which a marketplace pays out; the marketplace masks its number. */
export interface BankAccount {
  readonly bankAccountId: string;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly isDefault: boolean;
}

/** Phrases a shop keeps at the marketplace itself. */
export interface QuickReplyGroup {
  readonly groupId: string;
  readonly name: string;
  readonly replies: readonly { readonly replyId: string; readonly text: string }[];
}

export interface ShopAddress {
  readonly addressId: string;
  readonly receiver: string;
  readonly phone: string;
  readonly district: string;
  readonly town: string;
  readonly fullAddress: string;
}
