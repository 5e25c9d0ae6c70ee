import type { Outcome } from '@pasar/connector-kit';
import type { SellerShop } from '../calls/subaccount.ts';

interface ShopSwitch {
  switchShop(shop: SellerShop): Promise<Outcome<null>>;
}

/**
 * A cross-border sub-account has one current shop, stored by the marketplace, and some calls act on that shop. A call
 * that needs a shop runs alone, after a switch, so that two calls of this login never change the shop under each other.
 * This queue cannot reach other programs that use the same cookies: the person's own browser, and a sign-in of a login
 * that is served already. So a result that depends on the current shop or merchant counts only after the marketplace
 * has confirmed them, and is fetched again otherwise (`SellerSite`). A chat token, once made, belongs to the login.
 */
export class CurrentShop {
  readonly #site: ShopSwitch;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(site: ShopSwitch) {
    this.#site = site;
  }

  run<Value>(shop: SellerShop, call: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
    return this.alone(async () => {
      // Switches every time, because the person's own browser can switch the same login.
      const switched = await this.#site.switchShop(shop);
      return switched.ok ? call() : switched;
    });
  }

  /** Runs alone, for code that switches by itself. */
  alone<Value>(call: () => Promise<Value>): Promise<Value> {
    const turn = this.#tail.then(call);
    this.#tail = turn.catch(() => undefined);
    return turn;
  }
}
