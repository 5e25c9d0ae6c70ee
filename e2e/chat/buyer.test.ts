import { describe, expect, it } from 'vitest';
import { CHAT_PATHS, type Desk, SHOPEE_ONLY } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import type { Buyer } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();

/** Orders in one of these states keep the marketplace from blocking the buyer. */
const OPEN = new Set(['unpaid', 'toShip', 'cancelRequested', 'shipping', 'returning']);
const MARKETS = [
  { marketplace: 'shopee', name: 'Shopee', country: 'MY', fact: 'Delivered', office: 'https://seller.shopee.cn/' },
  {
    marketplace: 'lazada',
    name: 'Lazada',
    country: 'PH',
    fact: 'Follows the shop',
    office: 'https://sellercenter.lazada.com.ph/',
  },
  {
    marketplace: 'tiktok',
    name: 'TikTok Shop',
    country: 'VN',
    fact: 'Language',
    office: 'https://seller.tiktokshopglobalselling.com/',
  },
] as const;

async function ordersOf({ place }: Buyer) {
  const { orders } = await harness.demo.market.trade(place);
  return orders.filter(({ buyerId }) => buyerId === place.buyerId);
}
/** The nth buyer of Shopee in Malaysia who has an open order, or who has none. */
async function shopeeBuyer({ isBusy, nth = 0 }: { readonly isBusy: boolean; readonly nth?: number }): Promise<Buyer> {
  const found: Buyer[] = [];
  for (const buyer of await harness.demo.market.quietBuyers('shopee', 'MY')) {
    if ((await ordersOf(buyer)).some(({ status }) => OPEN.has(status)) === isBusy) found.push(buyer);
  }
  const buyer = found[nth];
  if (buyer === undefined) throw new Error('no such buyer');
  return buyer;
}
async function show(desk: Desk, path: string, buyer: Buyer): Promise<void> {
  await desk.open(path);
  await desk.shop(buyer.shopName).click();
  await desk.find(buyer.name);
}
const part = (desk: Desk, name: string) => desk.buyer.getByRole('region', { name, exact: true });
const blockedMark = (desk: Desk) => desk.buyer.getByText('Blocked', { exact: true });
const factsOf = async (desk: Desk, { name }: Buyer) =>
  (await desk.rows()).find((row) => row.name === name)?.facts ?? '';

describe('blocking a buyer of Shopee', () => {
  it('is shown in the panel and in the list of every window, and taken back', async () => {
    const buyer = await shopeeBuyer({ isBusy: false });
    const desk = await harness.desk();
    const other = await harness.desk();
    await show(desk, CHAT_PATHS.shopee, buyer);
    await show(other, CHAT_PATHS.shopee, buyer);
    await desk.buyer.getByRole('button', { name: 'Block' }).click();
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
    for (const each of [desk, other]) {
      await blockedMark(each).waitFor();
      await expect.poll(() => factsOf(each, buyer), PATIENT).toContain('Blocked');
    }
    await other.buyer.getByRole('button', { name: 'Unblock' }).click();
    for (const each of [desk, other]) await blockedMark(each).waitFor({ state: 'detached' });
  });

  it('is refused while the buyer has unfinished orders, in the language of the screen', async () => {
    const buyer = await shopeeBuyer({ isBusy: true });
    const desk = await harness.desk();
    await show(desk, CHAT_PATHS.shopee, buyer);
    await desk.goto(`${CHAT_PATHS.shopee}?lang=zh-CN`);
    const panel = desk.page.getByRole('region', { name: '买家', exact: true });
    await panel.getByRole('button', { name: '拉黑' }).click();
    await desk.page.getByRole('dialog').getByRole('button', { name: '拉黑' }).click();
    await desk.page.getByText('该买家还有未完成的订单，无法拉黑。').waitFor();
    expect(await panel.getByText('已拉黑').count()).toBe(0);
  });
});

describe('notes about a buyer', () => {
  it('are seen by a colleague at once, who cannot change them, and run nothing', async () => {
    const buyer = await shopeeBuyer({ isBusy: true, nth: 1 });
    const desk = await harness.desk();
    const colleague = await harness.desk({ cookies: [] });
    await show(desk, CHAT_PATHS.shopee, buyer);
    await colleague.goto('/account/login?lang=en');
    await colleague.logIn(SHOPEE_ONLY);
    await colleague.page.getByText(/^All \d+ shops connected$/).waitFor();
    await show(colleague, CHAT_PATHS.shopee, buyer);
    const hostile = '<img src=x onerror="document.title=1"> pays late';
    await desk.buyer.getByRole('textbox', { name: 'Write a note' }).fill(hostile);
    await desk.buyer.getByRole('button', { name: 'Save note' }).click();
    const note = part(colleague, 'Notes').getByRole('listitem');
    await note.getByText(hostile, { exact: true }).waitFor();
    expect(await note.getByRole('button').count()).toBe(0);
    expect(await colleague.page.title()).not.toBe('1');
    await part(desk, 'Notes').getByRole('button', { name: 'Delete the note' }).click();
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await note.waitFor({ state: 'detached' });
  });
});

describe.each(visited(MARKETS, 2))('the buyer at $marketplace', ({ marketplace, name, country, fact, office }) => {
  it('is shown with what the marketplace tells and with the orders in our shop', async () => {
    const [buyer] = await harness.demo.market.quietBuyers(marketplace, country);
    if (buyer === undefined) throw new Error('no buyer');
    const orders = await ordersOf(buyer);
    const desk = await harness.desk();
    await show(desk, CHAT_PATHS[marketplace], buyer);
    await part(desk, `From ${name}`).getByRole('term').getByText(fact, { exact: true }).waitFor();
    const count = part(desk, 'Orders with us').getByText('Orders', { exact: true }).locator('..');
    await expect.poll(() => count.textContent(), PATIENT).toBe(`Orders${orders.length}`);
  });

  it('is reported in the seller centre, where the facts are pasted, and is blocked where that can be done', async () => {
    const buyer = (await harness.demo.market.quietBuyers(marketplace, country)).at(-1);
    if (buyer === undefined) throw new Error('no buyer');
    const desk = await harness.desk({ permissions: ['clipboard-read', 'clipboard-write'] });
    const context = desk.page.context();
    await context.route(/^https:/, (route) => route.fulfill({ body: 'seller centre' }));
    await show(desk, CHAT_PATHS[marketplace], buyer);
    const facts = `${buyer.name}\nBuyer ID: ${buyer.place.buyerId}\nShop: ${buyer.shopName}`;
    const report = async () => {
      await desk.buyer.getByRole('button', { name: 'Report…' }).click();
      const dialog = desk.page.getByRole('dialog', { name: `Report ${buyer.name} to ${name}` });
      const [page] = await Promise.all([
        context.waitForEvent('page'),
        dialog.getByRole('button', { name: 'Copy and open' }).click(),
      ]);
      expect(page.url()).toBe(office);
      await page.close();
      return desk.page.evaluate('navigator.clipboard.readText()');
    };
    // Journeys in other pages may share the clipboard, so what another has copied meanwhile is copied over.
    await expect.poll(report, PATIENT).toBe(facts);
    const block = desk.buyer.getByRole('button', { name: 'Block' });
    await expect
      .poll(() => block.getAttribute('aria-disabled'), PATIENT)
      .toBe(marketplace === 'shopee' ? null : 'true');
    const why = `${name} has no way for other software to block a buyer.`;
    expect(await desk.buyer.getByText(why).count()).toBe(marketplace === 'shopee' ? 0 : 1);
  });
});
