import { type AlertView, type ArrangementView, CALLS, type ShopGroupView, type ShopView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { succeeded } from '../../call-result.ts';
import { type Answers, type Append, answering, GONE } from './answers.ts';

/** The shops of the account and how the member has arranged them. */
export class ShopsModel {
  /** By shop id. */
  readonly byId = new Map<string, ShopView>();
  arrangement: ArrangementView = { order: [], hidden: [] };
  groups: ShopGroupView[] = [];
  alerts: AlertView[] = [];
  /** When every shop was last compared. */
  comparedAt: number | null = null;
  readonly #append: Append;

  constructor(append: Append) {
    this.#append = append;
  }

  setShop(shop: ShopView): void {
    this.byId.set(shop.shopId, shop);
    this.#append({ kind: 'shop', shop });
  }

  setArrangement(arrangement: ArrangementView): void {
    this.arrangement = arrangement;
    this.#append({ kind: 'arrangement', arrangement });
  }

  setAlerts(alerts: readonly AlertView[]): void {
    this.alerts = [...alerts];
    this.#append({ kind: 'alerts' });
  }

  setGroups(groups: readonly ShopGroupView[]): void {
    this.groups = [...groups];
    this.#append({ kind: 'shopGroups' });
  }

  readonly answers: Answers = new Map([
    answering(CALLS.shops.arrangeShops, ({ shopIds }) => {
      this.setArrangement({ ...this.arrangement, order: shopIds });
      return succeeded({});
    }),
    answering(CALLS.shops.hideShop, ({ shopId, isHidden }) => this.#hide(shopId, isHidden)),
    answering(CALLS.shops.shopDetails, () =>
      succeeded({
        shops: [...this.byId.values()].map(({ shopId, platformShopId }) => ({
          shopId,
          account: `seller${platformShopId}@shop.example`,
          comparedAt: this.comparedAt,
        })),
      }),
    ),
    answering(CALLS.alerts.listAlerts, () => succeeded({ alerts: this.alerts })),
    answering(CALLS.shopGroups.listGroups, () => succeeded({ groups: this.groups })),
    answering(CALLS.shops.checkStatus, () => succeeded({ status: 'frozen' })),
  ]);

  #hide(shopId: ShopId, isHidden: boolean) {
    if (!this.byId.has(shopId)) return GONE;
    const others = this.arrangement.hidden.filter((hidden) => hidden !== shopId);
    this.setArrangement({ ...this.arrangement, hidden: isHidden ? [...others, shopId] : others });
    return succeeded({});
  }
}
