import { type AutoReplyLogEntry, CALLS } from '@pasar/api';
import { asConversationId, asShopId } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1280, height: 800 } });
const model = () => window.backend.model.autoReply;
const TH = { platform: 'shopee', country: 'TH', shopId: null } as const;
const BANGKOK = asShopId(uuidOf('shop 0'));
const SAVE = '/api/chat/index/saveReplySettingList';
const saved = () => window.backend.calls.filter(({ path }) => path === SAVE).map(({ input }) => input);
const text = (words: string) => ({ parts: [{ kind: 'text' as const, text: words }], variants: [] });

const open = async (lang = 'en') => {
  await window.enter(`/chat/all?lang=${lang}`);
  await window.page.goto(`${window.url}/settings/auto-reply?lang=${lang}`);
};
const site = (name: string) => window.page.getByLabel('Site', { exact: true }).selectOption(name);
const choice = (name: string) => window.page.getByRole('list', { name: 'Whose rules are shown' }).getByText(name);
const group = (name: string) => window.page.getByRole('group', { name, exact: true });
const button = (name: string) => window.page.getByRole('button', { name, exact: true });
const rules = (count: number) =>
  model().put({
    ...model().of(TH),
    keywords: Array.from({ length: count }, (_, n) => ({
      keywordId: uuidOf(`rule ${n}`),
      keyword: `word${n}、term${n}`,
      isWhole: n === 1,
      ...text(`Answer ${n}`),
    })),
  });

describe('the rules of a place', () => {
  it('are reached by the menu of the member, and say where the welcome message is', async () => {
    await window.enter('/chat/all?lang=en');
    const { page } = window;
    const name = window.backend.model.member.name;
    await page.getByRole('banner').getByRole('button', { name, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Automatic answers' }).click();
    await page.getByRole('heading', { name: 'Automatic answers' }).waitFor();
    await page.getByRole('link', { name: 'Open the chat settings' }).click();
    await page.getByRole('heading', { name: 'Chat settings' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Automatic answers' }).last().click();
    await page.getByRole('tab', { name: 'Rules' }).waitFor();
  });

  it('are the usual answer with its delay, times and parts by language, the working hours and the holidays', async () => {
    await open();
    const { page } = window;
    await site('Thailand');
    const usual = group('Usual answer');
    await usual.getByLabel('Answer buyers whom nobody has answered').check();
    await usual.getByLabel('After how many minutes').fill('');
    await page.keyboard.press('Enter');
    await usual.getByRole('alert').getByText('Enter a whole number of minutes, from 0 to 1,440.').waitFor();
    await usual.getByLabel('After how many minutes').fill('7');
    await button('Save').click();
    await usual.getByRole('alert').getByText('Write what the buyer gets, for all languages.').waitFor();
    expect(saved()).toEqual([]);
    await usual.getByLabel('When').selectOption('Only outside working hours');
    await usual.getByRole('textbox', { name: 'Text 1' }).fill('Hello ');
    await usual.getByRole('button', { name: 'Buyer', exact: true }).click();
    expect(await usual.getByRole('button', { name: 'Agent' }).count()).toBe(0);
    await usual.getByText('Products and vouchers belong to one shop.', { exact: false }).waitFor();
    await usual.getByLabel('Add a language').selectOption('Thai');
    await usual.getByRole('textbox', { name: 'Text 1' }).fill('สวัสดี');
    const hours = group('Working hours and holidays');
    await hours.getByLabel('Work only in some hours').check();
    await hours.getByLabel('to', { exact: true }).fill('17:30');
    await hours.getByLabel('Sat').check();
    await hours.getByLabel('Holidays').fill('2026-12-31');
    await page.keyboard.press('Enter');
    await hours.getByText('2026-12-31').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    // What is not saved stays while another place is shown.
    await site('Vietnam');
    await site('Thailand');
    await choice('Not saved yet').waitFor();
    await button('Save').click();
    await poll(saved).toHaveLength(1);
    expect(model().of(TH)).toMatchObject({
      is_lazada_auto_reply: true,
      lazada_reply_delay: 7,
      times: 'notWorking',
      hours: { from: 540, to: 1_050, days: [1, 2, 3, 4, 5, 6] },
      holidays: ['2026-12-31'],
      content: {
        parts: [{ kind: 'text', text: 'Hello {buyer}' }],
        variants: [{ language: 'th', parts: [{ kind: 'text', text: 'สวัสดี' }] }],
      },
    });
    expect(saved()[0]).not.toMatchObject({ list: [{ lazada_keyword_reply_delay: 3 }] });
    await choice('For 1 shop').waitFor();
  });

  it('store a picture with the answer, and show it from the server afterwards', async () => {
    await open();
    const { page } = window;
    await site('Thailand');
    const usual = group('Usual answer');
    await usual.getByLabel('Add a picture').setInputFiles({
      name: 'sizes.png',
      mimeType: 'image/png',
      buffer: Buffer.from('iVBORw0KGgo=', 'base64'),
    });
    await usual.getByRole('textbox', { name: 'Text 1' }).fill('Our sizes');
    await button('Save').click();
    await poll(() => [...window.backend.model.automation.pictures.values()]).toEqual(['sizes.png']);
    const [pictureId] = window.backend.model.automation.pictures.keys();
    await poll(() => model().of(TH).content?.parts).toMatchObject([{ kind: 'text' }, { kind: 'image', pictureId }]);
    await poll(() => window.backend.media).toContain(`/api/media/automatic/${pictureId}`);
    await page.getByRole('img', { name: 'sizes.png' }).waitFor();
  });

  it('are given to a single shop and taken from it, each after a question', async () => {
    model().put({ ...model().of(TH), is_lazada_auto_reply: true, lazada_reply_delay: 9, content: text('Soon') });
    rules(2);
    await open();
    const { page } = window;
    await site('Thailand');
    await choice('As Thailand').waitFor();
    await choice('Bangkok Gadget House').click();
    await page.getByText('This shop has the rules of Thailand').waitFor();
    await button('Give it its own rules').click();
    await page.getByRole('dialog').getByText('with its keywords', { exact: false }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Give it its own rules' }).click();
    await choice('Own rules').waitFor();
    expect(model().of({ ...TH, shopId: BANGKOK })).toMatchObject({
      is_lazada_auto_reply: true,
      lazada_reply_delay: 9,
      content: text('Soon'),
    });
    await page.getByText('2 keyword rules').waitFor();
    // Of a shop, products can be answered.
    await poll(() => button('Add a product').first().isEnabled()).toBe(true);
    await button('Remove own rules').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove own rules' }).click();
    await choice('As Thailand').waitFor();
  });

  it('are read by sub-accounts, who are told whom to ask', async () => {
    model().put({ ...model().of(TH), content: text('Hello {buyer}') });
    rules(1);
    window.backend.model.setKeys(['chat']);
    await open();
    const { page } = window;
    await site('Thailand');
    await page.getByText('Only the main account can change these rules.', { exact: false }).waitFor();
    await page.getByText('Hello {buyer}').waitFor();
    await poll(() => page.getByLabel('After how many minutes').isDisabled()).toBe(true);
    for (const name of ['Save', 'Add a keyword rule']) expect(await button(name).count()).toBe(0);
    await button('Show the rule “word0、term0”').click();
    const dialog = page.getByRole('dialog', { name: 'Keyword rule' });
    await dialog.getByText('Answer 0').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
  });
});

describe('keywords', () => {
  it('are added in a dialog whose field tells what the server refuses, changed, and deleted', async () => {
    rules(2);
    await open();
    const { page } = window;
    await site('Thailand');
    await group('Keywords').getByLabel('After how many seconds').fill('20');
    await group('Keywords').getByLabel('Answer messages that contain a keyword').check();
    await button('Save').click();
    await poll(() => model().of(TH).lazada_keyword_reply_delay).toBe(20);
    await button('Add a keyword rule').click();
    const dialog = page.getByRole('dialog', { name: 'Add a keyword rule' });
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('Enter at least one keyword.').waitFor();
    await dialog.getByLabel('Keywords, separated by 、').fill('price, 多少钱；WORD1');
    await dialog.getByText('多少钱', { exact: true }).waitFor();
    await dialog.getByRole('textbox', { name: 'Text 1' }).fill('10 dollars');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog
      .getByRole('alert')
      .getByText('Another rule here has the keyword “WORD1” already.', { exact: false })
      .waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByLabel('Keywords, separated by 、').fill('price、多少钱');
    await dialog.getByLabel('Only as whole words').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Change the rule “price、多少钱”').click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Text 1' }).fill('12 dollars');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '12 dollars' }).waitFor();
    expect(model().of(TH).keywords.at(-1)).toMatchObject({ keyword: 'price、多少钱', isWhole: true });
    for (const keyword of ['word0、term0', 'price、多少钱']) await page.getByLabel(`Select “${keyword}”`).check();
    await button('Delete 2 rules').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 rules' }).click();
    await poll(() =>
      model()
        .of(TH)
        .keywords.map(({ keyword }) => keyword),
    ).toEqual(['word1、term1']);
  });

  it('of a thousand rules draw fifty, and are searched by a keyword and by the answer', async () => {
    rules(1_000);
    await open();
    const { page } = window;
    await site('Thailand');
    await page.getByText('There are 1,000 keyword rules, which is the most.').waitFor();
    await poll(() => button('Add a keyword rule').isDisabled()).toBe(true);
    await poll(() => page.getByRole('row').count()).toBe(51);
    await button('Show more (950)').click();
    await poll(() => page.getByRole('row').count()).toBe(101);
    const search = page.getByRole('searchbox', { name: 'Search keywords and answers' });
    await search.fill('TERM777');
    await page.getByRole('cell', { name: 'Answer 777' }).waitFor();
    await poll(() => page.getByRole('row').count()).toBe(2);
    await search.fill('answer 99');
    await poll(() => page.getByRole('row').count()).toBe(12);
    await search.fill('nothing like it');
    await page.getByText('No rule contains “nothing like it”.').waitFor();
  });
});

it('says what would be answered to a text, when, in which language, and why not', async () => {
  window.backend.model.answerWith(CALLS.autoReply.tryAutoReply, ({ text: words, newestOrder }) =>
    succeeded({
      isOfShop: words === 'own',
      answer:
        words === 'hi'
          ? null
          : {
              replyType: 'keyword',
              keyword: 'price',
              afterMs: 3_000,
              language: 'th',
              parts: [
                { kind: 'text', text: newestOrder === 'none' ? '10 baht' : '10 baht for {order}', pictureId: null },
              ],
              reason: words === 'own' ? null : 'outsideTimes',
            },
    }),
  );
  await open();
  const { page } = window;
  await page.getByRole('tab', { name: 'Try it' }).click();
  const outcome = page.getByRole('status', { name: 'Answer' });
  await page.keyboard.press('Tab');
  await button('Show the answer').click();
  await page.getByRole('alert').getByText('Write what the buyer writes.').waitFor();
  await page.getByLabel('Shop', { exact: true }).selectOption({ label: 'Bangkok Gadget House · Shopee · Thailand' });
  const field = page.getByLabel('What the buyer writes');
  await field.fill('hi');
  await field.press('Enter');
  await outcome.getByText('No rule answers this text.').waitFor();
  await outcome.getByText('By the rules of Thailand.').waitFor();
  await field.fill('the price');
  await field.press('Enter');
  await outcome.getByText('The answer to the keyword “price” goes out after 3 seconds.', { exact: false }).waitFor();
  await outcome.getByText('Pasar takes the buyer’s language for Thai.', { exact: false }).waitFor();
  await outcome.getByText('It would not go out.').waitFor();
  await outcome.getByText('The time was outside the hours that are chosen for the rule.').waitFor();
  await outcome.getByText('10 baht').waitFor();
  await page.getByLabel('The buyer’s newest order').selectOption('Not shipped yet');
  await field.fill('own');
  await field.press('Enter');
  await outcome.getByText('By the shop’s own rules.').waitFor();
  await outcome.getByText('10 baht for {order}').waitFor();
  expect(await outcome.getByText('It would not go out.').count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
});

describe('the log', () => {
  const entry = (number: number, over: Partial<AutoReplyLogEntry> = {}): AutoReplyLogEntry => ({
    queueId: uuidOf(`queue ${number}`),
    shopId: asShopId(uuidOf('shop 9')),
    conversationId: asConversationId(uuidOf('conversation 9')),
    buyerName: 'John Tan',
    text: `message ${number}`,
    writtenAt: Date.now() - number * 60_000,
    replyType: 'default',
    keyword: null,
    dueAt: Date.now() + 60_000,
    state: 'waiting',
    reason: null,
    endedAt: null,
    answers: [],
    arrival: null,
    ...over,
  });
  const rows = () => window.page.getByRole('row');

  it('is narrowed to a shop and to a kind of answer', async () => {
    model().entries = [
      entry(1, { shopId: BANGKOK }),
      entry(2, { shopId: BANGKOK, replyType: 'welcome' }),
      entry(3, { replyType: 'welcome' }),
    ];
    await open();
    const { page } = window;
    await page.getByRole('tab', { name: 'Log' }).click();
    await poll(() => rows().count()).toBe(4);
    await page.getByLabel('Kind of answer').selectOption('Welcome message');
    await poll(() => rows().count()).toBe(3);
    await page.getByRole('combobox', { name: 'Shop', exact: true }).selectOption({ value: BANGKOK });
    await poll(() => rows().count()).toBe(2);
    await rows().filter({ hasText: 'message 2' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('Kind of answer').selectOption('Frequent question');
    await page.getByText('Nothing here').waitFor();
    await page.getByLabel('Kind of answer').selectOption('All kinds');
    await page.getByRole('combobox', { name: 'Shop', exact: true }).selectOption('All shops');
    await poll(() => rows().count()).toBe(4);
  });

  it('says of an answer whether it is on its way, has arrived, or was not confirmed', async () => {
    const answered: Partial<AutoReplyLogEntry> = { endedAt: Date.now(), state: 'answered', answers: ['Soon.'] };
    model().entries = [
      entry(1, { ...answered, arrival: 'onTheWay' }),
      entry(2, { ...answered, arrival: 'arrived' }),
      entry(3, { ...answered, arrival: 'unconfirmed' }),
    ];
    await open();
    await window.page.getByRole('tab', { name: 'Log' }).click();
    for (const [number, words] of [
      [1, 'On its way since'],
      [2, 'Answered at'],
      [3, 'not confirmed that it arrived'],
    ] as const) {
      await rows()
        .filter({ hasText: `message ${number}` })
        .getByText(words, { exact: false })
        .waitFor();
    }
  });

  it('tells of each message what became of it, by pages and by state, follows the stream, and opens the conversation', async () => {
    const done = { endedAt: Date.now(), replyType: 'keyword', keyword: 'price' } as const;
    model().entries = [
      entry(1),
      entry(2, { ...done, state: 'answered', arrival: 'arrived', answers: ['It is 10 baht.'] }),
      entry(3, { ...done, state: 'skipped', reason: 'tooOften', text: null }),
      entry(4, { ...done, state: 'skipped', reason: 'answered' }),
    ];
    model().pageSize = 3;
    await open();
    const { page } = window;
    await page.getByRole('tab', { name: 'Log' }).click();
    await rows().filter({ hasText: 'message 1' }).getByText('Answer due at', { exact: false }).waitFor();
    await rows().filter({ hasText: 'message 2' }).getByText('price').waitFor();
    await rows().filter({ hasText: 'message 2' }).getByText('It is 10 baht.').waitFor();
    await rows().filter({ hasText: '(no text)' }).getByText('within the limit', { exact: false }).waitFor();
    await poll(() => rows().count()).toBe(4);
    await button('Show older ones').click();
    await rows().filter({ hasText: 'message 4' }).getByText('Somebody had answered', { exact: false }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await button('Not answered').click();
    await poll(() => rows().count()).toBe(3);
    await button('Waiting').click();
    await poll(() => rows().count()).toBe(2);
    await page.locator('[data-live="live"]').waitFor();
    model().entries = [entry(0), ...model().entries];
    model().tell();
    await rows().filter({ hasText: 'message 0' }).waitFor();
    await rows()
      .filter({ hasText: 'message 0' })
      .getByRole('button', { name: 'Open the conversation with John Tan' })
      .click();
    await page.getByRole('heading', { name: 'John Tan', level: 2 }).waitFor();
  });

  it('says what will stand in it while it is empty', async () => {
    await open();
    await window.page.getByRole('tab', { name: 'Log' }).click();
    await window.page.getByText('Messages that a rule answers stand here for 90 days.').waitFor();
  });
});

it.each(looks(['zh-CN', 'zh-TW', 'th'], 0))('has its words in %s', async (lang) => {
  model().put({ ...model().of({ ...TH, country: 'BR' }), hours: { from: 540, to: 600, days: [1] } });
  await open(lang);
  const { page } = window;
  await page.getByRole('tab').first().waitFor();
  await page.locator('input[type=time]').first().waitFor();
  await poll(() => page.getByRole('tabpanel').innerText()).not.toMatch(/[a-z]+\.[a-z]/);
  for (const at of [1, 2]) {
    await page.getByRole('tab').nth(at).click();
    await poll(() => violationsOn(page)).toEqual([]);
  }
});
