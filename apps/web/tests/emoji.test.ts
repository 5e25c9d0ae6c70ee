import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open, poll } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const button = (page: Page) => page.getByRole('button', { name: 'Emoji (Ctrl+E)' });
const picker = (page: Page) => page.getByRole('dialog', { name: 'Emoji' });

async function enter(query = 'lang=en'): Promise<Page> {
  await window.enter(`/chat/all?${query}`);
  await open(window.page, 'John Tan');
  return window.page;
}

describe('the emoji picker', () => {
  it('writes at the cursor, keeps what is written and selected, and gives the focus back', async () => {
    const page = await enter();
    const box = composer(page);
    await box.fill('Thank you, bye');
    await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 9));
    await button(page).click();
    await picker(page).getByRole('searchbox', { name: 'Search emoji' }).fill('rocket');
    await picker(page).getByRole('gridcell', { name: 'Rocket' }).click();
    await picker(page).waitFor({ state: 'detached' });
    await poll(() => box.inputValue()).toBe('Thank you🚀, bye');
    expect(await box.evaluate((area) => area === document.activeElement)).toBe(true);
    await page.keyboard.type('!');
    await poll(() => box.inputValue()).toBe('Thank you🚀!, bye');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await poll(() => box.inputValue()).toBe('Thank you, bye');
  });

  it('opens, chooses and closes by keys alone', async () => {
    const page = await enter();
    const box = composer(page);
    await box.fill('a');
    await box.press('Control+e');
    const search = picker(page).getByRole('searchbox', { name: 'Search emoji' });
    await poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await picker(page).waitFor({ state: 'detached' });
    expect(await box.evaluate((area) => area === document.activeElement)).toBe(true);
    await box.press('Control+e');
    await picker(page).getByRole('gridcell').first().waitFor();
    await page.keyboard.type('thumbs up');
    await poll(() => picker(page).getByRole('gridcell').allTextContents()).toEqual(['👍️']);
    await page.keyboard.press('Enter');
    await poll(() => box.inputValue()).toBe('a👍️');
  });

  it('closes with a press elsewhere, and writes nothing', async () => {
    const page = await enter();
    await composer(page).fill('a');
    await button(page).click();
    await picker(page).waitFor();
    await page.getByRole('log', { name: 'Messages' }).click({ position: { x: 10, y: 10 } });
    await picker(page).waitFor({ state: 'detached' });
    await poll(() => composer(page).inputValue()).toBe('a');
  });

  const SEARCHES = [
    ['zh-CN', /^表情/, '搜索表情', '玫瑰', '🌹'],
    ['zh-TW', /^表情符號/, '搜尋表情符號', '玫瑰', '🌹'],
    ['th', /^อีโมจิ/, 'ค้นหาอีโมจิ', 'กุหลาบ', '🌹'],
  ] as const;
  it.each(looks(SEARCHES, 2))(
    'is searched in the language of the screen: %s',
    async (lang, name, search, words, emoji) => {
      const page = await enter(`lang=${lang}`);
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('searchbox', { name: search }).fill(words);
      const found = page.getByRole('dialog', { name }).getByRole('gridcell');
      await poll(() => found.allTextContents()).toContain(emoji);
    },
  );

  it('fetches everything from Pasar, none of it before it is opened, and keeps nothing in the browser', async () => {
    const asked: string[] = [];
    window.page.on('request', (request) => void asked.push(request.url()));
    const page = await enter();
    await composer(page).waitFor();
    const isOfPicker = (url: string) => /emoji/.test(new URL(url).pathname);
    expect(asked.filter(isOfPicker)).toEqual([]);
    const kept = await page.evaluate(() => Object.keys(localStorage).toSorted());
    await button(page).click();
    await picker(page).getByRole('gridcell').first().waitFor();
    expect(asked.some(isOfPicker)).toBe(true);
    expect(new Set(asked.map((url) => new URL(url).origin)).size).toBe(1);
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(kept);
  });

  it('says that it could not be loaded, and loads it anew', async () => {
    const page = await enter();
    const script = /\/emoji-picker-[^/]+\.js$/;
    await page.route(script, (route) => route.abort());
    await button(page).click();
    await page.getByText('Loading failed. Try again, or contact support.').waitFor();
    await page.unroute(script);
    await page.getByRole('button', { name: 'Try again' }).click();
    await composer(page).waitFor();
  });
});
