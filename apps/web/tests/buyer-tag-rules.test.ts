import { CALLS } from '@pasar/api';
import { BUYER_TAG_RULE_LIMITS, type BuyerTagRule } from '@pasar/domain';
import { uuidOf } from '@pasar/sync/testing/builders';
import { beforeEach, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1280, height: 800 } });
const VIP = { buyerTagId: uuidOf('VIP'), buyerTagName: 'VIP', color: 'green' } as const;
const COD: BuyerTagRule['condition'] = { kind: 'words', words: ['COD'], isWhole: true };

const aRule = (name: string, more: Partial<BuyerTagRule> = {}): BuyerTagRule => ({
  ruleId: uuidOf(name),
  name,
  tagId: VIP.buyerTagId,
  shopIds: null,
  condition: COD,
  onSince: null,
  ...more,
});
const model = () => window.backend.model;
const held = () => model().buyerTagRules.held;
const hold = (...rules: BuyerTagRule[]) => {
  model().buyerTagRules.held = CALLS.buyerTagRules.buyerTagRules.output.parse({ rules, sweeps: [], changes: [] });
};
beforeEach(() => {
  model().buyerTags.tags = [VIP];
});
const open = async (lang = 'en') => {
  await window.enter(`/chat/all?lang=${lang}`);
  await window.page.goto(`${window.url}/settings/tags?lang=${lang}`);
};
const row = (name: string) => window.page.getByRole('listitem').filter({ hasText: name });
const button = (name: string) => window.page.getByRole('button', { name, exact: true });

it('writes a first rule, tries it, and switches it on for the buyers of the last days', async () => {
  await open();
  const { page } = window;
  await page.getByText('No rules yet').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await button('Add rule').click();
  const dialog = page.getByRole('dialog', { name: 'Add rule' });
  const refusedWith = async (text: string) => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText(text).waitFor();
  };
  await refusedWith('Give the rule a name.');
  await dialog.getByLabel('Name').fill('Asks for COD');
  await refusedWith('Choose a tag.');
  await dialog.getByLabel('VIP').check();
  await refusedWith('Write at least one word.');
  await dialog.getByLabel('Words, one in each line').fill(Array.from({ length: 21 }, (_, n) => `w${n}`).join('\n'));
  await refusedWith('Write at most 20 words.');
  await dialog.getByLabel('Words, one in each line').fill('COD\n\n 货到付款 \nCOD');
  await dialog.getByRole('button', { name: 'Try it' }).click();
  await dialog.getByText('The rule would tag 3 buyers of the last 30 days.').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(held().rules).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row('Asks for COD').getByText('Writes one of: “COD” and “货到付款”').waitFor();
  await row('Asks for COD').getByText('Off', { exact: true }).waitFor();
  expect(held().rules).toMatchObject([{ condition: { words: ['COD', '货到付款'], isWhole: false }, onSince: null }]);
  await button('Switch on the rule “Asks for COD”').click();
  const asked = page.getByRole('dialog', { name: 'Switch on the rule “Asks for COD”?' });
  await asked.getByText('The rule would tag 3 buyers').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await asked.getByLabel('Also the buyers of the last 30 days').check();
  await asked.getByRole('button', { name: 'Switch on' }).click();
  await row('Asks for COD').getByText('0 of 8 conversations looked at', { exact: false }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Switched on “Asks for COD”' }).waitFor();
  expect(held().rules[0]?.onSince).not.toBeNull();
  await poll(() => violationsOn(page)).toEqual([]);
});

it('asks for the status of an order, or for an amount, and for shops', async () => {
  hold(aRule('Rule'));
  await open();
  const { page } = window;
  await button('Change the rule “Rule”').click();
  const dialog = page.getByRole('dialog', { name: 'Change the rule “Rule”' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await dialog.getByLabel('has an order with one of these statuses').check();
  await save.click();
  await dialog.getByRole('alert').getByText('Choose at least one status.').waitFor();
  await dialog.getByLabel('Refund', { exact: true }).check();
  await save.click();
  await row('Rule').getByText('Has an order with the status: Refund').waitFor();
  await button('Change the rule “Rule”').click();
  await dialog.getByLabel('has spent at least this much').check();
  await dialog.getByLabel('Amount').fill('0.00');
  await save.click();
  await dialog.getByRole('alert').getByText('Write an amount above zero', { exact: false }).waitFor();
  await dialog.getByLabel('Amount').fill('1500');
  await dialog.getByRole('group', { name: 'Shops' }).getByLabel('Only these').check();
  await save.click();
  await dialog.getByRole('alert').getByText('Choose at least one shop, or all shops.').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('group', { name: 'Shops' }).getByLabel('All shops').check();
  await save.click();
  await row('Rule').getByText('1,500 or more', { exact: false }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Changed “Rule”' }).first().waitFor();
});

it('switches a rule off, removes it, and says what it leaves', async () => {
  hold(aRule('On', { onSince: 1 }), aRule('Tagless', { tagId: uuidOf('gone') }));
  await open();
  const { page } = window;
  await row('Tagless').getByText('(deleted tag)').waitFor();
  await poll(() => button('Switch on the rule “Tagless”').isDisabled()).toBe(true);
  await button('Switch off the rule “On”').click();
  await button('Switch on the rule “On”').waitFor();
  await button('Change the rule “On”').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const asked = page.getByRole('dialog', { name: 'Remove the rule “On”?' });
  await asked.getByText('Buyers keep the tags that it has given.').waitFor();
  await asked.getByRole('button', { name: 'Remove' }).click();
  await poll(() => held().rules.map(({ name }) => name)).toEqual(['Tagless']);
});

it('makes a tag on the way, follows another window, and offers no more than the most', async () => {
  hold(...Array.from({ length: BUYER_TAG_RULE_LIMITS.rules - 1 }, (_, n) => aRule(`Rule ${n}`)));
  await open();
  const { page } = window;
  await row('Rule 0').first().waitFor();
  await page.locator('[data-live="live"]').waitFor();
  await button('Add rule').click();
  await page.getByRole('dialog', { name: 'Add rule' }).getByRole('button', { name: 'New tag' }).click();
  const form = page.getByRole('dialog', { name: 'New tag' });
  await form.getByLabel('Name').fill('Regular');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Add rule' }).getByLabel('Regular').check();
  await page.keyboard.press('Escape');
  hold(...held().rules, aRule('Last'));
  model().append({ kind: 'buyerTagRules' });
  await page.getByText('There are 50 rules, which is the most.').waitFor();
  expect(await button('Add rule').count()).toBe(0);
});

it('is reached from the tags, whose tooltip names the rule', async () => {
  const { chat, buyerTags } = model();
  const [conversationId] = chat.conversations.keys();
  if (conversationId === undefined) throw new Error('no conversation');
  buyerTags.give(conversationId, 'VIP', 'Asks for COD', true);
  await window.enter('/chat/all?lang=en');
  const { page } = window;
  const name = chat.conversations.get(conversationId)?.buyer.name ?? '';
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click();
  await page.locator('[data-tip^="VIP: added by the rule “Asks for COD”"]').waitFor();
  await button('Manage tags').click();
  await button('Tag rules').click();
  await page.getByRole('heading', { name: 'Tag rules' }).waitFor();
});

it.each(looks(['zh-CN', 'zh-TW', 'th'], 1))('has its words in %s', async (lang) => {
  hold(
    aRule('A', { condition: { kind: 'orders', statuses: ['refund'] }, onSince: 1 }),
    aRule('B', { condition: { kind: 'spent', least: { amount: '5', currency: 'THB' } } }),
  );
  await open(lang);
  const { page } = window;
  await row('A').getByRole('button').first().waitFor();
  await poll(() => row('A').innerText()).not.toMatch(/[a-z]{3}/);
  await row('A').getByRole('button').last().click();
  await page.getByRole('dialog').waitFor();
  expect((await page.getByRole('dialog').innerText()).replaceAll('Pasar', '')).not.toMatch(/[a-z]{3}/);
  await poll(() => violationsOn(page)).toEqual([]);
});
