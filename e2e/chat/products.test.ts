import type { Marketplace } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { CHAT_PATHS, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import type { Buyer } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();

interface Screen {
  readonly marketplace: Marketplace;
  readonly country: string;
  /** Another shop of the seller, at another marketplace where there is one. */
  readonly other: { readonly marketplace: Marketplace; readonly country: string };
  /** A card by which a buyer shows the product. */
  readonly card: {
    readonly kind: string;
    readonly content: (product: Product, shopId: string) => Readonly<Record<string, string>>;
  };
}
interface Product {
  readonly productId: string;
  readonly title: string;
}
const SCREENS: readonly Screen[] = [
  {
    marketplace: 'shopee',
    country: 'SG',
    other: { marketplace: 'lazada', country: 'PH' },
    card: {
      kind: 'product',
      content: ({ productId: product_id, title: product_name }, shop_id) => ({ product_id, product_name, shop_id }),
    },
  },
  {
    marketplace: 'lazada',
    country: 'PH',
    other: { marketplace: 'shopee', country: 'SG' },
    card: { kind: 'product', content: ({ productId: itemId, title }) => ({ itemId, productId: itemId, title }) },
  },
  {
    marketplace: 'tiktok',
    country: 'GB',
    other: { marketplace: 'shopee', country: 'SG' },
    card: {
      kind: 'goods_card',
      content: ({ productId: goods_id, title }) => ({ goods_id, productId: goods_id, title }),
    },
  },
];

async function takeBuyer(marketplace: Marketplace, country: string): Promise<Buyer> {
  const [buyer] = await harness.demo.market.quietBuyers(marketplace, country);
  if (buyer === undefined) throw new Error(`${country} has no quiet buyer`);
  return buyer;
}
const tab = (desk: Desk, name: string) => desk.buyer.getByRole('tab', { name, exact: true });

describe.each(visited(SCREENS, 1))('products on $marketplace', ({ marketplace, country, other, card }) => {
  it('open from a card that the buyer sends, with price and stock, our shops of the same SKU, and go out', async () => {
    const { market } = harness.demo;
    const buyer = await takeBuyer(marketplace, country);
    const elsewhere = await takeBuyer(other.marketplace, other.country);
    const [{ products }, there] = [await market.trade(buyer.place), await market.trade(elsewhere.place)];
    const twinOf = (sku: string) => there.products.find(({ sellerSku }) => sellerSku === sku);
    const product = products.find(({ isOnline, sellerSku }) => isOnline && twinOf(sellerSku) !== undefined);
    const twin = twinOf(product?.sellerSku ?? '');
    if (product === undefined || twin === undefined) throw new Error('the two shops share no SKU');

    const desk = await harness.desk();
    await desk.open(CHAT_PATHS[marketplace]);
    await desk.shop(buyer.shopName).click();
    await desk.find(buyer.name);
    await market.postCard(buyer.place, card.kind, card.content(product, buyer.place.shopId));
    await desk.log
      .getByRole('button', { name: `Details of ${product.title}`, exact: true })
      .last()
      .click();
    await desk.buyer.getByRole('heading', { name: product.title, exact: true }).waitFor();
    expect(await tab(desk, 'Products').getAttribute('aria-selected')).toBe('true');
    await desk.buyer.getByText('On sale', { exact: true }).waitFor();
    const variants = desk.buyer.getByRole('list', { name: `Variants of ${product.title}`, exact: true });
    await expect
      .poll(() => variants.getByRole('listitem').allInnerTexts(), PATIENT)
      .toEqual(
        product.variants.map(({ stock }) =>
          expect.stringContaining(stock === 0 ? 'Sold out' : `${stock.toLocaleString('en')} in stock`),
        ),
      );

    const sellers = desk.buyer.getByRole('list', { name: 'Your shops with the same seller SKU' });
    await sellers
      .getByRole('listitem')
      .filter({ hasText: elsewhere.shopName })
      .getByText(twin.title, { exact: true })
      .waitFor(PATIENT);

    const before = await market.cardsAccepted(buyer.place, card.kind);
    await desk.buyer.getByRole('button', { name: 'Send to the buyer', exact: true }).click();
    await expect.poll(() => market.cardsAccepted(buyer.place, card.kind), PATIENT).toBe(before + 1);

    await desk.buyer.getByRole('button', { name: 'All products', exact: true }).click();
    const asked = desk.buyer.getByRole('list', { name: `${buyer.name} asked about`, exact: true });
    await asked.getByRole('button', { name: `Open product ${product.title}`, exact: true }).waitFor(PATIENT);
  });
});
