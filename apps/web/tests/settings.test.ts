import { accountExportPath, CALLS, type ExportStateView, type TokenView } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import { refused } from '@pasar/sync/testing/model/answers';
import { beforeEach, describe, expect, it } from 'vitest';
import dataZh from '../src/features/data/locales/zh-CN.json' with { type: 'json' };
import securityEn from '../src/features/security/locales/en.json' with { type: 'json' };
import securityZh from '../src/features/security/locales/zh-CN.json' with { type: 'json' };
import teamEn from '../src/features/team/locales/en.json' with { type: 'json' };
import teamZh from '../src/features/team/locales/zh-CN.json' with { type: 'json' };
import { violationsOn } from './axe.ts';
import { ANNA } from './builders.ts';
import { poll } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const AT = Date.UTC(2026, 10, 20, 12);

/** Calls that change something, with their inputs. */
let changes: { readonly call: string; readonly input: unknown }[];

beforeEach(() => {
  const { model } = window.backend;
  changes = [];
  model.answerWith(CALLS.team.getChildAccountList, () =>
    succeeded({ handle: 'shop', isFactorDemanded: false, children: [ANNA] }),
  );
  model.answerWith(CALLS.security.secondFactor, () => succeeded({ isOn: false, recoveryCodes: 0 }));
  model.answerWith(CALLS.security.passkeys, () =>
    succeeded({
      passkeys: [{ passkeyId: uuidOf('key'), name: 'Till laptop', createdAt: AT, usedAt: null, isSynced: false }],
    }),
  );
  model.answerWith(CALLS.security.sessions, () =>
    succeeded({
      sessions: [
        { sessionId: uuidOf('here'), userAgent: null, address: null, openedAt: AT, usedAt: AT, isCurrent: true },
        { sessionId: uuidOf('there'), userAgent: 'x', address: '10.0.0.1', openedAt: AT, usedAt: AT, isCurrent: false },
      ],
    }),
  );
});

async function openSettings(path: string): Promise<void> {
  const { page, url } = window;
  await window.signIn();
  await page.goto(url + path);
}

it('lists the sections of the settings among the commands, by what is in them too', async () => {
  const { page } = window;
  await window.enter('/chat/all');
  await page.keyboard.press('Control+k');
  for (const [words, name] of [
    ['sub-account', 'Team'],
    ['passkey', 'Login and security'],
    ['export', 'Data'],
  ] as const) {
    await page.getByRole('combobox').fill(words);
    await page.getByRole('option', { name, selected: true }).waitFor();
  }
  await page.getByRole('combobox').fill('settings team');
  await page.getByRole('option', { name: 'Team', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /Anna/ }).waitFor();
});

it('an API token is made with what it may do, shown once, and deleted after a question', async () => {
  const { page, backend } = window;
  const { model } = backend;
  let tokens: TokenView[] = [];
  model.answerWith(CALLS.team.apiTokens, () => succeeded({ tokens }));
  model.answerWith(CALLS.team.addApiToken, (input) => {
    changes.push({ call: 'token', input });
    const used = { usedAt: null, usedFrom: null, createdAt: AT, expiresAt: AT + 90 * 86_400_000 };
    const held = { permissionCodeList: ['chat'] as const, responsibility: { kind: 'all' } as const, shopCount: 3 };
    const permissionCodeList = [...held.permissionCodeList];
    tokens = [{ tokenId: uuidOf('token'), name: 'Warehouse', hint: 'wxyz', ...used, ...held, permissionCodeList }];
    return succeeded({ tokenId: uuidOf('token'), token: 'pasar_secret-wxyz' });
  });
  model.answerWith(CALLS.team.deleteApiToken, () => {
    tokens = [];
    return succeeded({});
  });
  await openSettings('/settings/tokens?lang=en');
  await page.getByText('No API tokens yet').waitFor();
  await page.getByRole('button', { name: 'Make a token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a token' });
  await dialog.getByRole('button', { name: 'Make', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('Warehouse');
  await dialog.getByLabel('Ends after').selectOption('30 days');
  await dialog.getByLabel('All shops, later ones too').check();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'The token of Warehouse' });
  await shown.getByText('pasar_secret-wxyz').waitFor();
  expect(changes[0]?.input).toMatchObject({ name: 'Warehouse', days: 30, responsibility: { kind: 'all' } });
  await shown.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /Warehouse/ });
  await row.getByText('pasar_…wxyz').waitFor();
  expect(await page.getByText('pasar_secret-wxyz').count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
  await row.getByRole('button', { name: 'Delete Warehouse' }).click();
  await page.getByRole('dialog', { name: 'Delete this token?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No API tokens yet').waitFor();
});

it('a member of whom a second factor is demanded sees nothing else, and goes on when there is one', async () => {
  const { page, backend, url } = window;
  const { model } = backend;
  await window.enter('/chat/all?lang=en');
  let isOn = false;
  model.answerWith(CALLS.chat.snapshot, () => refused('second_factor_demanded', 'Set one up.'));
  model.answerWith(CALLS.security.secondFactor, () => succeeded({ isOn, recoveryCodes: 10 }));
  model.answerWith(CALLS.security.passkeys, () => succeeded({ passkeys: [] }));
  await page.goto(`${url}/chat/all?lang=en`);
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  expect(await page.getByRole('region', { name: 'Shops' }).count()).toBe(0);
  const go = page.getByRole('button', { name: 'Go to Pasar' });
  await page.getByRole('button', { name: 'Set up' }).waitFor();
  await poll(() => go.isDisabled()).toBe(true);
  expect(await violationsOn(page)).toEqual([]);
  isOn = true;
  await page.reload();
  await page.getByText('10 recovery codes are left').waitFor();
  await poll(() => go.isEnabled()).toBe(true);
});

it('the audit trail has a dash where no shop is meant, and the set-up of an app says why it asks for the password', async () => {
  const { page, backend } = window;
  const entry = { at: AT, memberName: 'Anna', username: 'shop:anna', address: '10.0.0.1', subject: null };
  backend.model.answerWith(CALLS.audit.auditTrail, () =>
    succeeded({
      entries: [
        { ...entry, entryId: uuidOf('1'), action: 'login', shopName: null },
        { ...entry, entryId: uuidOf('2'), action: 'shop_unbound', shopName: 'Kopi Corner' },
      ],
      hasMore: false,
    }),
  );
  await openSettings('/settings/audit?lang=en');
  const shopOf = (action: string) => page.getByRole('row', { name: action }).getByRole('cell').nth(3).innerText();
  await page.getByRole('row', { name: 'Logged in' }).waitFor();
  expect([await shopOf('Logged in'), await shopOf('Unbound a shop')]).toEqual(['–', 'Kopi Corner']);
  await page.getByRole('link', { name: 'Login and security' }).click();
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByText('First enter your password: whoever sits at your open window').waitFor();
});

it('a member who comes from the settings begins in the chat after the next login', async () => {
  const { page } = window;
  await window.enter('/chat-lazada/index?lang=en');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Team' }).waitFor();
  await page.goto(new URL('/', page.url()).href);
  await page.waitForURL(/chat-lazada/);
});

const LOOKS = [
  { lang: 'en', colorScheme: 'light', team: teamEn, security: securityEn },
  { lang: 'zh-CN', colorScheme: 'dark', team: teamZh, security: securityZh },
] as const;

it.each(looks(LOOKS, 1))('axe finds no serious fault in the settings in $lang, $colorScheme', async (look) => {
  const { page } = window;
  await page.emulateMedia({ colorScheme: look.colorScheme });
  await openSettings(`/settings/team?lang=${look.lang}`);
  await page.getByRole('button', { name: 'Anna' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: look.team['member.add'] }).click();
  await page.getByRole('dialog').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: look.security.title }).click();
  await page.getByRole('button', { name: look.security['devices.endOthers'] }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
});

describe('the data of the account', () => {
  const { retention, saveRetention, exportState, beginExport, deleteAccount } = CALLS.data;
  const none = { state: 'none', askedAt: null, tablesDone: 0, tablesTotal: 0, rowsDone: 0, bytes: 0 } as const;

  it('is kept as chosen: what will go is said, and a shorter choice is asked about once', async () => {
    const { page, backend } = window;
    let kept = { messageDays: null as number | null, pictureDays: null as number | null, auditDays: 400 };
    backend.model.answerWith(retention, () => succeeded(kept));
    backend.model.answerWith(exportState, () => succeeded(none));
    backend.model.answerWith(saveRetention, (input) => {
      kept = saveRetention.input.parse(input) as typeof kept;
      changes.push({ call: 'retention', input });
      return succeeded({});
    });
    await openSettings('/settings/data?lang=en');
    const part = page.getByRole('region', { name: 'How long it is kept' });
    await part.getByText('Messages stay until their shop is unbound').waitFor();
    await poll(() => part.getByLabel('Audit trail').locator('option:checked').textContent()).toBe('13 months');
    await poll(() => part.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    // What is chosen before the saved values come back is not lost by them.
    const chosen = Promise.withResolvers<void>();
    await page.route(`**${retention.path}*`, async (route) => {
      await chosen.promise;
      await route.continue();
    });
    const cameBack = page.waitForResponse((response) => response.url().includes(retention.path));
    await part.getByLabel('Audit trail').selectOption({ label: '3 years' });
    await part.getByRole('button', { name: 'Save' }).click();
    await poll(() => changes.map(({ input }) => input)).toEqual([{ ...kept, auditDays: 1_095 }]);
    await part.getByLabel('Messages').selectOption({ label: '90 days' });
    chosen.resolve();
    await (await cameBack).finished();
    await part.getByText(/^Messages sent before \d{4}-\d\d-\d\d are deleted/).waitFor();
    await part.getByRole('button', { name: 'Save' }).press('Enter');
    const sure = page.getByRole('dialog', { name: 'Keep less from now on?' });
    await sure.getByText(/^Messages sent before .*90 days/).waitFor();
    await sure.getByRole('button', { name: 'Cancel' }).click();
    expect(changes).toHaveLength(1);
    await part.getByRole('button', { name: 'Save' }).click();
    await sure.getByRole('button', { name: 'Save and delete' }).click();
    await poll(() => changes.length).toBe(2);
    expect(await violationsOn(page)).toEqual([]);
  });

  it('is exported after the password, with its progress; and deleted after the password and the typed name', async () => {
    const { page, backend } = window;
    let state: ExportStateView = none;
    backend.model.answerWith(retention, () => succeeded({ messageDays: null, pictureDays: null, auditDays: 400 }));
    backend.model.answerWith(exportState, () => succeeded(state));
    backend.model.answerWith(beginExport, (input) => {
      if (beginExport.input.parse(input).present !== 'right') {
        return refused('present_password_wrong', 'This is not your current password.');
      }
      state = {
        state: 'running',
        askedAt: Date.now(),
        tablesDone: 3,
        tablesTotal: 40,
        rowsDone: 1_234,
        bytes: 2_500_000,
      };
      return succeeded({ ticket: 'the-ticket' });
    });
    backend.model.answerWith(deleteAccount, (input) => {
      changes.push({ call: 'delete', input });
      return refused('present_password_wrong', 'This is not your current password.');
    });
    await openSettings('/settings/data?lang=en');
    await page.getByRole('button', { name: 'Export…' }).click();
    const asked = page.getByRole('dialog', { name: 'Export the account' });
    await asked.getByLabel('Your password').fill('wrong');
    await asked.getByRole('button', { name: 'Download' }).click();
    await asked.getByRole('alert').waitFor();
    await asked.getByLabel('Your password').fill('right');
    const download = page.waitForEvent('download');
    await asked.getByLabel('Your password').press('Enter');
    expect(new URL((await download).url()).pathname).toBe(accountExportPath('the-ticket'));
    await page.getByText('Exporting: 1,234 rows, 2.5 MB so far.').waitFor();
    await poll(() => page.getByRole('button', { name: 'Export…' }).isDisabled()).toBe(true);
    state = { ...state, state: 'done' };
    await page.getByText(/^Last export: .*, 1,234 rows, 2.5 MB\.$/).waitFor();

    await page.getByRole('button', { name: 'Delete the account…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Delete the account / });
    const name =
      (await dialog
        .getByLabel(/^To confirm, type /)
        .locator('xpath=..')
        .textContent()) ?? '';
    await dialog.getByLabel('Your password').fill('right');
    await poll(() => dialog.getByRole('button', { name: 'Delete for good' }).isDisabled()).toBe(true);
    await dialog.getByLabel(/^To confirm, type /).fill(name.replace('To confirm, type ', ''));
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await dialog.getByRole('alert').getByText('This is not your current password.').waitFor();
    expect(changes.map(({ call }) => call)).toEqual(['delete']);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.goto(`${window.url}/settings/data?lang=zh-CN`);
    await page.getByRole('heading', { name: dataZh['keep.title'] }).waitFor();
  });
});
