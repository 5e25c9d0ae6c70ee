import { CALLS, type WebhookDeliveryView, type WebhookView } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import { refused } from '@pasar/sync/testing/model/answers';
import type { Locator } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import en from '../src/features/webhooks/locales/en.json' with { type: 'json' };
import zh from '../src/features/webhooks/locales/zh-CN.json' with { type: 'json' };
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const AT = Date.UTC(2026, 10, 20, 12);

const good: WebhookView = {
  webhookId: uuidOf('good'),
  address: 'https://hooks.example.com/pasar',
  events: ['message.received', 'shop.changed'],
  shopIds: null,
  isOn: true,
  off: null,
  failingSince: null,
  waiting: 2,
};
const dead: WebhookView = { ...good, webhookId: uuidOf('dead'), isOn: false, off: { reason: 'failing', at: AT } };
const failed: WebhookDeliveryView = {
  eventId: uuidOf('event'),
  event: 'message.received',
  happenedAt: AT,
  state: 'failed',
  attempts: 10,
  status: 500,
  failure: 'answer',
  triedAt: AT,
  dueAt: null,
};
let webhooks: WebhookView[];
let changes: { readonly call: string; readonly input: unknown }[];

beforeEach(() => {
  const { model } = window.backend;
  webhooks = [good, dead];
  changes = [];
  const told = (call: string) => (input: unknown) => {
    changes.push({ call, input });
    return succeeded({});
  };
  const calls = CALLS.webhooks;
  model.answerWith(calls.webhooks, () => succeeded({ webhooks }));
  model.answerWith(calls.webhookDeliveries, () =>
    succeeded({
      deliveries: [failed, { ...failed, eventId: uuidOf('2'), state: 'waiting', dueAt: AT }],
      hasMore: false,
    }),
  );
  model.answerWith(calls.resendWebhookEvent, told('again'));
  model.answerWith(calls.testWebhook, told('test'));
  model.answerWith(calls.saveWebhook, told('save'));
  model.answerWith(calls.addWebhook, (input) => {
    changes.push({ call: 'add', input });
    if (!input.address.startsWith('https://hooks.'))
      return refused('webhook_address', 'A webhook needs a public address.');
    return succeeded({ webhookId: uuidOf('new'), secret: 'whsec_c2VjcmV0' });
  });
});

async function openWebhooks(lang = 'en'): Promise<void> {
  const { page, url } = window;
  await window.signIn();
  await page.goto(`${url}/settings/webhooks?lang=${lang}`);
  await page.getByRole('heading', { name: 'https://hooks.example.com/pasar' }).first().waitFor();
}

it('adds a webhook by keyboard, keeps what the server refuses, and shows the secret once', async () => {
  const { page } = window;
  await openWebhooks();
  await page.getByRole('button', { name: 'Add a webhook' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  const address = dialog.getByLabel('Address');
  const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);
  const refused = (words: string) => address.and(dialog.getByRole('textbox', { description: words })).waitFor();
  await poll(() => address.getAttribute('placeholder')).toBe('https://…');
  await address.press('Enter');
  await refused('Enter the whole address, such as https://hooks.example.com/pasar.');
  await address.fill('http://hooks.example.com/');
  await dialog.getByLabel('Buyer wrote').uncheck();
  await address.press('Enter');
  const events = dialog.getByRole('group', { name: 'Events', description: 'Choose at least one event.' });
  await poll(() => isFocused(events.getByRole('checkbox').first())).toBe(true);
  await dialog.getByLabel('Shop unbound').check();
  await dialog.getByLabel('Only these shops').check();
  await address.press('Enter');
  const shops = dialog.getByRole('group', { name: 'Shops', description: 'Choose at least one shop.' });
  await poll(() => isFocused(shops.getByRole('radio').first())).toBe(true);
  await dialog.getByLabel('All shops, later ones too').check();
  await address.press('Enter');
  await refused('The address must begin with https://: over http, anybody on the way could read the events.');
  await poll(() => isFocused(address)).toBe(true);
  expect(await violationsOn(page)).toEqual([]);
  await address.fill('https://me:word@example.com/');
  await address.press('Enter');
  await refused('Leave out the username, the password and the part behind # of the address.');
  await address.fill('https://10.1.2.3/');
  await address.press('Enter');
  await dialog.getByRole('alert').getByText('This address is inside a private network').waitFor();
  await address.fill('https://hooks.example.com/');
  await address.press('Enter');
  await page.getByText('whsec_c2VjcmV0').waitFor();
  expect(changes.at(-1)?.input).toEqual({
    address: 'https://hooks.example.com/',
    events: ['shop.removed'],
    shopIds: null,
  });
  await page.keyboard.press('Enter');
  await poll(() => page.getByText('whsec_c2VjcmV0').count()).toBe(0);
});

it('says which webhook was switched off and why, and sends an event of the log again', async () => {
  const { page } = window;
  await openWebhooks();
  const [first, second] = await page.getByRole('listitem').filter({ hasText: 'hooks.example.com' }).all();
  await second?.getByRole('alert').getByText('every try failed for five days').waitFor();
  await first?.getByText('On · 2 events wait').waitFor();
  await first?.getByRole('button', { name: 'Log', exact: true }).click();
  const row = page.getByRole('row', { name: /Failed/ });
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    expect.any(String),
    'Buyer wrote',
    'FailedAnswer 500',
    '10',
    'Send again',
  ]);
  await row.getByRole('button', { name: 'Send again' }).click();
  await first?.getByRole('button', { name: 'Send a test event' }).click();
  await poll(() => changes.map(({ call }) => call)).toEqual(['again', 'test']);
  await second?.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('The webhook is on').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await poll(() => changes.at(-1)?.input).toMatchObject({ webhookId: dead.webhookId, isOn: true });
});

const LOOKS = [
  { lang: 'en', colorScheme: 'light', texts: en },
  { lang: 'zh-CN', colorScheme: 'dark', texts: zh },
] as const;

it.each(looks(LOOKS, 0))('axe finds no serious fault in $lang, $colorScheme', async ({ lang, colorScheme, texts }) => {
  const { page } = window;
  await page.emulateMedia({ colorScheme });
  await openWebhooks(lang);
  await page.getByRole('button', { name: texts.log, exact: true }).first().click();
  await page.getByRole('row', { name: new RegExp(texts['state.failed']) }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: texts.add }).click();
  await page.getByRole('dialog').waitFor();
  expect(await violationsOn(page)).toEqual([]);
});
