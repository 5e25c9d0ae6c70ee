import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { CHAT_PATHS, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();

/** The page that the step opens beside the desk. */
async function opened(desk: Desk, step: () => Promise<void>): Promise<string> {
  const [page] = await Promise.all([desk.page.context().waitForEvent('page'), step()]);
  const url = page.url();
  await page.close();
  return url;
}
const readClipboard = (page: Page) => page.evaluate('navigator.clipboard.readText()');

it.each(
  visited(
    [
      ['shopee', 'SG', 'https://shopee.sg/product/1/2', '2611204ABCDEFG'],
      ['lazada', 'ID', 'https://www.lazada.co.id/products/i1.html', '900548022891005'],
      ['tiktok', 'GB', 'https://shop.tiktok.com/view/product/1', '576461413038785752'],
    ] as const,
    0,
  ),
)('addresses open, order numbers and messages are copied: %s', async (marketplace, country, own, number) => {
  const { market } = harness.demo;
  const buyer = (await market.quietBuyers(marketplace, country)).at(-5);
  if (buyer === undefined) throw new Error(`${country} has too few quiet buyers`);
  const desk = await harness.desk({ permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = desk;
  await page.context().route(/^https:/, (route) => route.fulfill({ body: 'a page' }));
  await desk.open(CHAT_PATHS[marketplace]);
  await desk.shop(buyer.shopName).click();
  await desk.find(buyer.name);
  // Journeys in other pages may share the clipboard, so what another has copied meanwhile is copied over.
  const copies = (step: () => Promise<void>, text: unknown) =>
    expect
      .poll(async () => {
        await step();
        return readClipboard(page);
      }, PATIENT)
      .toEqual(text);

  const foreign = `https://${marketplace}.example/parcel`;
  const text = `See ${own} and ${foreign} for ${number}`;
  await market.post(buyer.place, text);
  const message = desk.message(text);
  const link = (url: string) => message.getByRole('link', { name: url });
  expect(await opened(desk, () => link(own).click())).toBe(own);

  await link(foreign).click();
  const question = page.getByRole('dialog', { name: `Open ${marketplace}.example?` });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(page.context().pages()).toHaveLength(1);
  await link(foreign).click();
  expect(await opened(desk, () => question.getByRole('button', { name: 'Open', exact: true }).click())).toBe(foreign);
  expect(await opened(desk, () => link(foreign).click())).toBe(foreign);

  await copies(() => message.getByRole('button', { name: number }).click(), number);
  await page.getByText(`Copied ${number}`).first().waitFor();

  const choose = (name: string) => async () => {
    const row = desk.log.locator('[data-author="buyer"]').last();
    await row.hover();
    await row.getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await copies(choose('Copy text'), text);
  const [product] = (await market.trade(buyer.place)).products;
  if (product === undefined) throw new Error(`${country} sells nothing`);
  await market.postCard(buyer.place, ...productCard(marketplace, product, buyer.place.shopId));
  await desk.log.locator('[data-card="product"]').last().getByText(product.title).waitFor();
  await copies(choose('Copy as text'), expect.stringContaining(`[Product]\n${product.title}`));
});

/** A card by which a buyer shows the product. */
function productCard(
  marketplace: 'shopee' | 'lazada' | 'tiktok',
  { productId, title }: { readonly productId: string; readonly title: string },
  shopId: string,
): [string, Readonly<Record<string, string>>] {
  switch (marketplace) {
    case 'shopee':
      return ['product', { product_id: productId, product_name: title, shop_id: shopId }];
    case 'lazada':
      return ['product', { itemId: productId, productId, title }];
    case 'tiktok':
      return ['goods_card', { goods_id: productId, productId, title }];
  }
}
