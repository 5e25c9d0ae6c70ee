import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { z } from 'zod';
import type { Desk } from './src/desk.ts';
import { PATIENT } from './src/patience.ts';
import { type Login, People } from './src/people.ts';
import { type RunningProxy, startProxy } from './src/proxy.ts';
import { useStage } from './src/stage.ts';

const stage = useStage();
const people = () => new People(stage.demo.phoneUrl);
let proxy: RunningProxy | null = null;
afterEach(async () => {
  await proxy?.kill();
  proxy = null;
});

const NEW_SHOPS = [
  { marketplace: 'shopee', word: 'Shopee', identifier: 'kopi.corner', shop: 'Kopi Corner', asks: ['captcha', 'otp'] },
  {
    marketplace: 'lazada',
    word: 'Lazada',
    identifier: 'sg@kopicorner.example',
    shop: 'Kopi Corner SG',
    asks: ['captcha', 'emailCode'],
  },
  {
    marketplace: 'tiktok',
    word: 'TikTok Shop',
    identifier: 'ph@kopicorner.example',
    shop: 'Kape Corner',
    asks: ['captcha', 'emailCode'],
  },
] as const;

async function openDesk(): Promise<Desk> {
  const desk = await stage.desk();
  await desk.goto('/chat/all?lang=en');
  await desk.page.getByText('Live', { exact: true }).first().waitFor();
  return desk;
}

const signInsShape = z.object({
  data: z.object({
    signIns: z.array(z.object({ challenge: z.object({ captchaId: z.string().optional() }).nullable() })),
  }),
});
/** The captcha that stands on the page, by the call that the page itself makes. */
async function captchaOf(page: Page): Promise<string> {
  const answer = await page.evaluate('fetch("/api/shops/signIns").then((response) => response.json())');
  const found = signInsShape.parse(answer).data.signIns.find((signIn) => signIn.challenge?.captchaId !== undefined);
  if (found?.challenge?.captchaId === undefined) throw new Error('no captcha is asked for');
  return found.challenge.captchaId;
}

/** Whatever is asked, as a person would answer it, until the marketplace lets in. */
async function answerAll(page: Page, dialog: Locator, login: Login, asks: readonly string[]): Promise<void> {
  for (const ask of asks) {
    const kind = ask === 'captcha' ? 'captcha' : 'code';
    await dialog.locator(`[data-challenge=${kind}]`).waitFor();
    if (kind === 'captcha') {
      const solution = await people().read(await captchaOf(page));
      const slider = dialog.getByRole('slider');
      if ((await slider.count()) > 0) await slider.fill(solution);
      else await dialog.getByLabel('Characters in the picture').fill(solution);
    } else await dialog.getByLabel('Verification code').fill(await people().code(login));
    await dialog.getByRole('button', { name: 'Submit' }).click();
  }
  await dialog.locator('[data-sign-in=logged_in]').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

async function authorize(desk: Desk, word: string, login: Login, asks: readonly string[]): Promise<void> {
  const { page } = desk;
  await people().demand(login, asks, null);
  await desk.shops.getByRole('button', { name: 'Authorise a shop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Authorise a shop' });
  await dialog.getByRole('radio', { name: word, exact: true }).check({ force: true });
  await dialog.getByRole('combobox', { name: 'Site' }).selectOption(login.country);
  await dialog.getByLabel('Account').fill(login.identifier);
  await dialog.getByLabel('Password', { exact: true }).fill(login.password);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await answerAll(page, dialog, login, asks);
}

/** A filled-in template. */
async function shopFile(rows: readonly (readonly string[])[]) {
  const cells = [['site', 'account', 'password'], ...rows].map((row) => row.map((value) => ({ value, type: String })));
  return {
    name: 'shops.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await writeExcelFile(cells).toBuffer(),
  };
}

describe('shops', () => {
  it.each(NEW_SHOPS)(
    'authorises a shop of $word through captcha and code, loses its session and logs in again',
    async ({ marketplace, word, identifier, shop, asks }) => {
      const desk = await openDesk();
      const { page } = desk;
      const login = await people().login(marketplace, identifier);
      await authorize(desk, word, login, asks);
      await desk.shop(shop).waitFor();
      await page.getByText(/^All \d+ shops live$/).waitFor();
      await desk.shop(shop).click();
      await expect.poll(async () => (await desk.rows()).length, PATIENT).toBeGreaterThan(0);

      const [shopId] =
        (await stage.demo.market.logins(marketplace)).find((known) => known.identifier === identifier)?.shopIds ?? [];
      // a second code so soon would be asked for too often.
      await people().demand(login, ['captcha'], null);
      for (const kind of ['tokenExpired', 'socketDropped']) {
        await stage.demo.market.addFault({ kind, marketplace, shopId: shopId ?? '', count: 1 });
      }
      const strip = page.getByRole('alert', { name: "A shop's authorisation has expired" });
      await strip.getByText(shop).waitFor();
      // nothing else is disturbed.
      await page.getByText(/^1 of \d+ shops is not live$/).waitFor();
      await strip.getByRole('button', { name: 'Log in again' }).click();
      const dialog = page.getByRole('dialog', { name: 'Log the shop in again' });
      await dialog.getByRole('button', { name: 'Log in again' }).click();
      await dialog.locator('[data-challenge=captcha]').waitFor();
      const asked = await captchaOf(page);
      await dialog.getByRole('button', { name: 'Close' }).click();
      // left half-way it goes on where it was, from the shop table as from the strip.
      const manage = page.getByRole('dialog', { name: 'Shop management' });
      await desk.shops.getByRole('button', { name: /^Shop management/ }).click();
      await manage.getByRole('button', { name: `Actions of ${shop}`, exact: true }).click();
      await page.getByRole('menuitem', { name: 'Log in again' }).click();
      await dialog.locator('[data-challenge=captcha]').waitFor();
      expect(await captchaOf(page)).toBe(asked);
      await answerAll(page, dialog, login, ['captcha']);
      await manage.getByRole('button', { name: 'Close' }).click();
      await expect.poll(() => strip.count(), PATIENT).toBe(0);
      await page.getByText(/^All \d+ shops live$/).waitFor();
    },
  );

  it.each(['Chợ Sáng Official', 'Umaga Market PH', 'Kedai Pagi'])(
    'moves %s behind a proxy, says so when the proxy dies, and leads back out',
    async (shop) => {
      proxy = await startProxy();
      const desk = await openDesk();
      const { page } = desk;
      const dialog = page.getByRole('dialog', { name: 'Shop management' });
      const openIsolation = async () => {
        await desk.shops.getByRole('button', { name: 'Shop management' }).click();
        await dialog.getByRole('tab', { name: 'IP isolation' }).click();
      };
      const wayOut = dialog.getByRole('combobox', { name: `Way out of ${shop}` });
      await openIsolation();
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.getByLabel('Name', { exact: true }).fill(`line of ${shop}`);
      await dialog.getByLabel('Type', { exact: true }).selectOption('socks5');
      await dialog.getByLabel('IP or host name').fill('127.0.0.1');
      await dialog.getByLabel('Port').fill(String(proxy.port));
      // it wants a user name.
      await dialog.getByRole('button', { name: 'Test' }).click();
      await dialog.getByRole('alert').getByText('Untested or invalid proxy, test again.').waitFor();
      expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await dialog.getByLabel('Username (optional)').fill(proxy.username);
      await dialog.getByLabel('Password (optional)').fill(proxy.password);
      await dialog.getByRole('button', { name: 'Test' }).click();
      await dialog.locator('[data-test=good]').waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText(`line of ${shop}`).first().waitFor();
      await wayOut.selectOption({ label: `line of ${shop}` });
      await dialog.getByText('1 shop', { exact: false }).first().waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByText(/^All \d+ shops live$/).waitFor();

      await proxy.kill();
      await page.getByText('IP isolation failed. Try again, or change the proxy.').first().waitFor();
      await page.getByText(/^1 of \d+ shops is not live$/).waitFor();

      await openIsolation();
      await wayOut.selectOption({ label: 'Default' });
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByText(/^All \d+ shops live$/).waitFor();
    },
  );

  it('imports two hundred rows, twenty of them bad, through the death of the server', async () => {
    const logins = await people().importLogins();
    expect(logins).toHaveLength(200);
    const rows = logins.map(({ marketplace, country, identifier, password }) => [
      `${marketplace} ${country}`,
      identifier,
      password,
    ]);
    const desk = await openDesk();
    const { page } = desk;
    await desk.shops.getByRole('button', { name: 'Shop management' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shop management' });
    await dialog.getByRole('tab', { name: 'Bulk import' }).click();
    const chooser = dialog.locator('input[type=file]');
    const wide = rows.map((row, at) => (at === 6 ? [...row, ...Array.from({ length: 18 }, () => 'note')] : row));
    await chooser.setInputFiles(await shopFile(wide));
    await dialog.getByRole('alert').getByText('Delete these cells, then import again. Cells: U8').waitFor();
    expect(await dialog.locator('[data-import]').count()).toBe(0);
    await chooser.setInputFiles(await shopFile(rows));
    const running = dialog.locator('[data-import=running]');
    await running.getByText(/^([1-9]|[1-9]\d) of 200/).waitFor();
    stage.expectComplaint(/.*/);
    await stage.demo.crash();
    await stage.demo.startAgain();
    await dialog
      .locator('[data-import=done]')
      .getByText('200 of 200: 180 imported, 20 failed')
      .waitFor({ timeout: 120_000 });
    expect(await dialog.locator('tr[data-state=failed]').count()).toBe(20);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export the failed rows' }).click();
    expect((await download).suggestedFilename()).toBe('pasar-shops-failed.xlsx');
  });
});
