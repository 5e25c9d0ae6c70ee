import { CALLS, quickReplyMediaPath } from '@pasar/api';
import type { Marketplace, ShopId } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const text = (words: string) => ({ kind: 'text' as const, text: words });
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const list = (page: Page) => page.getByRole('listbox', { name: 'Quick replies' });
const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Quick replies' });

/** John Tan writes to a shop of TikTok Shop in Malaysia, nguyen_thi_mai to one of Shopee in Vietnam. */
async function enter(buyer = 'John Tan'): Promise<Page> {
  await window.enter('/chat/all?lang=en');
  const { page } = window;
  await open(page, buyer);
  return page;
}
async function showPanel(page: Page) {
  await page.getByRole('tab', { name: 'Quick replies' }).click();
  return panel(page);
}

describe('a slash in the composer', () => {
  it('lists the replies, the most used first, and inserts one at the cursor beside what was written', async () => {
    const { quickReplies } = window.backend.model;
    quickReplies.add('Greetings', 'Good morning');
    const often = quickReplies.add('Shipping', '今天发货', { useCount: 3, parts: [text('您好 {buyer}，今天发货')] });
    const page = await enter();
    const box = composer(page);
    await box.fill('Dear customer , bye');
    await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(14, 14));
    await box.pressSequentially('/');
    await list(page).waitFor();
    expect(await list(page).getByRole('option').allTextContents()).toEqual([
      expect.stringContaining('今天发货'),
      expect.stringContaining('Good morning'),
    ]);
    await box.pressSequentially('发货');
    await poll(() => list(page).getByRole('option').count()).toBe(1);
    expect(await box.getAttribute('aria-activedescendant')).toBe(
      await list(page).getByRole('option', { selected: true }).getAttribute('id'),
    );
    await box.press('Enter');
    await poll(() => box.inputValue()).toBe('Dear customer 您好 John Tan，今天发货, bye');
    await list(page).waitFor({ state: 'detached' });
    await poll(() => quickReplies.used).toEqual([often.replyId]);
    expect(await log(page).getByText('今天发货').count()).toBe(0);
  });

  it('sends a whole reply at once by Ctrl and Enter, and leaves the draft', async () => {
    window.backend.model.quickReplies.add('Shipping', 'Sent today', {
      parts: [text('It was sent today.'), text('Anything else?')],
    });
    const page = await enter();
    const box = composer(page);
    await box.fill('a draft ');
    await box.press('End');
    await box.pressSequentially('/sent');
    await list(page).waitFor();
    await box.press('Control+Enter');
    await log(page).getByText('It was sent today.').waitFor();
    await log(page).getByText('Anything else?').waitFor();
    await poll(() => box.inputValue()).toBe('a draft ');
  });

  it('never sends a reply whose variable has no value: the person fills it in', async () => {
    window.backend.model.quickReplies.add('Shipping', 'Tracking', { parts: [text('Hi {buyer}, it is {tracking}.')] });
    const page = await enter();
    const box = composer(page);
    await box.pressSequentially('/track');
    await page.locator('[data-quick-replies] [data-missing="tracking"]').getByText('no value').waitFor();
    await box.press('Control+Enter');
    await page.getByText('Not sent yet: Tracking number has no value').waitFor();
    await poll(() => box.inputValue()).toBe('Hi John Tan, it is {tracking}.');
    await page.keyboard.type('SPX123');
    await poll(() => box.inputValue()).toBe('Hi John Tan, it is SPX123.');
  });

  it('closes with Escape and stays closed; within a word it is only a sign', async () => {
    window.backend.model.quickReplies.add('Greetings', 'Hello');
    const page = await enter();
    const box = composer(page);
    await box.pressSequentially('/he');
    await list(page).waitFor();
    await box.press('Escape');
    await list(page).waitFor({ state: 'detached' });
    await box.pressSequentially('ll');
    expect(await list(page).count()).toBe(0);
    await box.fill('half 1');
    await box.pressSequentially('/2');
    expect(await list(page).count()).toBe(0);
    await box.press('Enter');
    await log(page).getByText('half 1/2').waitFor();
  });

  it('answers in the language of the buyer, and is a plain sign where replies are off', async () => {
    const { model } = window.backend;
    model.quickReplies.add('Greetings', 'Hello', {
      parts: [text('Hello')],
      variants: [{ language: 'th', parts: [text('สวัสดีค่ะ')] }],
    });
    const page = await enter();
    const side = await showPanel(page);
    await side.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Thai' });
    await composer(page).pressSequentially('/he');
    await list(page).getByText('สวัสดีค่ะ').first().waitFor();
    await composer(page).press('Enter');
    await poll(() => composer(page).inputValue()).toBe('สวัสดีค่ะ');
    await composer(page).fill('');
    await side.getByRole('button', { name: 'More for quick replies' }).click();
    await page.getByRole('menuitemradio', { name: 'On at TikTok Shop; switch off' }).click();
    await side.getByText('Quick replies are off at TikTok Shop').waitFor();
    await composer(page).pressSequentially('/he');
    expect(await list(page).count()).toBe(0);
  });
});

describe('the panel', () => {
  it('stays while conversations change, and shows the replies of their shops', async () => {
    const { model } = window.backend;
    const snacks = [...model.shops.byId.values()].find(({ name }) => name === 'Snack Haul');
    model.quickReplies.add('Greetings', 'Only snacks', { shopIds: snacks === undefined ? [] : [snacks.shopId] });
    model.quickReplies.add('Greetings', 'Only Vietnam', { sites: [{ platform: 'shopee', country: 'VN' }] });
    model.quickReplies.add('Greetings', 'Everywhere');
    const page = await enter();
    const side = await showPanel(page);
    const titles = () => side.getByRole('button', { name: /^Insert/ }).allTextContents();
    await poll(titles).toEqual([expect.stringContaining('Only snacks'), expect.stringContaining('Everywhere')]);
    await open(page, 'nguyen_thi_mai');
    await poll(titles).toEqual([expect.stringContaining('Only Vietnam'), expect.stringContaining('Everywhere')]);
    await poll(() => page.getByRole('region', { name: 'Buyer', exact: true }).count()).toBe(1);
    await page.reload();
    await page.getByRole('tab', { name: 'Quick replies', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Quick replies' }).press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Buyer' }).getByText('Last message').waitFor();
  });

  it('shows a colleague’s reply without a reload, and lets it be inserted, sent, and found', async () => {
    const { quickReplies } = window.backend.model;
    const page = await enter();
    const side = await showPanel(page);
    await side.getByText('No quick reply yet').waitFor();
    quickReplies.add('Greetings', 'Good evening');
    await side.getByRole('button', { name: 'Insert: Good evening' }).waitFor();
    quickReplies.add('Shipping', 'Sent today');
    await side.getByRole('searchbox', { name: 'Search quick replies' }).fill('evning');
    await poll(() => side.getByRole('button', { name: /^Insert/ }).count()).toBe(1);
    await composer(page).fill('Hi! ');
    await side.getByRole('button', { name: 'Insert: Good evening' }).click();
    await poll(() => composer(page).inputValue()).toBe('Hi! Good evening');
    await side.getByRole('button', { name: 'Send at once: Good evening' }).click();
    await log(page).getByText('Good evening', { exact: true }).waitFor();
    await poll(() => composer(page).inputValue()).toBe('Hi! Good evening');
  });

  it('makes, changes and deletes a reply with a group and a language', async () => {
    const { quickReplies } = window.backend.model;
    const page = await enter();
    const side = await showPanel(page);
    await side.getByRole('button', { name: 'New quick reply' }).click();
    const dialog = page.getByRole('dialog', { name: 'New quick reply' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('Give the group a name.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name of the group' }).fill('Greetings');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('Write something first.').waitFor();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Hello');
    await dialog.getByRole('textbox', { name: 'Text 1' }).fill('Hello ');
    await dialog.getByRole('button', { name: 'Buyer' }).click();
    await dialog.getByRole('region', { name: 'Preview' }).getByText('John Tan').waitFor();
    await dialog.getByRole('combobox', { name: 'Add a language' }).selectOption({ label: 'Thai' });
    await dialog.getByRole('textbox', { name: 'Text 1' }).fill('สวัสดี');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(quickReplies.replies).toMatchObject([
      { title: 'Hello', parts: [text('Hello {buyer}')], variants: [{ language: 'th', parts: [text('สวัสดี')] }] },
    ]);
    await side.getByRole('button', { name: 'Edit: Hello' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit quick reply' });
    await edit.getByRole('textbox', { name: 'Title' }).fill('Welcome');
    await edit.getByRole('button', { name: 'Save' }).click();
    await side.getByRole('button', { name: 'Edit: Welcome' }).click();
    await edit.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete this quick reply?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await edit.waitFor({ state: 'detached' });
    await poll(() => quickReplies.replies).toEqual([]);
  });

  it('takes a product of the open shop into a reply', async () => {
    const { model } = window.backend;
    const price = { amount: '9', currency: 'SGD' };
    const bare = { imageUrl: null, sellerSku: null, stock: 3, actionUrl: null, variants: [] };
    const lamp = { ...bare, productId: '401', title: 'Lamp', price, salePrice: price, status: 'online' as const };
    model.answerWith(CALLS.chat.searchProducts, ({ keyword }) =>
      succeeded({ products: keyword === 'lamp' ? [lamp] : [], next: null, unreadableCount: 0 }),
    );
    const page = await enter();
    const side = await showPanel(page);
    await side.getByRole('button', { name: 'New quick reply' }).click();
    const dialog = page.getByRole('dialog', { name: 'New quick reply' });
    await dialog.getByRole('textbox', { name: 'Name of the group' }).fill('Goods');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Our lamp');
    await dialog.getByRole('button', { name: 'Add a product' }).click();
    await dialog.getByRole('searchbox').fill('lamp');
    await dialog.getByRole('searchbox').press('Enter');
    await dialog.getByRole('button', { name: 'Add Lamp' }).click();
    await dialog.getByText('Product: Lamp').first().waitFor();
    await dialog.getByText('TikTok Shop has no way to send a voucher in a chat.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(model.quickReplies.replies).toMatchObject([{ parts: [{ kind: 'product', itemId: '401', title: 'Lamp' }] }]);
  });

  it('only uses replies without the key for changing them', async () => {
    const { model } = window.backend;
    model.quickReplies.add('Greetings', 'Hello');
    model.withdraw('quickReply');
    const page = await enter();
    const side = await showPanel(page);
    await side.getByRole('button', { name: 'Insert: Hello' }).waitFor();
    expect(await side.getByRole('button', { name: /^(Edit|New)/ }).count()).toBe(0);
    await side.getByRole('button', { name: 'More for quick replies' }).click();
    await poll(() => page.getByRole('menu').getByRole('menuitem').allTextContents()).toEqual(['Export a workbook']);
  });

  it('names the parts that cannot be sent, attaches the pictures, and runs nothing of a hostile text', async () => {
    const { backend } = window;
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script>{{constructor}}';
    backend.model.quickReplies.add('<b>Group</b>', hostile, {
      parts: [
        text(hostile),
        { kind: 'product', shopId: uuidOf('shop 0') as never, itemId: '7', title: hostile },
        { kind: 'image', pictureId: uuidOf('picture'), fileName: 'a.png', type: 'image/png', width: 1, height: 1 },
      ],
    });
    const page = await enter();
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await page.route(`**${quickReplyMediaPath(uuidOf('picture'))}`, (route) =>
      route.fulfill({ contentType: 'image/png', body: Buffer.from(png, 'base64') }),
    );
    const title = await page.title();
    const side = await showPanel(page);
    await side.getByRole('button', { name: `Insert: ${hostile}` }).click();
    await poll(() => composer(page).inputValue()).toBe(hostile);
    await page.getByText('Not sent, because it belongs to another shop: Product').waitFor();
    await page.getByRole('list', { name: 'Pictures and videos to send' }).getByRole('img', { name: 'a.png' }).waitFor();
    await composer(page).fill('/img');
    await list(page).waitFor();
    expect(await page.title()).toBe(title);
    expect(await page.locator('[data-quick-replies] img, [role="tabpanel"] script').count()).toBe(0);
  });
});

describe('the cards of a reply', () => {
  const shopAt = (marketplace: Marketplace, country: string) => {
    const shop = [...window.backend.model.shops.byId.values()].find(
      (item) => item.marketplace === marketplace && item.country === country,
    );
    if (shop === undefined) throw new Error(`no shop of ${marketplace}`);
    return shop.shopId;
  };
  const cards = () =>
    window.backend.calls
      .filter(({ path }) => path === CALLS.chat.sendCard.path)
      .map(({ input }) => CALLS.chat.sendCard.input.parse(input).card);
  /** What the reply holds, for a shop. */
  const partsFor = (shopId: ShopId) => [
    text('Have a look:'),
    { kind: 'product' as const, shopId, itemId: '7', title: 'Red dress' },
    { kind: 'voucher' as const, shopId, voucherId: '8', voucherCode: 'TEN', title: 'Ten off' },
    { kind: 'video' as const, videoId: '9', title: 'Fitting', video: null },
  ];

  it('go out in their order where the marketplace has them; a video is left out with its reason', async () => {
    window.backend.model.quickReplies.add('Offers', 'Look', { parts: partsFor(shopAt('shopee', 'VN')) });
    const page = await enter('nguyen_thi_mai');
    const side = await showPanel(page);
    await side.getByRole('button', { name: 'Send at once: Look' }).click();
    await page
      .getByText('Not sent, because the reply only names this video. Edit the reply and add the file: Video: Fitting')
      .waitFor();
    await poll(cards).toMatchObject([
      { type: 'products', products: [{ itemId: '7', title: 'Red dress' }] },
      { type: 'voucher', voucher: { voucherId: '8', voucherCode: 'TEN' } },
    ]);
    await log(page).getByText('Have a look:').waitFor();
  });

  it('are named, and not sent, where they belong to another shop or the marketplace has none', async () => {
    const own = shopAt('tiktok', 'MY');
    const [, , voucher] = partsFor(own);
    const [, product] = partsFor(shopAt('shopee', 'VN'));
    if (voucher === undefined || product === undefined) throw new Error('no part');
    window.backend.model.quickReplies.add('Offers', 'Look', { parts: [text('Have a look:'), product, voucher] });
    const page = await enter();
    const side = await showPanel(page);
    await side.getByRole('button', { name: 'Send at once: Look' }).click();
    await page.getByText('Not sent, because it belongs to another shop: Product: Red dress').waitFor();
    await page.getByText('Not sent, because TikTok Shop has no way to send it in a chat: Voucher: Ten off').waitFor();
    await log(page).getByText('Have a look:').waitFor();
    expect(cards()).toEqual([]);
  });

  it('stay out of a reply that is only inserted, which sends nothing', async () => {
    window.backend.model.quickReplies.add('Offers', 'Look', { parts: partsFor(shopAt('shopee', 'VN')).slice(0, 2) });
    const page = await enter('nguyen_thi_mai');
    const side = await showPanel(page);
    await side.getByRole('button', { name: 'Insert: Look' }).click();
    await page
      .getByText('Not inserted, because cards and videos can only be sent at once: Product: Red dress')
      .waitFor();
    expect([await composer(page).inputValue(), cards()]).toEqual(['Have a look:', []]);
  });
});

describe('the shortcuts of a marketplace', () => {
  it('are read when they are opened, kept here when they are changed, and show a conflict', async () => {
    const { model } = window.backend;
    const saved: unknown[] = [];
    const shortcut = { shortcutId: '1', group: 'Greetings', baseText: 'Hello' };
    const answer = { text: 'Hello', theirText: 'Hello', state: 'same' as 'same' | 'conflict' };
    model.answerWith(CALLS.quickReplies.getShortcuts, () => ({
      ok: true,
      data: { refusal: null, shortcuts: [{ ...shortcut, ...answer }] },
    }));
    model.answerWith(CALLS.quickReplies.saveShopeeShortcuts, ({ shortcuts }) => {
      saved.push(...shortcuts);
      Object.assign(answer, { text: shortcuts[0]?.text, theirText: 'Hello there', state: 'conflict' });
      return { ok: true, data: {} };
    });
    const page = await enter('nguyen_thi_mai');
    const side = await showPanel(page);
    await side.getByRole('button', { name: 'Shortcuts at Shopee' }).click();
    await side.getByText('Shopee has no way to take changes').waitFor();
    await side.getByRole('button', { name: 'Edit: Hello' }).click();
    await side.getByRole('textbox', { name: 'Text of the shortcut' }).fill('Hi');
    await side.getByRole('button', { name: 'Save' }).click();
    await side.getByText('At Shopee: Hello there').waitFor();
    expect(saved).toEqual([{ ...shortcut, text: 'Hi' }]);
    await side.getByRole('button', { name: 'Take that of Shopee' }).click();
    await poll(() => saved.at(-1)).toEqual({ ...shortcut, text: 'Hello there', baseText: 'Hello there' });
  });
});

describe('a workbook', () => {
  it('is imported, and says which rows were not taken', async () => {
    const { model } = window.backend;
    model.answerWith(CALLS.quickReplies.importContents, () => ({
      ok: true,
      data: {
        added: 2,
        changed: 1,
        refused: [
          {
            rowNumber: 5,
            group: 'G',
            title: 'T',
            reason: 'quick_reply_shop_unknown' as const,
            why: 'No shop has this name.',
          },
        ],
      },
    }));
    const page = await enter();
    const side = await showPanel(page);
    await side.getByRole('button', { name: 'More for quick replies' }).click();
    await page.getByRole('menuitem', { name: 'Import a workbook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a workbook' });
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('Group,Text') };
    await dialog.getByLabel('Workbook (xlsx) or CSV').setInputFiles(file);
    await dialog.getByText('Added: 2. Changed: 1.').waitFor();
    await dialog.getByRole('row', { name: '5 G · T No shop has this name.' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});
