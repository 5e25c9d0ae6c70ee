import { LOCALES, type Locale } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import shellEn from '../../apps/web/src/base/texts/locales/en.json' with { type: 'json' };
import shellZh from '../../apps/web/src/base/texts/locales/zh-CN.json' with { type: 'json' };
import accountEn from '../../apps/web/src/features/account/locales/en.json' with { type: 'json' };
import accountZh from '../../apps/web/src/features/account/locales/zh-CN.json' with { type: 'json' };
import cardsEn from '../../apps/web/src/features/chat/cards/locales/en.json' with { type: 'json' };
import cardsZh from '../../apps/web/src/features/chat/cards/locales/zh-CN.json' with { type: 'json' };
import queueEn from '../../apps/web/src/features/chat/conversations/locales/en.json' with { type: 'json' };
import queueZh from '../../apps/web/src/features/chat/conversations/locales/zh-CN.json' with { type: 'json' };
import chatEn from '../../apps/web/src/features/chat/locales/en.json' with { type: 'json' };
import chatZh from '../../apps/web/src/features/chat/locales/zh-CN.json' with { type: 'json' };
import shopListEn from '../../apps/web/src/features/chat/shops/locales/en.json' with { type: 'json' };
import shopListZh from '../../apps/web/src/features/chat/shops/locales/zh-CN.json' with { type: 'json' };
import laterEn from '../../apps/web/src/shell/locales/en.json' with { type: 'json' };
import laterZh from '../../apps/web/src/shell/locales/zh-CN.json' with { type: 'json' };
import { CHAT_PATHS, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';
import { looks } from '../src/visited.ts';

const harness = useSharedDemo();

const texts = z.record(z.string(), z.string());
const ENGLISH = texts.parse({ ...shellEn, ...laterEn, ...accountEn, ...chatEn, ...queueEn, ...cardsEn, ...shopListEn });
const CHINESE = texts.parse({ ...shellZh, ...laterZh, ...accountZh, ...chatZh, ...queueZh, ...cardsZh, ...shopListZh });
const KEYS = Object.keys(ENGLISH).filter((key) => key.includes('.'));
/** English sentences that have a Chinese translation of their own. */
const LEFTOVERS = Object.entries(ENGLISH)
  .filter(([key, text]) => CHINESE[key] !== text)
  .map(([, text]) => text);
/** Latin words that belong on a Chinese desk: names, keys, and a language's own name. */
const PROPER = /\b(Pasar|Shopee|Lazada|TikTok|Shop|Ctrl|Alt|Shift|Enter|Esc|English)\b/g;

const languageOf = (desk: Desk): Promise<string | null> => desk.page.locator('html').getAttribute('lang');

async function expectNoRawText(desk: Desk): Promise<readonly string[]> {
  const chrome = await desk.chrome();
  expect(chrome.length).toBeGreaterThan(10);
  expect(chrome.filter((text) => KEYS.includes(text) || text.includes('{{'))).toEqual([]);
  return chrome;
}
/** Without the names of shops, buyers and products, no Latin word may be left on the page. */
async function expectChinese(desk: Desk): Promise<void> {
  const chrome = await expectNoRawText(desk);
  expect(chrome.filter((text) => LEFTOVERS.includes(text))).toEqual([]);
  const shops = await harness.demo.market.demoShops();
  const names = shops.flatMap((shop) => [shop.name, ...shop.buyers.map(({ name }) => name)]);
  const bare = chrome.map((text) => names.reduce((left, name) => left.replaceAll(name, ''), text));
  expect(bare.filter((text) => /[A-Za-z]{3,}/.test(text.replaceAll(PROPER, '')))).toEqual([]);
}
/** Opens the first conversation of a screen, in the language that the path asks for. */
async function openFirst(desk: Desk, path: string): Promise<void> {
  await desk.goto(path);
  await desk.page.locator('[data-pane="conversations"] [role="option"]').first().click();
  await desk.page.locator('[role="log"] [data-author]').first().waitFor();
}

describe('languages', () => {
  it.each(looks(LOCALES, LOCALES.indexOf('th')))(
    'speaks %s when the link asks for it, and remembers',
    async (locale: Locale) => {
      const desk = await harness.desk();
      await openFirst(desk, `${CHAT_PATHS.all}?lang=${locale}`);
      expect(await languageOf(desk)).toBe(locale);
      const chrome = await expectNoRawText(desk);
      await openFirst(desk, CHAT_PATHS.shopee);
      expect(await languageOf(desk)).toBe(locale);
      expect(chrome).toContain((await desk.page.locator('[data-pane="shops"]').getAttribute('aria-label')) ?? '');
    },
  );

  const BROWSERS = [
    { browser: 'zh-HK', wanted: 'zh-TW' },
    { browser: 'th-TH', wanted: 'th' },
    { browser: 'fr-FR', wanted: 'en' },
  ];
  it.each(looks(BROWSERS, 0))('speaks $wanted to a browser that prefers $browser', async ({ browser, wanted }) => {
    const desk = await harness.desk({ locale: browser });
    await openFirst(desk, CHAT_PATHS.all);
    expect(await languageOf(desk)).toBe(wanted);
  });

  it('speaks English when the link asks for a language it does not know', async () => {
    const desk = await harness.desk({ locale: 'th-TH' });
    await openFirst(desk, `${CHAT_PATHS.all}?lang=fr`);
    expect(await languageOf(desk)).toBe('en');
  });

  it('speaks Chinese on the login page, to the last word', async () => {
    const desk = await harness.desk({ cookies: [] });
    await desk.goto('/account/login?lang=zh-CN');
    await desk.page.getByRole('heading', { name: CHINESE.title ?? '' }).waitFor();
    await expectChinese(desk);
  });

  it('speaks Chinese at the desk, to the last word: panes, menus, commands, shortcuts', async () => {
    const desk = await harness.desk();
    await openFirst(desk, `${CHAT_PATHS.all}?lang=zh-CN`);
    await desk.page.getByText(/家店铺全部在线$/).waitFor();
    await expectChinese(desk);
    for (const button of [CHINESE.theme ?? '', CHINESE.language ?? '', '王小美']) {
      await desk.page.getByRole('button', { name: button, exact: true }).click();
      await desk.page.getByRole('menu').waitFor();
      if (button !== CHINESE.language) await expectChinese(desk);
      await desk.page.keyboard.press('Escape');
      await expect.poll(() => desk.page.getByRole('menu').count(), PATIENT).toBe(0);
    }
    await desk.page.keyboard.press('Control+k');
    await desk.page.getByRole('dialog').waitFor();
    await expectChinese(desk);
    await desk.page.keyboard.press('Escape');
    await desk.page.locator('[data-pane="conversations"] [role="listbox"]').focus();
    await desk.page.keyboard.press('?');
    await desk.page.getByText(CHINESE['shortcuts.sheet'] ?? '').waitFor();
    await expectChinese(desk);
  });

  it('changes the language from the menu, at once and for the next visit', async () => {
    const desk = await harness.desk();
    await desk.open(CHAT_PATHS.all);
    await desk.page.getByRole('button', { name: 'Language', exact: true }).click();
    await desk.page.getByRole('menuitemradio', { name: '简体中文' }).click();
    await desk.page.getByText(/家店铺全部在线$/).waitFor();
    await desk.goto(CHAT_PATHS.all);
    await desk.page.getByText(/家店铺全部在线$/).waitFor();
    expect(await languageOf(desk)).toBe('zh-CN');
  });

  it('turns dark and light, and stays so', async () => {
    const desk = await harness.desk({ colorScheme: 'light' });
    await desk.open(CHAT_PATHS.all);
    const brightness = async () => {
      const [red = 0, green = 0, blue = 0] = z
        .array(z.number())
        .parse(await desk.page.evaluate('getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)'));
      return (red + green + blue) / 3;
    };
    const choose = async (name: string) => {
      await desk.page.getByRole('button', { name: 'Theme', exact: true }).click();
      await desk.page.getByRole('menuitemradio', { name }).click();
    };
    expect(await brightness()).toBeGreaterThan(150);
    await choose('Dark');
    await expect.poll(brightness, PATIENT).toBeLessThan(80);
    await desk.page.reload();
    await desk.page.getByText(/^All \d+ shops connected$/).waitFor();
    expect(await brightness()).toBeLessThan(80);
    await choose('Use system setting');
    await expect.poll(brightness, PATIENT).toBeGreaterThan(150);
    await desk.page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(brightness, PATIENT).toBeLessThan(80);
  });
});
