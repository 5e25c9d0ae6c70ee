import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { type RunningProxy, startMicrosocks, startTinyproxy } from '../../packages/bridge/tests/proxies.ts';
import type { Desk } from '../src/desk.ts';
import { useOwnDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';
import { type Login, People } from '../src/people.ts';
import { captchaOf } from '../src/verification.ts';
import { visited } from '../src/visited.ts';

const harness = useOwnDemo();
const people = () => new People(harness.demo.phoneUrl);
let proxy: RunningProxy | null = null;
afterEach(async () => {
  await proxy?.kill();
  proxy = null;
});

const CREDENTIALS = { username: 'pasar', password: 'secret' };
/** One shop on each marketplace, and the kind of proxy that it uses. */
const NEW_SHOPS = [
  {
    marketplace: 'shopee',
    word: 'Shopee',
    identifier: 'kopi.corner',
    shop: 'Kopi Corner',
    asks: ['captcha', 'otp'],
    way: 'socks5',
  },
  {
    marketplace: 'lazada',
    word: 'Lazada',
    identifier: 'sg@kopicorner.example',
    shop: 'Kopi Corner SG',
    asks: ['captcha', 'emailCode'],
    way: 'http',
  },
  {
    marketplace: 'tiktok',
    word: 'TikTok Shop',
    identifier: 'ph@kopicorner.example',
    shop: 'Kape Corner',
    asks: ['captcha', 'emailCode'],
    way: 'socks5',
  },
] as const;
type NewShop = (typeof NEW_SHOPS)[number];

async function openDesk(): Promise<Desk> {
  const desk = await harness.desk();
  await desk.goto('/chat/all?lang=en');
  await desk.page.locator('[data-live=live]').waitFor();
  return desk;
}

/** Answers the challenges in turn as a person would, until the marketplace lets the login in. */
async function answerAll(page: Page, dialog: Locator, login: Login, asks: readonly string[]): Promise<void> {
  for (const ask of asks) {
    const kind = ask === 'captcha' ? 'captcha' : 'code';
    await dialog.locator(`[data-challenge=${kind}]`).waitFor();
    if (kind === 'captcha') {
      const solution = await people().read(await captchaOf(page, login));
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
  await desk.shops.getByRole('button', { name: 'Connect a shop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a shop' });
  await dialog.getByRole('radio', { name: word, exact: true }).check({ force: true });
  await dialog.getByRole('combobox', { name: 'Site' }).selectOption(login.country);
  await dialog.getByLabel('Account').fill(login.identifier);
  await dialog.getByLabel('Password', { exact: true }).fill(login.password);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await askAnotherPicture(page, dialog, login);
  await answerAll(page, dialog, login, asks);
}

/** The marketplace gives another captcha to a person who cannot read the first. */
async function askAnotherPicture(page: Page, dialog: Locator, login: Login): Promise<void> {
  await dialog.locator('[data-challenge=captcha]').waitFor();
  const unreadable = await captchaOf(page, login);
  await dialog.getByRole('button', { name: 'New picture' }).click();
  // Between the two pictures there is none.
  await expect.poll(() => captchaOf(page, login).catch(() => unreadable), PATIENT).not.toBe(unreadable);
}

/** A filled-in template of the bulk import. */
async function shopFile(rows: readonly (readonly string[])[]) {
  const cells = [['site', 'account', 'password'], ...rows].map((row) => row.map((value) => ({ value, type: String })));
  return {
    name: 'shops.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await writeExcelFile(cells).toBuffer(),
  };
}

const LOGGED_OUT = 'A shop was logged out';

/**
 * Who opens a conversation of a shop that is logged out is told in a dialog, once. An answer that is written all the
 * same is kept for the person.
 */
async function answerInVain(desk: Desk, shop: string, text: string): Promise<void> {
  const [row] = await desk.rows();
  if (row === undefined) throw new Error('the shop has no conversation');
  await desk.choose(row.name);
  await desk.page.getByRole('dialog', { name: LOGGED_OUT }).getByText(shop).first().waitFor();
  await desk.page.keyboard.press('Escape');
  await desk.say(text);
  await desk.message(text).locator('[data-mark="failed"]').waitFor();
  await desk.conversation(row.name).getByText('Not sent', { exact: true }).waitFor();
}

/**
 * The marketplace ends its session; the person is told in the bar, and in a dialog when opening a conversation, and
 * logs in again. An answer that was written meanwhile is then offered, and goes out.
 */
async function loseAndRegain(desk: Desk, { marketplace, identifier, shop }: NewShop, login: Login): Promise<void> {
  const { page } = desk;
  const [shopId] =
    (await harness.demo.market.logins(marketplace)).find((known) => known.identifier === identifier)?.shopIds ?? [];
  // Only a captcha: so soon after the first code the marketplace refuses to send another.
  await people().demand(login, ['captcha'], null);
  for (const kind of ['tokenExpired', 'socketDropped']) {
    await harness.demo.market.addFault({ kind, marketplace, shopId: shopId ?? '', count: 1 });
  }
  const strip = page.getByRole('alert', { name: LOGGED_OUT });
  await strip.getByText(shop).waitFor();
  // The other shops stay live.
  await page.getByText(/^1 of \d+ shops is not connected$/).waitFor();
  const text = 'We keep it for you.';
  await answerInVain(desk, shop, text);
  await strip.getByRole('button', { name: 'Log in again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log the shop in again' });
  await dialog.getByRole('button', { name: 'Log in again' }).click();
  await dialog.locator('[data-challenge=captcha]').waitFor();
  const asked = await captchaOf(page, login);
  await dialog.getByRole('button', { name: 'Close' }).click();
  // A challenge that was left half-way is shown again, from the shop table as well as from the strip.
  const manage = page.getByRole('dialog', { name: 'Shop management' });
  await desk.shops.getByRole('button', { name: /^Shop management/ }).click();
  await manage.getByRole('button', { name: `Actions of ${shop}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log in again' }).click();
  await dialog.locator('[data-challenge=captcha]').waitFor();
  expect(await captchaOf(page, login)).toBe(asked);
  await answerAll(page, dialog, login, ['captcha']);
  await manage.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => strip.count(), PATIENT).toBe(0);
  await page.getByText(/^All \d+ shops connected$/).waitFor();
  await page.getByText('The shop is logged in again. Send the answer that waited?').waitFor();
  await page.getByRole('button', { name: 'Send it', exact: true }).click();
  await desk.message(text).locator('[data-mark="sent"], [data-mark="read"]').waitFor();
  expect(await desk.text(text).count()).toBe(1);
  await expect.poll(() => page.getByRole('button', { name: /^Not sent/ }).count(), PATIENT).toBe(0);
}

/** Types a proxy in and tests it: it cannot be saved before the test has passed. */
async function fillProxy(on: Locator, running: RunningProxy): Promise<void> {
  const { protocol, host, port, username, password } = running.config;
  await on.getByLabel('Type', { exact: true }).selectOption(protocol);
  await on.getByLabel('IP or host name').fill(host);
  await on.getByLabel('Port').fill(String(port));
  // The proxy requires a user name, so the test without it fails.
  const test = on.getByRole('button', { name: 'Test', exact: true });
  await test.click();
  await on.getByRole('alert').getByText('The proxy refused the username or password. Check both.').waitFor();
  expect(await on.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await on.getByLabel('Username (optional)').fill(username ?? '');
  await on.getByLabel('Password (optional)').fill(password ?? '');
  await test.click();
  // The proxies of these tests connect from this address.
  await on.locator('[data-test=good]', { hasText: 'Exit IP 127.0.0.2, Singapore' }).waitFor();
  await on.getByRole('button', { name: 'Save' }).click();
}

async function openIsolation(desk: Desk): Promise<Locator> {
  const dialog = desk.page.getByRole('dialog', { name: 'Shop management' });
  await desk.shops.getByRole('button', { name: 'Shop management' }).click();
  await dialog.getByRole('tab', { name: 'IP isolation' }).click();
  return dialog;
}

/**
 * Pictures and videos that a buyer sends to a shop behind a proxy come from Pasar's server alone: the page requests none
 * elsewhere.
 */
async function drawsNothingItself(desk: Desk): Promise<void> {
  const { page } = desk;
  const [buyer] = await harness.demo.market.quietBuyers('shopee', 'SG');
  if (buyer === undefined) throw new Error('SG has no quiet buyer');
  const foreign: string[] = [];
  page.on('request', (request) => {
    const isOurs = /^(data|blob):/.test(request.url()) || request.url().startsWith(harness.demo.deskUrl);
    if (['image', 'media'].includes(request.resourceType()) && !isOurs) foreign.push(request.url());
  });
  await page.reload();
  await desk.find(buyer.name);
  const shown = await desk.pictures('buyer').count();
  const phone = await harness.phone();
  await phone.choose(buyer);
  await phone.sendPicture();
  await expect.poll(() => desk.pictures('buyer').count(), PATIENT).toBe(shown + 1);
  const picture = desk.pictures('buyer').last();
  const width = () => picture.evaluate((image: { readonly naturalWidth?: number }) => image.naturalWidth ?? 0);
  await expect.poll(width, PATIENT).toBeGreaterThan(0);
  expect(await picture.getAttribute('src')).toContain('/api/media/');
  await harness.demo.market.postVideo(buyer.place);
  await desk.log.getByRole('button', { name: 'Play the video, 0:04' }).last().click();
  const film = desk.log.locator('video');
  const played = () => film.evaluate((video: { readonly currentTime?: number }) => video.currentTime ?? 0);
  await expect.poll(played, PATIENT).toBeGreaterThan(0);
  expect(await film.getAttribute('src')).toContain('/api/media/');
  expect(foreign).toEqual([]);
}

describe('shops', () => {
  it.each(visited(NEW_SHOPS, 1))(
    'authorises a shop of $word through captcha and code, loses its session and logs in again, moves it behind a $way proxy, says so when that dies, and leads back out',
    async (planned) => {
      const { marketplace, word, identifier, shop, asks, way } = planned;
      const desk = await openDesk();
      const { page } = desk;
      const login = await people().login(marketplace, identifier);
      await authorize(desk, word, login, asks);
      await desk.shop(shop).waitFor();
      await page.getByText(/^All \d+ shops connected$/).waitFor();
      await desk.shop(shop).click();
      await expect.poll(async () => (await desk.rows()).length, PATIENT).toBeGreaterThan(0);

      await loseAndRegain(desk, planned, login);

      const running = await (way === 'http' ? startTinyproxy : startMicrosocks)(CREDENTIALS);
      proxy = running;
      const dialog = await openIsolation(desk);
      const wayOut = dialog.getByRole('combobox', { name: `Proxy of ${shop}`, exact: true });
      const chosen = async () => (await wayOut.locator('option:checked').allInnerTexts())[0];
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog.getByLabel('Name', { exact: true }).fill(`line of ${shop}`);
      await fillProxy(dialog, running);
      await dialog.getByText(`line of ${shop}`).first().waitFor();
      const tested = running.log();
      await wayOut.selectOption({ label: `line of ${shop}` });
      await dialog.getByText('1 shop', { exact: false }).first().waitFor();
      expect(await chosen()).toBe(`line of ${shop}`);
      await dialog.getByRole('button', { name: 'Close' }).click();
      // The shop's own traffic uses the proxy now.
      await expect.poll(() => running.log().length, PATIENT).toBeGreaterThan(tested.length);
      await page.getByText(/^All \d+ shops connected$/).waitFor();

      await running.kill();
      await page.getByText('IP isolation failed. Try again, or change the proxy.').first().waitFor();
      await page.getByText(/^1 of \d+ shops is not connected$/).waitFor();

      await openIsolation(desk);
      await wayOut.selectOption({ label: 'Default' });
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByText(/^All \d+ shops connected$/).waitFor();
    },
  );

  it('sends all shops by one proxy of the account, and by the line of the server again', async () => {
    const running = await startMicrosocks(CREDENTIALS);
    proxy = running;
    const desk = await openDesk();
    const { page } = desk;
    const others = page.locator('[data-other-way]');
    await openIsolation(desk);
    await others.getByText('this server’s IP').waitFor();
    await others.getByRole('link', { name: 'Set a proxy for all' }).click();
    await fillProxy(page.getByRole('main'), running);
    const inUse = page.getByText(`In use: socks5://127.0.0.1:${running.config.port}`);
    await inUse.waitFor();
    const tested = running.log();
    await page.getByRole('link', { name: 'Back to the chat' }).click();
    await others.getByText('your proxy for all').waitFor();
    await page.getByRole('dialog', { name: 'Shop management' }).getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => running.log().length, PATIENT).toBeGreaterThan(tested.length);
    await page.getByText(/^All \d+ shops connected$/).waitFor();
    await drawsNothingItself(desk);

    await desk.goto('/account/setting_proxy?lang=en');
    await page.getByRole('button', { name: 'Stop using it' }).click();
    await page.getByRole('dialog', { name: 'Delete this proxy?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No proxy is set. The shops connect with this server’s IP.').waitFor();
    await running.kill();
    await desk.open('/chat/all');
  });

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
    await chooser.setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from('shop,word\n1,2\n') });
    await dialog.getByRole('alert').getByText('The columns of the template were not found.').waitFor();
    expect(await dialog.locator('[data-import]').count()).toBe(0);
    // A row that cannot be taken hinders no other.
    await chooser.setInputFiles(await shopFile([...rows, ['Shopee ZZ', 'nobody@x', 'p']]));
    const running = dialog.locator('[data-import=running]');
    await running.getByText(/^([1-9]|[1-9]\d) of 201/).waitFor();
    harness.expectComplaint(/.*/);
    await harness.demo.crash();
    await harness.demo.startAgain();
    await dialog
      .locator('[data-import=done]')
      .getByText('201 of 201: 180 imported, 21 failed')
      .waitFor({ timeout: 120_000 });
    await expect.poll(() => dialog.locator('tr[data-state=failed]').count(), PATIENT).toBe(21);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export the failed rows' }).click();
    expect((await download).suggestedFilename()).toBe('pasar-shops-failed.xlsx');
  });
});
