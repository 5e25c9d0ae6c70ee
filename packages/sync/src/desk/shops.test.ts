import { CALLS } from '@pasar/api';
import { describe, expect, it } from 'vitest';
import { aShop } from '../testing/builders.ts';
import { createDeskHarness } from '../testing/desk-harness.ts';
import { ModelServer } from '../testing/model-server.ts';

describe('a shop whose id another marketplace has too', () => {
  it("is renamed and unbound with its own marketplace's name", () => {
    const { desk, flying } = createDeskHarness(new ModelServer(10));
    const shop = aShop(1, 'lazada');
    void desk.shops.rename(shop, null);
    void desk.shops.unbind(shop);
    const { platformShopId: userId } = shop;
    expect(flying.map(({ call, input }) => [call.path, input])).toEqual([
      [CALLS.chat.updateShopAlias.path, { userId, platform: 'lazada', alias: '' }],
      [CALLS.chat.deleteUser.path, { userId, platform: 'lazada' }],
    ]);
  });
});
