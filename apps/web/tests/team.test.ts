import { CALLS, type SubAccountView } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import { refused } from '@pasar/sync/testing/model/answers';
import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { ANNA } from './builders.ts';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
let children: SubAccountView[];
let isDemanded: boolean;
/** Calls that change something, with their inputs. */
let changes: { readonly call: string; readonly input: unknown }[];

beforeEach(() => {
  const { model } = window.backend;
  children = [ANNA];
  isDemanded = false;
  changes = [];
  const { getChildAccountList, updateChildAccount, deleteChildAccount, saveChildAccount } = CALLS.team;
  model.answerWith(getChildAccountList, () => succeeded({ handle: 'shop', isFactorDemanded: isDemanded, children }));
  model.answerWith(CALLS.team.demandSecondFactor, (input) => {
    changes.push({ call: 'demand', input });
    isDemanded = input.isDemanded === true;
    return succeeded({});
  });
  model.answerWith(updateChildAccount, (input) => {
    changes.push({ call: 'update', input });
    return succeeded({});
  });
  model.answerWith(deleteChildAccount, (input) => {
    changes.push({ call: 'delete', input });
    children = [];
    return succeeded({});
  });
  model.answerWith(saveChildAccount, (input) => {
    changes.push({ call: 'save', input });
    return refused('username_taken', 'Another sub-account has this username. Choose another one.');
  });
});

async function openSettings(path: string): Promise<void> {
  const { page, url } = window;
  await window.signIn();
  await page.goto(url + path);
}

describe('the team', () => {
  it('stands in a table with roles and shops, and is empty with a way to begin', async () => {
    const { page } = window;
    await openSettings('/settings?lang=en');
    const row = page.getByRole('row', { name: /Anna/ });
    await row.getByText('Chat agent').waitFor();
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      'Annashop:anna',
      'Night',
      'Chat agent',
      expect.stringMatching(/^Thailand and Vietnam4 shops$/),
      expect.any(String),
    ]);
    children = [];
    await page.reload();
    await page.getByText('No sub-accounts yet').waitFor();
    await page.getByRole('button', { name: 'Add a sub-account' }).click();
    await page.getByRole('dialog', { name: 'Add a sub-account' }).waitFor();
  });

  it('is changed by keyboard: what was not touched is saved as it was, without a password', async () => {
    const { page } = window;
    await openSettings('/settings/team?lang=en');
    const name = page.getByRole('button', { name: 'Anna' });
    await name.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change Anna' });
    await dialog.getByLabel('Name of the member').fill('Anna B');
    await dialog.getByLabel('Orders', { exact: true }).uncheck();
    await poll(() => dialog.getByRole('button', { name: 'Chat agent' }).getAttribute('aria-pressed')).toBe('false');
    await dialog.getByLabel('Name of the member').press('Enter');
    await poll(() => changes.length).toBe(1);
    expect(changes[0]?.input).toEqual({
      memberId: ANNA.memberId,
      name: 'Anna B',
      groupName: 'Night',
      permissionCodeList: ['chat', 'remark'],
      responsibility: { kind: 'countries', countries: ['TH', 'VN'] },
    });
    await dialog.waitFor({ state: 'detached' });
    await poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('keeps what was entered when the server refuses it, and says why', async () => {
    const { page } = window;
    await openSettings('/settings/team?lang=en');
    await page.getByRole('button', { name: 'Add a sub-account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('Enter the name of the member.').waitFor();
    expect(changes).toEqual([]);
    await dialog.getByLabel('Name of the member').fill('Bo');
    await dialog.getByLabel('Username').fill('anna');
    await dialog.getByLabel('Password').fill('a good word 1');
    await dialog.getByLabel('All shops, later ones too').check();
    await dialog.getByRole('button', { name: 'Manager' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('Another sub-account has this username.').waitFor();
    await poll(() => dialog.getByLabel('Username').inputValue()).toBe('anna');
    expect(changes[0]?.input).toMatchObject({ username: 'anna', responsibility: { kind: 'all' } });
  });

  it('says at the field what is wrong with it, and moves there; what belongs to no field stands by the buttons', async () => {
    const { page, backend } = window;
    await page.setViewportSize({ width: 1280, height: 640 });
    await openSettings('/settings/team?lang=en');
    await page.getByRole('button', { name: 'Add a sub-account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a sub-account' });
    const save = dialog.getByRole('button', { name: 'Save' });
    const name = dialog.getByLabel('Name of the member');
    const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);
    await save.click();
    await name.and(dialog.getByRole('textbox', { description: 'Enter the name of the member.' })).waitFor();
    await poll(() => isFocused(name)).toBe(true);
    await name.fill('Bo');
    await save.click();
    await dialog.getByText('A username has 1 to 40 letters, digits, dots, dashes or underscores.').waitFor();
    await dialog.getByLabel('Username').fill('anna');
    await save.click();
    await dialog.getByText('A password needs at least 6 characters.').waitFor();
    await dialog.getByLabel('Password').fill('a good word 1');
    await dialog.getByLabel('All shops of some sites').check();
    await save.click();
    const sites = dialog.getByRole('group', { name: 'Shops', description: 'Choose at least one site.' });
    await poll(() => isFocused(sites.getByRole('radio').first())).toBe(true);
    // The same once more: the focus moves again.
    await save.click();
    await poll(() => isFocused(sites.getByRole('radio').first())).toBe(true);
    await dialog.getByLabel('Singapore').check();
    await save.click();
    await poll(() => isFocused(dialog.getByLabel('Username'))).toBe(true);
    expect(await violationsOn(page)).toEqual([]);
    backend.model.answerWith(CALLS.team.saveChildAccount, () => refused('server_busy', 'The server is busy.'));
    await save.click();
    const alert = dialog.getByRole('alert').filter({ hasText: 'The server is busy.' });
    await alert.waitFor();
    const below = await alert.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(below).toBeLessThan(await save.evaluate((element) => element.getBoundingClientRect().top));
  });

  it('warns while a member has no shop, and asks before it saves one without', async () => {
    const { page } = window;
    await openSettings('/settings/team?lang=en');
    await page.getByRole('button', { name: 'Add a sub-account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a sub-account' });
    const warning = dialog.getByRole('status').filter({ hasText: 'This member sees no shop yet.' });
    const sure = page.getByRole('dialog', { name: 'Save without a shop?' });
    await warning.waitFor();
    await dialog.getByLabel('Username').fill('bo');
    await dialog.getByLabel('Password').fill('a good word 1');
    await dialog.getByLabel('Name of the member').fill('Bo');
    await dialog.getByLabel('Name of the member').press('Enter');
    await sure.getByRole('button', { name: 'Choose shops' }).click();
    expect(changes).toEqual([]);
    await dialog.getByLabel('GlowUp Official').check();
    await poll(() => warning.count()).toBe(0);
    await dialog.getByLabel('GlowUp Official').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await sure.getByRole('button', { name: 'Save without a shop' }).click();
    await poll(() => changes.length).toBe(1);
    expect(changes[0]?.input).toMatchObject({ name: 'Bo', responsibility: { kind: 'shops', shopIds: [] } });
  });

  it('asks before a sub-account is deleted, and does nothing when it is not confirmed', async () => {
    const { page } = window;
    await openSettings('/settings/team?lang=en');
    await page.getByRole('button', { name: 'Anna' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const sure = page.getByRole('dialog', { name: 'Delete this sub-account?' });
    await sure.getByRole('button', { name: 'Cancel' }).click();
    expect(changes).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await sure.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No sub-accounts yet').waitFor();
    expect(changes).toEqual([{ call: 'delete', input: { memberId: ANNA.memberId } }]);
  });

  it('is no place for a sub-account, which has its own login there', async () => {
    const { page, backend } = window;
    await openSettings('/settings/team?lang=en');
    await page.getByRole('heading', { name: 'Team' }).waitFor();
    backend.model.withdraw('ipPartition');
    await page.getByRole('heading', { name: 'Login and security' }).waitFor();
    expect(await page.getByRole('link', { name: 'Team' }).count()).toBe(0);
  });

  it('says who is logged out before a second factor is demanded of everybody, and takes it back at once', async () => {
    const { page } = window;
    const named = (name: string, over: Partial<SubAccountView> = {}): SubAccountView => ({
      ...ANNA,
      memberId: uuidOf(name),
      name,
      ...over,
    });
    children = ['Anna', 'Bo', 'Chi', 'Dao', 'Eka', 'Fah'].map((name) => named(name));
    children.push(named('Gung', { hasSecondFactor: true }));
    await openSettings('/settings/team?lang=en');
    const box = page.getByRole('checkbox', { name: 'Every member needs a second factor' });
    const sure = page.getByRole('dialog', { name: 'Demand a second factor of every member?' });
    await box.click();
    await sure.getByText('Anna, Bo, Chi, Dao, and 2 others', { exact: true }).waitFor();
    await sure.getByText('6 members have no second factor, are logged out now,').waitFor();
    await sure.getByRole('button', { name: 'Cancel' }).click();
    expect(changes).toEqual([]);
    await poll(() => box.isChecked()).toBe(false);
    children = [named('Gung', { hasSecondFactor: true }), named('Bo')];
    await page.reload();
    await box.click();
    await sure.getByText('Bo', { exact: true }).waitFor();
    await sure.getByText('1 member has no second factor').waitFor();
    await sure.getByRole('button', { name: 'Demand it' }).click();
    await poll(() => box.isChecked()).toBe(true);
    await poll(() => box.isEnabled()).toBe(true);
    await box.click();
    await poll(() => box.isChecked()).toBe(false);
    expect(changes.map(({ input }) => input)).toEqual([{ isDemanded: true }, { isDemanded: false }]);
    children = [named('Gung', { hasSecondFactor: true })];
    await page.reload();
    await box.click();
    await sure.getByText('Every sub-account has one, so nobody is logged out now.').waitFor();
  });
});
