import { CALLS, type ConversationView } from '@pasar/api';
import { type Marketplace, SCREEN_LIMITS } from '@pasar/domain';

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { FILM, filmOf } from './film.ts';
import { visited } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

const PART = SCREEN_LIMITS.videoPartBytes;
/** A real film of four parts; the last is short. */
const LONG = filmOf(3 * PART + 2_000);
const { putVideoPart, sendVideo, cancelVideo, sendImage } = CALLS.chat;
const fileOf = (name: string, buffer: Buffer, mimeType = 'video/mp4') => ({ name, mimeType, buffer });

const window = windowOfEachTest();
let page: Page;
/** Opens a conversation of the marketplace. */
async function enter(marketplace: Marketplace): Promise<void> {
  page = window.page;
  const { shops, chat } = window.backend.model;
  const isThere = ({ shopId }: ConversationView) => shops.byId.get(shopId)?.marketplace === marketplace;
  const conversation = [...chat.conversations.values()].find(isThere);
  await window.enter('/chat/all');
  await page.locator('[data-live="live"]').waitFor();
  await open(page, conversation?.buyer.name ?? '');
}

const box = () => page.getByRole('textbox', { name: 'Message' });
const tray = () => page.getByRole('list', { name: 'Pictures and videos to send' });
const row = () => log(page).locator('[data-author="seller"]').last();
const bar = () => row().getByRole('progressbar', { name: 'Video upload' });
const choose = (...files: ReturnType<typeof fileOf>[]) =>
  box().locator('xpath=ancestor::*[@data-pane]').locator('input[type=file]').setInputFiles(files);
/** Drops a file of so many bytes on the conversation, made in the page: it would take long to carry it there. */
const dropLarge = (name: string, bytes: number) =>
  box().evaluate(
    (area, [name, bytes]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(Number(bytes))], String(name), { type: 'video/mp4' }));
      area
        .closest('[data-pane]')
        ?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    },
    [name, bytes] as const,
  );
/** The first bytes of the parts that were put, in their order. */
const offsets = () =>
  window.backend.calls
    .filter(({ path }) => path === putVideoPart.path)
    .map(({ input }) => putVideoPart.input.parse(input).offset / PART);
const asked = (path: string) => window.backend.calls.filter((call) => call.path === path).length;

describe('a video', () => {
  beforeEach(() => enter('shopee'));

  it('waits with its cover, length and size, shows how far it has come, and is one row from then on', async () => {
    await choose(fileOf('fitting.mp4', LONG));
    await tray().getByRole('img', { name: 'fitting.mp4' }).waitFor();
    await tray().getByText('0:04 · 1.5 MB').waitFor();
    window.backend.hold(putVideoPart.path);
    await box().press('Enter');
    await tray().waitFor({ state: 'detached' });
    await row().getByText('Uploading 0%').waitFor();
    await poll(() => bar().getAttribute('value')).toBe('0');
    const cover = row().locator('img');
    expect(await cover.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    const before = await cover.boundingBox();
    window.backend.release(putVideoPart.path);
    await bar().waitFor({ state: 'detached' });
    const [[clientId = '', video] = []] = window.backend.model.chat.videos;
    expect(Buffer.from(video?.bytes ?? []).equals(LONG)).toBe(true);
    expect(video?.video).toMatchObject({ fileName: 'fitting.mp4', bytes: LONG.length, width: 320 });
    window.backend.model.chat.settle(clientId, 'confirmed');
    await row().locator('[data-mark="sent"]').waitFor();
    expect(await row().locator('img').boundingBox()).toEqual(before);
  });

  it('goes on where it was when the line was cut in the middle; a text behind it does not wait', async () => {
    window.backend.hold(putVideoPart.path);
    await choose(fileOf('fitting.mp4', LONG));
    await tray().getByRole('img').waitFor();
    await box().press('Enter');
    await poll(offsets).toEqual([0]);
    window.backend.broken.add(putVideoPart.path);
    window.backend.release(putVideoPart.path);
    await row().getByText('Waiting for the connection').waitFor();
    await row().getByText('Uploading 33%').waitFor();
    await box().fill('the film follows');
    await box().press('Enter');
    await log(page)
      .locator('[data-author="seller"]', { hasText: 'the film follows' })
      .locator('[data-mark="sent"]')
      .waitFor();
    window.backend.broken.delete(putVideoPart.path);
    await poll(() => asked(sendVideo.path)).toBe(1);
    const put = offsets();
    expect([put.filter((part) => part === 0).length, put.at(-1)]).toEqual([1, 3]);
    const [[, video] = []] = window.backend.model.chat.videos;
    expect(Buffer.from(video?.bytes ?? []).equals(LONG)).toBe(true);
  });

  it('goes on after a reload', async () => {
    window.backend.hold(putVideoPart.path);
    await choose(fileOf('fitting.mp4', LONG));
    await tray().getByRole('img').waitFor();
    await box().press('Enter');
    await poll(offsets).toEqual([0]);
    await page.reload();
    window.backend.release(putVideoPart.path);
    await poll(() => asked(sendVideo.path)).toBe(1);
    await row().locator('[data-mark="sent"]').waitFor();
    const [[, video] = []] = window.backend.model.chat.videos;
    expect(Buffer.from(video?.bytes ?? []).equals(LONG)).toBe(true);
  });

  it('is cancelled: its row goes, the words stay, and nothing of it follows', async () => {
    window.backend.hold(putVideoPart.path);
    await choose(fileOf('fitting.mp4', LONG));
    await tray().getByRole('img').waitFor();
    await box().press('Enter');
    await poll(offsets).toEqual([0]);
    await row().getByRole('button', { name: 'Cancel' }).click();
    await bar().waitFor({ state: 'detached' });
    expect(await box().evaluate((area) => area === document.activeElement)).toBe(true);
    await poll(() => asked(cancelVideo.path)).toBe(1);
    window.backend.release(putVideoPart.path);
    await box().fill('no film, then');
    await box().press('Enter');
    await log(page).getByText('no film, then').waitFor();
    expect([offsets(), asked(sendVideo.path)]).toEqual([[0], 0]);
  });

  it('that cannot be sent is refused with its reason before anything leaves', async () => {
    await dropLarge('large.mp4', 30 * 1024 * 1024 + 1);
    const cut = fileOf('cut.mp4', FILM.subarray(0, 5_000));
    const web = fileOf('screen.webm', Buffer.from('1a45dfa3', 'hex'), 'video/webm');
    await choose(cut, web);
    await page.getByText('large.mp4 not attached: a video for Shopee may have at most 30 MB.').waitFor();
    await page.getByText('cut.mp4 not attached: the video is incomplete or damaged.').waitFor();
    await page.getByText('screen.webm not attached: only MP4 videos can be sent.').waitFor();
    await choose(...Array.from({ length: 10 }, (_, at) => fileOf(`${at}.mp4`, FILM)));
    await page.getByText('At most 9 pictures and videos can be sent at once.').waitFor();
    await poll(() => tray().getByRole('listitem').count()).toBe(9);
    await page.getByRole('button', { name: 'Remove 0.mp4' }).click();
    await poll(() => tray().getByRole('listitem').count()).toBe(8);
    expect(window.backend.calls.filter(({ path }) => /video|image/i.test(path))).toEqual([]);
  });

  it('that this browser cannot play goes out without a cover', async () => {
    const film = Buffer.from(FILM);
    // The name of the codec, in the head and in the film's own settings.
    for (let at = film.indexOf('vp09'); at >= 0; at = film.indexOf('vp09')) film.write('hvc9', at, 'latin1');
    await choose(fileOf('phone.mp4', film));
    await tray().getByText('phone.mp4').waitFor();
    expect(await tray().getByRole('img').count()).toBe(0);
    await box().press('Enter');
    await poll(() => asked(sendVideo.path)).toBe(1);
    expect(asked(sendImage.path)).toBe(0);
  });

  it('is chosen in the list of what can be sent, which names the limits', async () => {
    await page.getByRole('button', { name: 'Send from the shop' }).click();
    await page.getByRole('tab', { name: 'Videos' }).click();
    await page.getByText('MP4 files of at most 30 MB and 3 minutes, 9 at once.').waitFor();
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles([fileOf('fitting.mp4', FILM)]);
    await tray().getByRole('img', { name: 'fitting.mp4' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

const WITHOUT_VIDEOS = [
  ['lazada', 'Lazada'],
  ['tiktok', 'TikTok Shop'],
] as const;

it.each(visited(WITHOUT_VIDEOS, 0))('%s takes no video, and both ways to one say so', async (marketplace, name) => {
  await enter(marketplace);
  await poll(() => page.locator('input[type=file]').first().getAttribute('accept')).not.toContain('video');
  await choose(fileOf('fitting.mp4', FILM));
  await page.getByText(`fitting.mp4 not attached: ${name} has no way to send a video in a chat.`).waitFor();
  await page.getByRole('button', { name: 'Send from the shop' }).click();
  const tab = page.getByRole('tab', { name: 'Videos' });
  await poll(() => tab.getAttribute('aria-disabled')).toBe('true');
  // Disabled, and still looked at.
  await tab.focus();
  await page.getByText(`${name} has no way to send a video in a chat.`, { exact: true }).waitFor();
});
