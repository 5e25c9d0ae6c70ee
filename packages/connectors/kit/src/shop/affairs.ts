import type {
  BankAccount,
  DashboardMetric,
  DashboardPeriod,
  Follower,
  Income,
  IncomeEntry,
  PageRequest,
  PlatformShopId,
  Review,
  ShopAddress,
  ShopInfo,
  ShopNotification,
  ShopStatus,
  Vacation,
} from '@pasar/domain';
import type { Page } from '../outcome.ts';
import type { Answer, PageOf } from './answer.ts';

/** The shop itself: its state, its figures, its money, and who follows and rates it. */
export interface AffairCalls {
  shopInfo(shop: PlatformShopId): Answer<ShopInfo>;
  /**
   * Spec 1 §7, §8: no live product, a product without ids and an answer without success are three different refusals.
   */
  shopStatus(shop: PlatformShopId): Answer<ShopStatus>;
  setVacation(shop: PlatformShopId, vacation: Vacation): Answer<null>;
  listFollowers(shop: PlatformShopId, page: PageRequest): PageOf<Follower>;
  /** The newest first. */
  listReviews(shop: PlatformShopId, page: PageRequest): PageOf<Review>;
  /** All metrics at once. */
  dashboard(shop: PlatformShopId, period: DashboardPeriod): Answer<Omit<Page<DashboardMetric>, 'next'>>;
  income(shop: PlatformShopId): Answer<Income>;
  listIncome(shop: PlatformShopId, page: PageRequest): PageOf<IncomeEntry>;
  /** The marketplace asks for the password of the login again. Refused with `wrong_account_or_password`. */
  bankAccounts(shop: PlatformShopId, password: string): Answer<readonly BankAccount[]>;
  /** The newest first. */
  listNotifications(shop: PlatformShopId, page: PageRequest): PageOf<ShopNotification>;
  readNotification(shop: PlatformShopId, notificationId: string | 'all'): Answer<null>;
  listAddresses(shop: PlatformShopId): Answer<readonly ShopAddress[]>;
}
