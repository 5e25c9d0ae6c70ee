import { describe, expect, it } from 'vitest';
import chatEn from '../src/features/chat/locales/en.json' with { type: 'json' };
import chatZh from '../src/features/chat/locales/zh-CN.json' with { type: 'json' };
import ordersEn from '../src/features/chat/orders/locales/en.json' with { type: 'json' };
import ordersZh from '../src/features/chat/orders/locales/zh-CN.json' with { type: 'json' };
import productsEn from '../src/features/chat/products/locales/en.json' with { type: 'json' };
import productsZh from '../src/features/chat/products/locales/zh-CN.json' with { type: 'json' };
import repliesEn from '../src/features/chat/quick-replies/locales/en.json' with { type: 'json' };
import repliesZh from '../src/features/chat/quick-replies/locales/zh-CN.json' with { type: 'json' };
import shopsEn from '../src/features/shops/locales/en.json' with { type: 'json' };
import shopsZh from '../src/features/shops/locales/zh-CN.json' with { type: 'json' };
import { violationsOn } from './axe.ts';
import { looks } from './in-turn.ts';
import { answerOrders } from './order-answers.ts';
import { answerProducts } from './product-answers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const LOOKS = [
  {
    lang: 'en',
    colorScheme: 'light',
    chat: chatEn,
    orders: ordersEn,
    products: productsEn,
    replies: repliesEn,
    shops: shopsEn,
  },
  {
    lang: 'zh-CN',
    colorScheme: 'dark',
    chat: chatZh,
    orders: ordersZh,
    products: productsZh,
    replies: repliesZh,
    shops: shopsZh,
  },
] as const;

const window = windowOfEachTest();
const violations = () => violationsOn(window.page);

describe('axe finds no serious fault', () => {
  it.each(looks(LOOKS, 0))(
    'on the pages of the login and of a registration, and the page without a network, in $lang, $colorScheme',
    async (look) => {
      const { lang, colorScheme } = look;
      const { page, url } = window;
      await page.emulateMedia({ colorScheme });
      await page.goto(`${url}/account/login?lang=${lang}`);
      await page.locator('form').waitFor();
      expect(await violations()).toEqual([]);
      await page.goto(`${url}/account/register?lang=${lang}`);
      await page.locator('form').waitFor();
      expect(await violations()).toEqual([]);
      await page.goto(`${url}/offline?lang=${lang}`);
      await page.getByRole('heading').waitFor();
      expect(await violations()).toEqual([]);
    },
  );

  it.each(looks(LOOKS, 1))(
    'on the chat, its menus, and the dialogs that lie over it, in $lang, $colorScheme',
    async (look) => {
      const { lang, colorScheme } = look;
      const { page } = window;
      await page.emulateMedia({ colorScheme });
      await window.enter(`/chat/all?lang=${lang}`);
      await page.getByRole('option', { name: 'Siti Rahayu', exact: true }).click();
      await page.getByRole('log').locator('article').first().waitFor();
      expect(await violations()).toEqual([]);
      await page.getByRole('button', { name: look.chat['shops.listMenu'], exact: true }).click();
      await page.getByRole('menu').waitFor();
      expect(await violations()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      expect(await violations()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox').first().press('F6');
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      expect(await violations()).toEqual([]);
    },
  );

  it.each(looks(LOOKS, 0))(
    'on the quick replies, behind a slash, in the panel and in their dialog, in $lang, $colorScheme',
    async (look) => {
      const { lang, colorScheme } = look;
      const { page, backend } = window;
      const text = { kind: 'text' as const, text: 'Hi {buyer}, {tracking}' };
      const variants = [{ language: 'th' as const, parts: [{ ...text, text: 'สวัสดี' }] }];
      backend.model.quickReplies.add('Greetings', 'Hello', { parts: [text], variants });
      await page.emulateMedia({ colorScheme });
      await window.enter(`/chat/all?lang=${lang}`);
      await page.getByRole('option', { name: 'Siti Rahayu', exact: true }).click();
      await page.getByRole('tab', { name: look.chat['side.quickReplies'] }).click();
      await page.getByRole('button', { name: look.replies['reply.edit'].replace('{{title}}', 'Hello') }).waitFor();
      await page.getByRole('textbox', { name: look.chat['composer.label'] }).pressSequentially('/');
      await page.getByRole('listbox', { name: look.replies['picker.label'] }).waitFor();
      expect(await violations()).toEqual([]);
      await page.getByRole('button', { name: look.replies['reply.edit'].replace('{{title}}', 'Hello') }).click();
      await page.getByRole('dialog').waitFor();
      expect(await violations()).toEqual([]);
    },
  );

  it.each(looks(LOOKS, 1))('on the products, and on one of them, in $lang, $colorScheme', async (look) => {
    const { lang, colorScheme } = look;
    const { page, backend } = window;
    answerProducts(backend.model);
    await page.emulateMedia({ colorScheme });
    await window.enter(`/chat/index?lang=${lang}`);
    await page.getByRole('option', { name: 'สมชาย ใจดี', exact: true }).click();
    await page.getByRole('tab', { name: look.chat['side.products'] }).click();
    const row = page.getByRole('button', { name: look.products['list.open'].replace('{{name}}', 'Lamp 2') });
    await row.waitFor();
    await page.getByRole('button', { name: look.products['list.open'].replace('{{name}}', 'Lamp 5') }).waitFor();
    expect(await violations()).toEqual([]);
    await row.click();
    await page.getByText(look.products['source.alone']).waitFor();
    expect(await violations()).toEqual([]);
  });

  it.each(looks(LOOKS, 0))(
    'on the orders, one of them with its forms, and its packages, in $lang, $colorScheme',
    async (look) => {
      const { lang, colorScheme } = look;
      const { page, backend } = window;
      answerOrders(backend.model, { detail: { isRatable: true } });
      await page.emulateMedia({ colorScheme });
      await window.enter(`/chat/index?lang=${lang}`);
      await page.getByRole('option', { name: 'สมชาย ใจดี', exact: true }).click();
      await page.getByRole('tab', { name: look.chat['side.orders'] }).click();
      const row = page.getByRole('button', { name: look.orders['list.open'].replace('{{number}}', '261122ABC') });
      await row.waitFor();
      expect(await violations()).toEqual([]);
      await row.click();
      const part = (text: 'note.title' | 'rate.title') => page.getByRole('region', { name: look.orders[text] });
      await part('note.title').getByRole('button').click();
      await part('rate.title').getByRole('button').click();
      expect(await violations()).toEqual([]);
      await page.getByRole('button', { name: look.orders['parcels.button'], exact: true }).click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      expect(await violations()).toEqual([]);
    },
  );

  it.each(looks(LOOKS, 1))(
    'in shop management and in the dialog that connects a shop, in $lang, $colorScheme',
    async (look) => {
      const { lang, colorScheme } = look;
      const { page } = window;
      await page.emulateMedia({ colorScheme });
      await window.enter(`/chat/all?lang=${lang}`);
      await page.getByRole('button', { name: look.chat['shops.manage'], exact: true }).click();
      const dialog = page.getByRole('dialog', { name: look.shops['manage.title'] });
      await dialog.locator('tr[data-shop]').first().waitFor();
      expect(await violations()).toEqual([]);
      for (const tab of [look.shops['tab.import'], look.shops['tab.isolation']]) {
        await dialog.getByRole('tab', { name: tab, selected: false }).click();
        await dialog.getByRole('tab', { name: tab, selected: true }).waitFor();
        expect(await violations()).toEqual([]);
      }
      await dialog.getByRole('button', { name: look.shops['manage.add'], exact: true }).click();
      await page.getByRole('dialog', { name: look.shops['manage.add'] }).waitFor();
      expect(await violations()).toEqual([]);
    },
  );
});
