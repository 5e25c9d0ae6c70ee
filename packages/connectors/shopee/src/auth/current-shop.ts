import type { Outcome } from '@pasar/connector-kit';
import type { SellerShop } from '../calls/subaccount.ts';

interface ShopSwitch {
  switchShop(shop: SellerShop): Promise<Outcome<null>>;
}

/**
 * A cross-border sub-account has one current shop, kept by the marketplace: calls that speak of "the shop" speak of that
 * one. Whoever needs a shop runs alone, after the switch, so that two calls of this login never change it under each other.
 * Others are out of reach of any queue here: the person's own browser, and a sign-in again beside the one that is served,
 * which begins with the same cookies. What depends on the current shop or merchant is confirmed by the marketplace before
 * it counts, and done again where somebody came between (`SellerSite`); the chat's token, once made, is of the login.
 */
export class CurrentShop {
  readonly #site: ShopSwitch;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(site: ShopSwitch) {
    this.#site = site;
  }

  run<Value>(shop: SellerShop, call: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
    return this.alone(async () => {
      // Always switched, never remembered: the person's own browser can switch the same login.
      const switched = await this.#site.switchShop(shop);
      return switched.ok ? call() : switched;
    });
  }

  /** For what switches by itself. */
  alone<Value>(call: () => Promise<Value>): Promise<Value> {
    const turn = this.#tail.then(call);
    this.#tail = turn.catch(() => undefined);
    return turn;
  }
}
