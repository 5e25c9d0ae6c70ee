import { CALLS } from '@pasar/api';
import type { Marketplace } from '@pasar/domain';
import { sampleVideoOf } from '@pasar/simulator';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CHAT_PATHS, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import type { Buyer } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();
const DAY_MS = 86_400_000;
const IN_A_ROW = 5;
const MOST_FAVORITES = 20;
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQQxwFgBB0gX7h/C5SAAAAABJRU5ErkJggg==';

/** Counted from the end, because other journeys take the first. */
async function quiet(marketplace: Marketplace, country: string, fromEnd: number): Promise<Buyer> {
  const buyer = (await harness.demo.market.quietBuyers(marketplace, country)).at(-fromEnd);
  if (buyer === undefined) throw new Error(`${country} has too few quiet buyers`);
  return buyer;
}
async function openAt(buyer: Buyer): Promise<Desk> {
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS[buyer.place.marketplace]);
  await desk.shop(buyer.shopName).click();
  await desk.find(buyer.name);
  return desk;
}
const warning = (desk: Desk) => desk.messages.getByRole('alert');

describe('the send guard at Shopee', () => {
  it('asks before a sixth message in a row, be it a text, a picture or a card, and sends it at the next Enter', async () => {
    const { market } = harness.demo;
    const buyer = await quiet('shopee', 'VN', 2);
    await market.post(buyer.place, 'Bao giờ shop gửi hàng vậy ạ?');
    const desk = await openAt(buyer);
    await desk.text('Bao giờ shop gửi hàng vậy ạ?').waitFor();
    for (let number = 1; number <= IN_A_ROW; number += 1) {
      await desk.composer.fill(`Dạ shop gửi hàng hôm nay ạ, lần ${number}`);
      await desk.composer.press('Enter');
      await expect.poll(() => desk.composer.inputValue()).toBe('');
    }
    const isInARow = () =>
      warning(desk)
        .getByText(/^5 messages without an answer: Shopee may refuse/)
        .waitFor();
    const sixth = 'Shop cảm ơn bạn đã chờ ạ';
    await desk.composer.fill(sixth);
    await desk.composer.press('Enter');
    await isInARow();
    expect(await market.timesAccepted(buyer.place, sixth, 'seller')).toBe(0);
    await desk.composer.press('Enter');
    await expect.poll(() => market.timesAccepted(buyer.place, sixth, 'seller'), PATIENT).toBe(1);
    await warning(desk).waitFor({ state: 'detached' });

    await desk.pasteFile('receipt.png', PNG, 'image/png');
    await desk.attached.waitFor();
    await desk.composer.press('Enter');
    await isInARow();
    expect(await market.picturesAccepted(buyer.place, 'seller')).toBe(0);
    await desk.composer.press('Enter');
    await expect.poll(() => market.picturesAccepted(buyer.place, 'seller'), PATIENT).toBe(1);

    await desk.messages.getByRole('button', { name: 'Send from the shop' }).click();
    const dialog = desk.page.getByRole('dialog', { name: /^Send to / });
    await dialog.getByRole('tab', { name: 'Vouchers' }).click();
    await dialog
      .getByRole('button', { name: /^Send voucher / })
      .first()
      .click();
    await dialog.waitFor({ state: 'detached' });
    await warning(desk)
      .getByText(/^Not sent yet: /)
      .waitFor();
    expect(await market.cardsAccepted(buyer.place, 'voucher')).toBe(0);
    await expect.poll(async () => (await desk.focus()).tag, PATIENT).toBe('BUTTON');
    await desk.page.keyboard.press('Enter');
    await expect.poll(() => market.cardsAccepted(buyer.place, 'voucher'), PATIENT).toBe(1);
  });

  it('asks where the buyer last wrote more than seven days ago', async () => {
    const { market } = harness.demo;
    const lastOf = async ({ place }: Buyer) => {
      const { messages } = await market.look(place);
      return messages.findLast(({ from }) => from === 'buyer')?.acceptedAt ?? Number.POSITIVE_INFINITY;
    };
    let buyer: Buyer | null = null;
    for (const candidate of (await market.quietBuyers('shopee', 'VN')).slice(0, -2).toReversed()) {
      if (Date.now() - (await lastOf(candidate)) > 8 * DAY_MS) buyer ??= candidate;
    }
    if (buyer === null) throw new Error('every buyer wrote in the last days');
    const desk = await openAt(buyer);
    const text = 'Shop nhắn bạn về đơn hàng ạ';
    await desk.composer.fill(text);
    await desk.composer.press('Enter');
    await warning(desk)
      .getByText(/^The buyer last wrote more than 7 days ago: Shopee may refuse/)
      .waitFor();
    expect(await market.timesAccepted(buyer.place, text, 'seller')).toBe(0);
    await warning(desk).getByRole('button', { name: 'Send anyway (Enter)' }).click();
    await expect.poll(() => market.timesAccepted(buyer.place, text, 'seller'), PATIENT).toBe(1);
  });
});

const SIZES = [
  { marketplace: 'lazada', country: 'PH', title: 'Sizes by Lazada' },
  { marketplace: 'tiktok', country: 'GB', title: 'Sizes by TikTok' },
] as const;

describe.each(visited(SIZES, 0))('quick replies on $marketplace', ({ marketplace, country, title }) => {
  it('are inserted by a slash and go out, also at once; the shortcuts of the marketplace stand beside them', async () => {
    const { market } = harness.demo;
    const buyer = await quiet(marketplace, country, 3);
    await market.post(buyer.place, 'Which size should I take?');
    const desk = await openAt(buyer);
    await desk.page.getByRole('tab', { name: 'Quick replies' }).click();
    await desk.buyer.getByRole('button', { name: 'New quick reply' }).click();
    const dialog = desk.page.getByRole('dialog', { name: 'New quick reply' });
    await dialog.getByRole('combobox', { name: 'Group' }).selectOption({ label: 'New group' });
    await dialog.getByRole('textbox', { name: 'Name of the group' }).fill(title);
    await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
    const words = `${title}: please measure your foot, {buyer}`;
    await dialog.getByRole('textbox', { name: 'Text 1' }).fill(words);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const answer = words.replace('{buyer}', buyer.name);

    await desk.composer.pressSequentially(`/${title}`);
    await desk.page.getByRole('listbox', { name: 'Quick replies' }).getByRole('option').first().waitFor();
    await desk.composer.press('Enter');
    await expect.poll(() => desk.composer.inputValue()).toBe(answer);
    await desk.send();
    await expect.poll(() => market.timesAccepted(buyer.place, answer, 'seller'), PATIENT).toBe(1);
    await desk.buyer.getByRole('button', { name: `Send at once: ${title}` }).click();
    await expect.poll(() => market.timesAccepted(buyer.place, answer, 'seller'), PATIENT).toBe(2);

    if (marketplace === 'tiktok') {
      await desk.buyer.getByText('TikTok Shop keeps no shortcuts of its own.').waitFor();
      return;
    }
    await desk.buyer.getByRole('button', { name: 'Shortcuts at Lazada' }).click();
    const shortcuts = desk.buyer.getByRole('region', { name: 'Shortcuts at Lazada' });
    const edit = shortcuts.getByRole('button', { name: /^Edit: / }).first();
    await edit.waitFor();
    const text = ((await edit.getAttribute('aria-label')) ?? '').replace('Edit: ', '');
    await shortcuts.getByRole('button', { name: text }).first().click();
    await expect.poll(() => desk.composer.inputValue()).toBe(text);
    const before = await market.timesAccepted(buyer.place, text, 'seller');
    await desk.send();
    await expect.poll(() => market.timesAccepted(buyer.place, text, 'seller'), PATIENT).toBe(before + 1);
  });
});

it('a quick reply with a video reaches a buyer of Shopee, and its film does not travel from the browser again', async () => {
  const { market } = harness.demo;
  const buyer = await quiet('shopee', 'BR', 3);
  await market.post(buyer.place, 'Como eu uso isto?');
  const desk = await openAt(buyer);
  await desk.text('Como eu uso isto?').waitFor();
  await desk.page.getByRole('tab', { name: 'Quick replies' }).click();
  await desk.buyer.getByRole('button', { name: 'New quick reply' }).click();
  const dialog = desk.page.getByRole('dialog', { name: 'New quick reply' });
  await dialog.getByRole('combobox', { name: 'Group' }).selectOption({ label: 'New group' });
  await dialog.getByRole('textbox', { name: 'Name of the group' }).fill('Films');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('How it works');
  const film = { name: 'how.mp4', mimeType: 'video/mp4', buffer: sampleVideoOf(1_200_000) };
  await dialog.getByLabel('Add a video').setInputFiles(film);
  await dialog.getByText('Video: how.mp4').first().waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  let travelled = 0;
  desk.page.on('request', (request) => {
    if (request.url().includes('VideoPart')) travelled += 1;
  });
  const before = await market.cardsAccepted(buyer.place, 'video');
  await desk.buyer.getByRole('button', { name: 'Send at once: How it works' }).click();
  await expect.poll(() => market.cardsAccepted(buyer.place, 'video'), PATIENT).toBe(before + 1);
  await desk.log.locator('[data-author="seller"]').last().locator('[data-mark="sent"], [data-mark="read"]').waitFor();
  expect(travelled).toBe(0);
});

describe('favourite products, and those that the buyer asked about', () => {
  const { saveUserCollectProductIds } = CALLS.chat;
  /** Replaces the favourites of the buyer's shop, as another member does. */
  const save = async (desk: Desk, { place }: Buyer, productIds: readonly string[]) => {
    const input = { userId: place.shopId, platform: place.marketplace, productIds };
    const answer: unknown = await desk.page.evaluate(
      async ({ path, body }) => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch(path, { method: 'POST', headers, body })).json();
      },
      { path: saveUserCollectProductIds.path, body: JSON.stringify(input) },
    );
    return z.object({ result: z.string() }).parse(answer).result;
  };
  let clear: (() => Promise<unknown>) | null = null;
  afterEach(async () => {
    await clear?.();
    clear = null;
  });

  it('stand at the top of the picker and of the tab, and no more are taken than there is room for', async () => {
    const { market } = harness.demo;
    const buyer = await quiet('shopee', 'TH', 3);
    const { products } = await market.trade(buyer.place);
    const [asked, starred, late, ...rest] = products.filter(({ isOnline }) => isOnline);
    if (asked === undefined || starred === undefined || late === undefined) throw new Error('nothing on sale');
    const desk = await openAt(buyer);
    clear = () => save(desk, buyer, []);
    await market.postCard(buyer.place, 'product', {
      product_id: asked.productId,
      product_name: asked.title,
      shop_id: buyer.place.shopId,
    });
    await desk.log.getByText(asked.title).last().waitFor();

    await desk.messages.getByRole('button', { name: 'Send from the shop' }).click();
    const dialog = desk.page.getByRole('dialog', { name: /^Send to / });
    await dialog.getByRole('searchbox', { name: 'Search products' }).fill(starred.title);
    await dialog
      .getByRole('button', { name: `Add ${starred.title} to the favourites` })
      .first()
      .click();
    await dialog.getByRole('searchbox', { name: 'Search products' }).fill('');
    const rowsOf = (name: string) => dialog.getByRole('list', { name, exact: true }).getByRole('checkbox');
    await expect.poll(() => rowsOf('Favourites').count(), PATIENT).toBe(1);
    await dialog.getByRole('list', { name: 'Favourites' }).getByText(starred.title).waitFor();
    await dialog
      .getByRole('list', { name: `${buyer.name} asked about` })
      .getByText(asked.title)
      .waitFor();
    await desk.page.keyboard.press('Escape');

    await desk.buyer.getByRole('tab', { name: 'Products', exact: true }).click();
    const list = (name: string) => desk.buyer.getByRole('list', { name, exact: true });
    await list(`${buyer.name} asked about`).getByText(asked.title).waitFor();
    await list('Favourites').getByText(starred.title).waitFor();

    const many = [starred, ...rest].slice(0, MOST_FAVORITES).map(({ productId }) => productId);
    expect(many).toHaveLength(MOST_FAVORITES);
    expect(await save(desk, buyer, many)).toBe('success');
    await desk.buyer.getByRole('tab', { name: 'Orders', exact: true }).click();
    await desk.buyer.getByRole('tab', { name: 'Products', exact: true }).click();
    await expect.poll(() => list('Favourites').getByRole('listitem').count(), PATIENT).toBe(MOST_FAVORITES);
    await desk.buyer.getByRole('searchbox', { name: 'Search products' }).fill(late.title);
    await desk.buyer
      .getByRole('button', { name: `Add ${late.title} to the favourites` })
      .first()
      .click();
    await desk.page.getByText('There are 20 favourite products already. Remove one, then try again.').waitFor();
  });
});
