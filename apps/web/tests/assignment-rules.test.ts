import { CALLS } from '@pasar/api';
import { ASSIGNMENT_RULE_LIMITS, type AssignmentRule, asShopId } from '@pasar/domain';
import { uuidOf } from '@pasar/sync/testing/builders';
import { beforeEach, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1280, height: 800 } });
const MEI = { memberId: uuidOf('Mei'), name: 'Mei Lin' };
const SUDA = { memberId: uuidOf('Suda'), name: 'Suda' };
const VIP = { buyerTagId: uuidOf('VIP'), buyerTagName: 'VIP', color: 'green' } as const;

const aRule = (name: string, more: Partial<AssignmentRule> = {}): AssignmentRule => ({
  ruleId: uuidOf(name),
  name,
  shopIds: null,
  languages: null,
  tagIds: null,
  memberIds: null,
  way: 'roundRobin',
  staysWithKnown: false,
  ...more,
});
const model = () => window.backend.model;
const held = () => model().assignmentRules.held;
const hold = (...rules: AssignmentRule[]) => {
  model().assignmentRules.held = CALLS.assignmentRules.assignmentRules.output.parse({
    isOn: false,
    rules,
    changes: [],
  });
};
beforeEach(() => {
  model().together.colleagues = [MEI, SUDA];
  model().buyerTags.tags = [VIP];
});
const open = async (lang = 'en') => {
  await window.enter(`/chat/all?lang=${lang}`);
  await window.page.goto(`${window.url}/settings/assignment?lang=${lang}`);
};
const row = (name: string) => window.page.getByRole('listitem').filter({ hasText: name });
const names = () => held().rules.map(({ name }) => name);

it('adds a first rule in a dialog that refuses a choice of nothing, and is switched on', async () => {
  await open();
  const { page } = window;
  await page.getByText('No rules yet').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add rule' });
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('Give the rule a name.').waitFor();
  await page.keyboard.type('Thai buyers');
  const part = (name: string) => dialog.getByRole('group', { name });
  const refusedWith = async (text: string) => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText(text).waitFor();
  };
  await part('Shops').getByLabel('Only these').check();
  await refusedWith('Choose at least one shop, or all shops.');
  await part('Shops').getByLabel('All shops').check();
  await part('The buyer’s language').getByLabel('Only these').check();
  await refusedWith('Choose at least one language, or all languages.');
  await part('The buyer’s language').getByLabel('Thai').check();
  await part('The buyer’s tags').getByLabel('Only buyers with one of these').check();
  await refusedWith('Choose at least one tag, or all buyers.');
  await part('The buyer’s tags').getByLabel('VIP').check();
  await part('To whom').getByLabel('Only these').check();
  await refusedWith('Choose at least one member, or everyone.');
  await part('To whom').getByLabel('Suda').check();
  await part('Who comes first').getByLabel('To the member with the fewest waiting buyers').check();
  expect(await violationsOn(page)).toEqual([]);
  expect(names()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row('Thai buyers').getByText('Language: Thai · Tag: VIP').waitFor();
  await row('Thai buyers')
    .getByText('→ Suda · To the member with the fewest waiting buyers · First to the member whom the buyer knows')
    .waitFor();
  expect(held().rules).toMatchObject([
    { languages: ['th'], tagIds: [VIP.buyerTagId], memberIds: [SUDA.memberId], way: 'leastBusy', staysWithKnown: true },
  ]);
  await page.getByText('at most 30 waiting buyers each', { exact: false }).waitFor();
  await page.getByLabel('Assign waiting buyers by these rules').click();
  await poll(() => held().isOn).toBe(true);
  await page.getByRole('row').filter({ hasText: 'Switched on' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Added “Thai buyers”' }).waitFor();
  await poll(() => violationsOn(page)).toEqual([]);
});

it('moves, changes and removes rules, and keeps a log', async () => {
  const [shop] = [...model().shops.byId.keys()];
  if (shop === undefined) throw new Error('no shop');
  hold(aRule('First', { shopIds: [shop, asShopId(uuidOf('sold'))], tagIds: [uuidOf('no tag')] }), aRule('Second'));
  await open();
  const { page } = window;
  await row('First').getByText('1 shop · Tag: (deleted)').waitFor();
  await row('Second').getByText('All buyers').waitFor();
  await poll(() => page.getByRole('button', { name: 'Move “First” up' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Move “Second” up' }).click();
  await poll(names).toEqual(['Second', 'First']);
  await page.getByRole('row').filter({ hasText: 'Moved “Second”' }).getByText('Place 1').waitFor();
  await page.getByRole('button', { name: 'Change the rule “First”' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the rule “First”' });
  await dialog.getByRole('group', { name: 'The buyer’s tags' }).getByLabel('All buyers').check();
  await dialog.getByLabel('Name').fill('Rest');
  await page.keyboard.press('Enter');
  await poll(() => held().rules[1]).toMatchObject({ name: 'Rest', shopIds: [shop], tagIds: null });
  await page
    .getByRole('row')
    .filter({ hasText: 'Changed “First”' })
    .getByText('Rest: 1 shop', { exact: false })
    .waitFor();
  await page.getByRole('button', { name: 'Change the rule “Rest”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const asked = page.getByRole('dialog', { name: 'Remove the rule “Rest”?' });
  expect(await violationsOn(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Remove' }).click();
  await poll(names).toEqual(['Second']);
  await page.getByRole('row').filter({ hasText: 'Removed “Rest”' }).waitFor();
});

it('follows another window, tells of a rule that is gone, and offers no more than the most', async () => {
  hold(...Array.from({ length: ASSIGNMENT_RULE_LIMITS.rules - 1 }, (_, n) => aRule(`Rule ${n}`)));
  await open();
  const { page } = window;
  await row('Rule 0').first().waitFor();
  await page.locator('[data-live="live"]').waitFor();
  const { rules } = held();
  hold(...rules, aRule('Last'));
  model().append({ kind: 'assignmentRules' });
  await page.getByText('There are 20 rules, which is the most.').waitFor();
  expect(await page.getByRole('button', { name: 'Add rule' }).count()).toBe(0);
  hold(...rules);
  await page.getByRole('button', { name: 'Move “Last” up' }).click();
  await page.getByText('no longer', { exact: false }).waitFor();
});

it.each(looks(['zh-CN', 'zh-TW', 'th'], 2))('has its words in %s', async (lang) => {
  hold(aRule('A', { languages: ['th'], tagIds: [VIP.buyerTagId], staysWithKnown: true }), aRule('B'));
  await open(lang);
  await row('VIP').getByRole('button').first().waitFor();
  await poll(() => row('VIP').innerText()).not.toMatch(/[a-z]{3}/);
  await poll(() => violationsOn(window.page)).toEqual([]);
});
