import { CALLS } from '@pasar/api';
import { sampleVideoOf } from '@pasar/testing';
import { expect, it } from 'vitest';
import { CHAT_PATHS } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();

/** A real film of several megabytes. */
const FILM = sampleVideoOf(5_000_000);
const PARTS_BEFORE_THE_CUT = 4;

it('a video of several megabytes reaches a buyer of Shopee once, though the line is cut in its middle', async () => {
  const { market } = harness.demo;
  const [buyer] = await market.quietBuyers('shopee', 'SG');
  if (buyer === undefined) throw new Error('no quiet buyer');
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS.shopee);
  await desk.shop(buyer.shopName).click();
  await desk.find(buyer.name);
  const accepted = await market.cardsAccepted(buyer.place, 'video');

  const offsets: number[] = [];
  let isCut = false;
  await desk.page.route(`**${CALLS.chat.putVideoPart.path}`, async (route) => {
    isCut ||= offsets.length === PARTS_BEFORE_THE_CUT;
    if (isCut) return route.abort('internetdisconnected');
    offsets.push(CALLS.chat.putVideoPart.input.parse(route.request().postDataJSON()).offset);
    await route.continue();
  });
  const files = [{ name: 'fitting.mp4', mimeType: 'video/mp4', buffer: FILM }];
  await desk.messages.locator('input[type=file]').setInputFiles(files);
  await desk.attached.waitFor();
  await desk.send();
  const row = desk.log.locator('[data-author="seller"]').last();
  await row.getByText('Waiting for the connection').waitFor();
  await row.getByText(/^Uploading (4[0-9])%$/).waitFor();
  expect(await market.cardsAccepted(buyer.place, 'video')).toBe(accepted);

  await desk.page.unroute(`**${CALLS.chat.putVideoPart.path}`);
  await row.locator('[data-mark="sent"], [data-mark="read"]').waitFor();
  expect(new Set(offsets).size).toBe(PARTS_BEFORE_THE_CUT);
  expect(await market.cardsAccepted(buyer.place, 'video')).toBe(accepted + 1);

  // A window that did not send the film plays it from the marketplace.
  const other = await harness.desk();
  await other.open(CHAT_PATHS.shopee);
  await other.find(buyer.name);
  await other.log
    .locator('[data-author="seller"]')
    .last()
    .getByRole('button', { name: 'Play the video, 0:04' })
    .click();
  const film = other.log.locator('video').last();
  const width = () => film.evaluate((video: { readonly videoWidth?: number }) => video.videoWidth ?? 0);
  await expect.poll(width, PATIENT).toBeGreaterThan(0);
});

it("a buyer's video plays in its place", async () => {
  const { market } = harness.demo;
  const buyer = (await market.quietBuyers('shopee', 'SG')).at(-7);
  if (buyer === undefined) throw new Error('no quiet buyer');
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS.shopee);
  await desk.shop(buyer.shopName).click();
  await desk.find(buyer.name);
  await market.postVideo(buyer.place);
  const row = desk.log.locator('[data-author="buyer"]').last();
  await row.getByRole('button', { name: 'Play the video, 0:04' }).click();
  const film = row.locator('video');
  const played = () => film.evaluate((video: { readonly currentTime?: number }) => video.currentTime ?? 0);
  await expect.poll(played, PATIENT).toBeGreaterThan(0);
  expect(await film.getAttribute('src')).toContain('/sim/videos/');
});
