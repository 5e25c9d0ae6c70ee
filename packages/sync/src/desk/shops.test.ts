import { CALLS } from '@pasar/api';
import { describe, expect, it } from 'vitest';
import { aConversation, aShop } from '../testing/builders.ts';
import { createDeskHarness, flush } from '../testing/desk-harness.ts';
import { ModelServer } from '../testing/model/model-server.ts';

describe('a shop whose id another marketplace also has', () => {
  it("is renamed and unbound with its own marketplace's name", () => {
    const { desk, flying } = createDeskHarness(new ModelServer({ pageSize: 10 }));
    const shop = aShop(1, 'lazada');
    void desk.shops.rename(shop, null);
    void desk.shops.unbind(shop);
    const { platformShopId: userId } = shop;
    expect(flying.map(({ call, input }) => [call.path, input])).toEqual([
      [CALLS.shops.updateShopAlias.path, { userId, platform: 'lazada', alias: '' }],
      [CALLS.shops.deleteUser.path, { userId, platform: 'lazada' }],
    ]);
  });
});

describe('the shop list as a person arranges it', () => {
  const [first, second, third] = [aShop(1).shopId, aShop(2).shopId, aShop(3).shopId];
  const refused = { kind: 'refused', code: 'no_permission', reason: 'No.', detail: null } as const;

  async function ready() {
    const server = new ModelServer({ pageSize: 10 });
    for (let shop = 1; shop <= 3; shop += 1) server.shops.setShop(aShop(shop));
    server.chat.setConversation(aConversation(1, 1));
    const harness = createDeskHarness(server);
    harness.desk.start();
    await harness.settle();
    const shown = () => harness.desk.state.get().arrangement;
    return { ...harness, shown };
  }

  it('W5: changes at once, and is as before after a refusal, which names the change', async () => {
    const { desk, fail, shown, notices } = await ready();
    desk.shops.hide(first, true);
    desk.shops.arrange([third, first]);
    expect(shown()).toEqual({ order: [third, first], hidden: [first] });
    expect(desk.state.get().lists.get('all|all') ?? []).toEqual([]);
    fail(0, refused);
    await flush();
    expect(shown()).toEqual({ order: [third, first], hidden: [] });
    expect(desk.state.get().lists.get('all|all')).toHaveLength(1);
    fail(0, refused);
    await flush();
    expect(shown()).toEqual({ order: [], hidden: [] });
    expect(notices).toEqual([
      { kind: 'shopsUndone', undone: { setting: 'hide', shop: aShop(1), failure: refused } },
      { kind: 'shopsUndone', undone: { setting: 'arrange', shop: null, failure: refused } },
    ]);
    desk.stop();
  });

  it('W5: two refusals in a row undo both changes, in any order of the answers', async () => {
    const { desk, fail, shown } = await ready();
    for (const answered of [
      [0, 0],
      [1, 0],
    ]) {
      desk.shops.arrange([second, first]);
      desk.shops.arrange([third, second, first]);
      for (const index of answered) fail(index, refused);
      await flush();
      expect(shown()).toEqual({ order: [], hidden: [] });
    }
    desk.stop();
  });

  it('W5: a change by another window stays, and an answer before its change does not undo it', async () => {
    const { desk, server, answer, deliver, settle, shown } = await ready();
    desk.shops.hide(first, true);
    server.shops.setArrangement({ order: [second], hidden: [third] });
    deliver(1);
    expect(shown()).toEqual({ order: [second], hidden: [third, first] });
    answer(0);
    await flush();
    expect(shown()).toEqual({ order: [second], hidden: [third, first] });
    await settle();
    expect(shown()).toEqual(server.shops.arrangement);
    expect(desk.state.get().arrangementWishes).toEqual([]);
    desk.stop();
  });
});
