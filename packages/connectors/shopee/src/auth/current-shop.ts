import type { Outcome } from '@pasar/connector-kit';
import type { SellerShop } from '../calls/subaccount.ts';

interface ShopSwitch {
  switchShop(shop: SellerShop): Promise<Outcome<null>>;
}

/**
 * A cross-border sub-account has one current shop, kept by the marketplace: calls that speak of "the shop" speak of that
 * one. Whoever needs a shop runs alone, after the switch, so that two calls never change it under each other.
 */
export class CurrentShop {
  readonly #site: ShopSwitch;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(site: ShopSwitch) {
    this.#site = site;
  }

  run<Value>(shop: SellerShop, call: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
    const turn = this.#tail.then(async () => {
      // Always switched, never remembered: the person's own browser can switch the same login.
      const switched = await this.#site.switchShop(shop);
      return switched.ok ? call() : switched;
    });
    this.#tail = turn.catch(() => undefined);
    return turn;
  }
}
