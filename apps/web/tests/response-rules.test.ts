import { CALLS, type ResponseRuleChange, type ResponseRuleEntry, responseRuleView } from '@pasar/api';
import { responseRuleOf } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import { beforeEach, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1280, height: 800 } });
const HOUR = 3_600_000;
const NIGHT = { from: 1_320, to: 480, days: [1, 2] };
const known = responseRuleView.parse(responseRuleOf('shopee', 'SG'));

let rules: ResponseRuleEntry[];
let changes: ResponseRuleChange[];
let made: { readonly call: string; readonly input: unknown }[];
beforeEach(() => {
  const { model } = window.backend;
  rules = [
    { marketplace: 'shopee', country: 'SG', rule: known, isOwn: false },
    { marketplace: 'lazada', country: 'TH', rule: { ...known, withinMs: 2 * HOUR, quiet: NIGHT }, isOwn: true },
  ];
  changes = [];
  made = [];
  model.answerWith(CALLS.responseRules.responseRules, () => succeeded({ rules, changes }));
  model.answerWith(CALLS.responseRules.saveResponseRule, (input) => {
    made.push({ call: 'save', input });
    rules = rules.map((entry) =>
      entry.country === input.country ? { ...entry, rule: responseRuleView.parse(input.rule), isOwn: true } : entry,
    );
    changes = [
      {
        changeId: uuidOf('change'),
        marketplace: input.marketplace,
        country: input.country,
        changedAt: Date.now(),
        changedBy: 'Mei',
        before: null,
        after: responseRuleView.parse(input.rule),
      },
    ];
    return succeeded({});
  });
  model.answerWith(CALLS.responseRules.resetResponseRule, (input) => {
    made.push({ call: 'reset', input });
    rules = rules.map((entry) => (entry.country === input.country ? { ...entry, rule: known, isOwn: false } : entry));
    return succeeded({});
  });
});
const open = async (lang = 'en') => {
  await window.signIn();
  await window.page.goto(`${window.url}/settings/answers?lang=${lang}`);
};
const row = (place: string) => window.page.getByRole('listitem').filter({ hasText: place });

it('shows each rule beside the marketplace’s own, with its source and day', async () => {
  await open();
  const own = row('Lazada · Thailand');
  await own.getByText('From 22:00 to 08:00 on Mon Tue the time does not count.', { exact: false }).waitFor();
  await own.getByText('85% of first answers within 2 hours, over 30 days.', { exact: false }).waitFor();
  await own.getByText('Lazada itself: 85% of answers within 12 hours', { exact: false }).waitFor();
  await row('Shopee · Singapore').getByText('as of 2026-11-01', { exact: false }).waitFor();
  expect(
    await row('Shopee · Singapore')
      .getByRole('button', { name: /^Reset/ })
      .count(),
  ).toBe(0);
  expect(await violationsOn(window.page)).toEqual([]);
});

it('is changed in a dialog that refuses what is no rule, and stands in the log', async () => {
  await open();
  const { page } = window;
  await row('Shopee · Singapore').getByRole('button', { name: 'Change the rule of Shopee · Singapore' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the rule of Shopee · Singapore' });
  const within = dialog.getByLabel('Answer within (hours)');
  await within.fill('200');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('between 10 minutes and 168 hours', { exact: false }).waitFor();
  await within.fill('');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('between 10 minutes and 168 hours', { exact: false }).waitFor();
  await within.fill('1.5');
  await dialog.getByLabel('Share wanted (%)').fill('95');
  await dialog.getByLabel('What counts').selectOption({ label: 'Every answer' });
  await dialog.getByLabel('The time stands still in quiet hours').check();
  await dialog.getByLabel('From').fill('00:00');
  await dialog.getByLabel('To', { exact: true }).fill('00:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').getByText('At least an hour of the week', { exact: false }).waitFor();
  await dialog.getByLabel('Sun').uncheck();
  expect(await violationsOn(page)).toEqual([]);
  expect(made).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const rule = {
    withinMs: 1.5 * HOUR,
    wantedPercent: 95,
    windowDays: 30,
    counts: 'all',
    quiet: { from: 0, to: 1_440, days: [1, 2, 3, 4, 5, 6] },
  };
  expect(made).toEqual([{ call: 'save', input: { marketplace: 'shopee', country: 'SG', rule } }]);
  await row('Shopee · Singapore').getByText('95% of answers within 1.5 hours', { exact: false }).waitFor();
  const log = page.getByRole('row').filter({ hasText: 'Mei' });
  await log.getByText('The marketplace’s rule').waitFor();
  await log.getByText('95% of answers within 1.5 hours', { exact: false }).waitFor();
});

it('is taken back by one press', async () => {
  await open();
  await row('Lazada · Thailand').getByRole('button', { name: 'Reset the rule of Lazada · Thailand' }).click();
  await row('Lazada · Thailand').getByText('This is the marketplace’s own rule.', { exact: false }).waitFor();
  expect(made).toEqual([{ call: 'reset', input: { marketplace: 'lazada', country: 'TH' } }]);
});

it('follows a change of another window', async () => {
  await open();
  await row('Shopee · Singapore').waitFor();
  await window.page.locator('[data-live="live"]').waitFor();
  rules = rules.map((entry) => ({ ...entry, rule: { ...entry.rule, withinMs: 5 * HOUR } }));
  window.backend.model.append({ kind: 'responseRules' });
  await row('Shopee · Singapore').getByText('within 5 hours', { exact: false }).first().waitFor();
});

it('is only read by a sub-account', async () => {
  const { model } = window.backend;
  model.member = { ...model.member, isMain: false };
  await open();
  await row('Shopee · Singapore').waitFor();
  await window.page.getByText('The main account can change them.', { exact: false }).waitFor();
  expect(await window.page.getByRole('button', { name: /^(Change|Reset) the rule/ }).count()).toBe(0);
});

it.each(looks(['zh-CN', 'zh-TW', 'th'], 1))('has its words in %s', async (lang) => {
  await open(lang);
  await row('Lazada').getByRole('button').first().waitFor();
  await poll(() => row('Lazada').innerText()).not.toMatch(/of answers|does not count/);
  await poll(() => violationsOn(window.page)).toEqual([]);
});
