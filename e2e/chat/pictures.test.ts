import type { Marketplace } from '@pasar/domain';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHAT_PATHS } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();

const SCREENS: readonly { marketplace: Marketplace; screen: string; country: string }[] = [
  { marketplace: 'shopee', screen: 'Shopee', country: 'SG' },
  { marketplace: 'lazada', screen: 'Lazada', country: 'ID' },
  { marketplace: 'tiktok', screen: 'TikTok Shop', country: 'GB' },
];

/** A PNG of three red pixels over three of another colour. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQQxwFgBB0gX7h/C5SAAAAABJRU5ErkJggg==';

/** Waits until the picture itself is drawn, and not only its frame. */
const isDrawn = async (picture: Locator): Promise<void> => {
  await picture.waitFor();
  const width = () => picture.evaluate((image: { readonly naturalWidth?: number }) => image.naturalWidth ?? 0);
  await expect.poll(width, PATIENT).toBeGreaterThan(0);
};

describe.each(visited(SCREENS, 2))('pictures on $screen', ({ marketplace, country }) => {
  it("shows a buyer's picture, and delivers one that is pasted, once", async () => {
    const { market } = harness.demo;
    const [buyer] = await market.quietBuyers(marketplace, country);
    if (buyer === undefined) throw new Error(`${country} has no quiet buyer`);
    const desk = await harness.desk();
    await desk.open(CHAT_PATHS[marketplace]);
    await desk.shop(buyer.shopName).click();
    await desk.find(buyer.name);
    const phone = await harness.phone();
    await phone.choose(buyer);

    const shown = await desk.pictures('buyer').count();
    await phone.sendPicture();
    await expect.poll(() => desk.pictures('buyer').count(), PATIENT).toBe(shown + 1);
    await isDrawn(desk.pictures('buyer').last());

    const accepted = await market.picturesAccepted(buyer.place, 'seller');
    const [told, sent] = [await phone.theirPictures.count(), await desk.pictures('seller').count()];
    await desk.pasteFile('receipt.png', PNG, 'image/png');
    await isDrawn(desk.attached);
    await desk.send();
    await isDrawn(desk.pictures('seller').last());
    const row = desk.log
      .locator('[data-author="seller"]', { has: desk.page.getByRole('img', { name: 'Image' }) })
      .last();
    await row.locator('[data-mark="sent"], [data-mark="read"]').waitFor();
    await expect.poll(() => phone.theirPictures.count(), PATIENT).toBe(told + 1);
    await isDrawn(phone.theirPictures.last());

    // A window that did not send the picture loads it from the marketplace.
    const other = await harness.desk();
    await other.open(CHAT_PATHS[marketplace]);
    await other.find(buyer.name);
    await isDrawn(other.pictures('seller').last());
    expect(await other.pictures('seller').count()).toBe(sent + 1);
    expect(await desk.pictures('seller').count()).toBe(sent + 1);
    expect(await market.picturesAccepted(buyer.place, 'seller')).toBe(accepted + 1);

    // A window that cannot reach the marketplace gets the picture from Pasar's server, which passes on no vector
    // pictures.
    const walled = await harness.desk();
    await walled.page.route(/\/sim\/pictures\//, (route) => route.abort());
    await walled.open(CHAT_PATHS[marketplace]);
    await walled.find(buyer.name);
    const given = walled.pictures('buyer').last();
    await expect.poll(() => given.getAttribute('src'), PATIENT).toContain('/api/media/');
    await isDrawn(given);
  });
});
