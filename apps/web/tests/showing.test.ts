import { readFile } from 'node:fs/promises';
import { CALLS, type MessageView, videoMediaPath } from '@pasar/api';
import { uuidOf } from '@pasar/sync/testing/builders';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { HOST, HOSTILE, kindsOf } from './kinds.ts';
import { windowOfEachTest } from './screen-harness.ts';

const JOHN = uuidOf('conversation 9');
const RED = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQQxwFgBB0gX7h/C5SAAAAABJRU5ErkJggg==';
const FILM = new URL('../../simulator/src/control/sample.mp4', import.meta.url);

const window = windowOfEachTest();
let page: Page;
beforeEach(async () => {
  page = window.page;
  const film = await readFile(FILM);
  await page.route(`${HOST}/**`, (route) =>
    route.request().url().endsWith('.mp4')
      ? route.fulfill({ contentType: 'video/mp4', body: film })
      : route.fulfill({ contentType: 'image/png', body: Buffer.from(RED, 'base64') }),
  );
  await window.enter('/chat/all');
  await page.locator('[data-live="live"]').waitFor();
  await open(page, 'John Tan');
});
const receive = (content: MessageView['content']) => window.backend.model.chat.receive(JOHN, { content });

describe('every kind of message', () => {
  it('is shown for what it is', async () => {
    const said: Readonly<Record<string, string>> = {
      product: 'A lamp',
      productList: 'A lamp',
      order: '2611204ABCDEFG',
      myOrder: 'The buyer’s order',
      confirmOrder: 'Order to confirm',
      voucher: 'A lamp',
      follow: 'Invitation to follow the shop',
      refund: 'Return 9',
      logistics: 'A lamp JT0012345',
      offer: 'Waits for an answer',
      rating: '★★★★☆',
      ratingAsked: 'The buyer is asked to rate the service',
      videoElsewhere: 'This video can only be watched at the marketplace',
      unknown: 'Message type at the marketplace: A lamp',
    };
    for (const [kind, content] of Object.entries(kindsOf('A lamp'))) {
      receive(content);
      const row = log(page).getByRole('article').last();
      const words = said[kind];
      if (words !== undefined) await row.getByText(words.replace('’', "'")).first().waitFor();
    }
    await log(page).getByRole('button', { name: 'Play the video, 0:37' }).waitFor();
  });

  it('that can be looked at opens its subject in the right panel', async () => {
    const { product } = kindsOf('A lamp');
    if (product !== undefined) receive(product);
    await log(page).getByRole('button', { name: 'Details of A lamp' }).click();
    await page.getByRole('region', { name: 'Buyer' }).waitFor();
    expect(await log(page).getByRole('link', { name: 'Open at the marketplace' }).getAttribute('href')).toBe(
      'https://shopee.sg/p/1',
    );
  });

  it('runs nothing and loads nothing of hostile texts', async () => {
    expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(300);
    const dialogs: string[] = [];
    const foreign: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (/evil|x\.example/.test(request.url())) foreign.push(request.url());
    });
    const kinds = Object.keys(kindsOf(''));
    for (const [at, words] of HOSTILE.entries()) {
      const kind = kinds[at % kinds.length] ?? '';
      const content = kindsOf(words)[kind];
      if (content !== undefined) receive(content);
      receive({ type: 'text', text: `${at}: ${words}` });
    }
    const last = `${HOSTILE.length - 1}:`;
    await log(page).getByText(last).first().waitFor();
    for (let up = 0; up < 12; up += 1) {
      await log(page).evaluate((element) => element.scrollBy(0, -2_000));
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const made =
        'script, iframe, object, embed, base, form, svg[onload], [onerror], [onfocus], a[href^="javascript"]';
      expect(await log(page).locator(made).count()).toBe(0);
    }
    expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false);
    expect({ dialogs, foreign }).toEqual({ dialogs: [], foreign: [] });
  });
});

describe('a text', () => {
  it('has links: the marketplace’s own open, others ask once for each host', async () => {
    await page.context().route('https://*.example/**', (route) => route.fulfill({ body: 'there' }));
    await page.context().route('https://shopee.sg/**', (route) => route.fulfill({ body: 'there' }));
    receive({ type: 'text', text: '看这个https://shopee.sg/p/1，或 https://shop.example/a' });
    const opened = page.context().waitForEvent('page');
    await log(page).getByRole('link', { name: 'https://shopee.sg/p/1' }).click();
    expect((await opened).url()).toBe('https://shopee.sg/p/1');
    const other = log(page).getByRole('link', { name: 'https://shop.example/a' });
    await poll(() => other.getAttribute('data-tip')).toBe('shop.example');
    receive({ type: 'text', text: 'the newest message' });
    await log(page).getByText('the newest message').waitFor();
    const asked = page.getByRole('dialog', { name: 'Open shop.example?' });
    // By keys, the focus returns to the link that was asked about.
    await other.focus();
    for (const key of ['Enter', 'Tab', 'Tab', 'Escape']) {
      await page.keyboard.press(key);
      if (key === 'Enter') await asked.waitFor();
    }
    await asked.waitFor({ state: 'detached' });
    await other.and(page.locator(':focus')).waitFor();
    await other.click();
    const second = page.context().waitForEvent('page');
    await asked.getByRole('button', { name: 'Open' }).click();
    expect((await second).url()).toBe('https://shop.example/a');
    const third = page.context().waitForEvent('page');
    await other.click();
    await third;
    expect(await asked.count()).toBe(0);
  });

  it('has order numbers that a click copies', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    receive({ type: 'text', text: 'Where is 2611204ABCDEFG?' });
    await log(page).getByRole('button', { name: '2611204ABCDEFG' }).click();
    await page.getByText('Copied 2611204ABCDEFG').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('2611204ABCDEFG');
  });
});

describe('pictures and videos', () => {
  it('are looked at one after the other, larger, turned, and by keys', async () => {
    const { image } = kindsOf('');
    for (let count = 0; count < 3; count += 1) if (image !== undefined) receive(image);
    const links = log(page).getByRole('link', { name: 'Open the whole picture' });
    await poll(() => links.count()).toBe(3);
    await links.last().click();
    const viewer = page.getByRole('dialog', { name: 'Pictures of the conversation' });
    const drawn = viewer.getByRole('img');
    await viewer.getByText('3 of 3').waitFor();
    await page.keyboard.press('ArrowLeft');
    await viewer.getByText('2 of 3').waitFor();
    await page.keyboard.press('+');
    await poll(() => drawn.getAttribute('data-zoom')).toBe('1.25');
    await page.keyboard.press('r');
    await poll(() => drawn.getAttribute('data-quarter')).toBe('1');
    await viewer.getByRole('button', { name: 'Next picture' }).click();
    await viewer.getByText('3 of 3').waitFor();
    await poll(() => viewer.getByRole('button', { name: 'Next picture' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    // The focus is on the picture again from which the viewer was opened.
    await links.first().click();
    await viewer.getByText('1 of 3').waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    await links.first().and(page.locator(':focus')).waitFor();
  });

  it('a video plays in its place', async () => {
    const { video } = kindsOf('');
    if (video !== undefined) receive(video);
    await log(page).getByRole('button', { name: 'Play the video, 0:37' }).click();
    const film = log(page).locator('video');
    await poll(() => film.evaluate((element) => (element as HTMLVideoElement).currentTime)).toBeGreaterThan(0);
  });

  it('a video of which the message tells only the id plays through the server', async () => {
    const { video } = kindsOf('');
    if (video?.type !== 'video') throw new Error('no video');
    const { messageId } = receive({ ...video, video: { ...video.video, url: 'lazada-video:9' } });
    await page.route(`**${videoMediaPath(messageId)}`, async (route) =>
      route.fulfill({ contentType: 'video/mp4', body: await readFile(FILM) }),
    );
    await log(page).getByRole('button', { name: 'Play the video, 0:37' }).click();
    const film = log(page).locator('video');
    await poll(() => film.getAttribute('src')).toBe(videoMediaPath(messageId));
    await poll(() => film.evaluate((element) => (element as HTMLVideoElement).currentTime)).toBeGreaterThan(0);
  });
});

describe('a conversation', () => {
  it('is searched inside, and the message that is found comes into view with its words marked', async () => {
    receive({ type: 'text', text: '请问什么时候发货？' });
    for (let count = 0; count < 120; count += 1) receive({ type: 'text', text: `number ${count}` });
    await log(page).getByText('number 119').waitFor();
    await page.keyboard.press('Alt+f');
    await page.getByRole('searchbox', { name: 'Words or order number' }).fill('发货');
    await page.getByRole('list', { name: 'Messages found' }).getByRole('button').click();
    await log(page).getByText('请问什么时候发货？').waitFor();
    await poll(() => page.evaluate(() => CSS.highlights.get('found-words')?.size ?? 0)).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('search', { name: 'Search this conversation' }).waitFor({ state: 'detached' });
  });

  it('is searched by keys alone, from one message to the next and back to the words', async () => {
    for (const text of ['a red lamp', 'a green lamp', 'a blue chair']) receive({ type: 'text', text });
    await log(page).getByText('a blue chair').waitFor();
    await page.keyboard.press('Alt+f');
    const words = page.getByRole('searchbox', { name: 'Words or order number' });
    await words.fill('lamp');
    const found = page.getByRole('list', { name: 'Messages found' }).getByRole('button');
    await poll(() => found.count()).toBe(2);
    const stops = [found.first(), found.last(), found.first(), words];
    for (const [at, key] of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'].entries()) {
      await page.keyboard.press(key);
      await stops[at]?.and(page.locator(':focus')).waitFor();
    }
    // Above the words there is nothing, and in the field of the day the arrows change the day.
    await page.keyboard.press('ArrowUp');
    await words.and(page.locator(':focus')).waitFor();
    const day = page.getByLabel('Go to a day');
    await day.fill('2026-01-02');
    await day.press('ArrowUp');
    await day.and(page.locator(':focus')).waitFor();
    await poll(() => day.inputValue()).not.toBe('2026-01-02');
  });

  it('is gone to by the day, and says when nothing is stored', async () => {
    const { chat } = window.backend.model;
    chat.messages.set(JOHN, []);
    const at = (day: string, hour: number) => new Date(`${day}T00:00:00`).getTime() + hour * 3_600_000;
    for (const day of ['2026-01-02', '2026-01-04']) {
      for (const hour of [0, 9, 23]) {
        chat.receive(JOHN, { content: { type: 'text', text: `${day} at ${hour}` }, sentAt: at(day, hour) });
      }
    }
    for (let count = 0; count < 40; count += 1) receive({ type: 'text', text: `number ${count}` });
    await page.reload();
    await log(page).getByText('number 39').waitFor();
    await page.keyboard.press('Alt+f');
    const day = page.getByLabel('Go to a day');
    const go = page.getByRole('button', { name: 'Go', exact: true });
    await poll(() => go.isDisabled()).toBe(true);
    const sought = () => log(page).locator('[data-sought] [data-text]').allInnerTexts();
    await day.fill('2026-01-04');
    await go.click();
    await poll(sought).toEqual(['2026-01-04 at 0']);
    // A day without a message leads to the next message.
    await day.fill('2026-01-03');
    await day.press('Enter');
    await poll(() => window.backend.calls.filter(({ path }) => path === CALLS.chat.messageAt.path).length).toBe(2);
    await poll(sought).toEqual(['2026-01-04 at 0']);
    await day.fill('2026-01-02');
    await day.press('Enter');
    await poll(sought).toEqual(['2026-01-02 at 0']);
    chat.messages.set(JOHN, []);
    await go.click();
    await page.getByText('No message is stored yet.').waitFor();
  });
});

describe('a message', () => {
  it('of every kind is copied as a text that says what it is', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const kinds = kindsOf('word');
    const copied: Readonly<Record<string, string>> = {
      text: 'word',
      product: '[Product]\nword\n฿1,290\nhttps://shopee.sg/p/1',
      productList: '[Product]\nword\n฿1,290\n3',
      order: '[Order]\n2611204ABCDEFG\nfinished\n฿1,290',
      voucher: '[Voucher]\nword\nSAVE25',
      follow: '[Follow]\nword',
      refund: '[Refund]\n171\n9\nword\nword\n฿1,290',
      logistics: '[Parcel]\n171\nword\nJT0012345\nword',
      offer: '[Offer]\nword\n฿1,290\n× 2',
      rating: '[Rating]\n★★★★\nword',
      sticker: '[Sticker]\nword',
      image: '[Image]\nhttps://cdn.example/lamp.png',
      video: '[Video]\nhttps://cdn.example/film.mp4',
      videoElsewhere: '[Video]',
      unknown: '[Unknown message]\nword',
    };
    for (const [kind, text] of Object.entries(copied)) {
      const content = kinds[kind];
      if (content === undefined) throw new Error(`no such kind: ${kind}`);
      const newest = async () => Number(await log(page).locator('[data-index]').last().getAttribute('data-index'));
      const before = await newest();
      receive(content);
      await poll(newest).toBeGreaterThan(before);
      const row = log(page).locator('[data-author="buyer"]').last();
      await row.hover();
      await row.getByRole('button', { name: 'Message actions' }).click();
      await page.getByRole('menuitem', { name: kind === 'text' ? 'Copy text' : 'Copy as text' }).click();
      await poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }
  });
});
