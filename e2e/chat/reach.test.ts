import { expect, it } from 'vitest';
import { type Desk, SHOPEE_ONLY } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();

/** Runs in the page before the desk: writes down the desktop notifications of a member who looks at another window. */
const KEEP_NOTIFICATIONS = `
  const told = [];
  class Kept extends EventTarget {
    static permission = 'granted';
    constructor(title, { body = '' } = {}) {
      super();
      told.push(title + ' · ' + body);
      document.documentElement.dataset.told = JSON.stringify(told);
    }
    close() {
      this.dispatchEvent(new Event('close'));
    }
  }
  Object.defineProperty(globalThis, 'Notification', { value: Kept });
  document.hasFocus = () => false;`;

it('a member is told of a buyer as the own chat settings say, in every window, also after signing in again', async () => {
  const { market } = harness.demo;
  const [first, second] = (await market.quietBuyers('shopee', 'TH')).slice(-10, -8);
  if (first === undefined || second === undefined) throw new Error('there are too few quiet buyers');
  const signIn = async () => {
    const desk = await harness.desk({ cookies: [] });
    await desk.page.addInitScript(KEEP_NOTIFICATIONS);
    await desk.goto('/chat/index?lang=en');
    await desk.logIn(SHOPEE_ONLY);
    await desk.page.locator('[data-live=live]').waitFor();
    return desk;
  };
  const told = async ({ page }: Desk): Promise<string> =>
    String(await page.evaluate('document.documentElement.dataset.told'));
  const desk = await signIn();
  await market.post(first.place, 'Is this still in stock?');
  await expect.poll(() => told(desk), PATIENT).toContain(`${first.name} · ${first.shopName}`);

  // The settings are changed in one window, and hold in another one of the member at once.
  const other = await signIn();
  const open = async () => {
    await other.page.getByRole('button', { name: 'Order and filter of the shop list' }).click();
    await other.page.getByRole('menuitem', { name: 'Chat settings' }).click();
    const dialog = other.page.getByRole('dialog', { name: 'Chat settings' });
    await dialog.getByRole('button', { name: 'Save' }).waitFor();
    return dialog;
  };
  const change = async (isOn: boolean) => {
    const dialog = await open();
    const key = isOn ? 'Enter sends, Ctrl+Enter starts a new line' : 'Ctrl+Enter sends, Enter starts a new line';
    await dialog.getByRole('radio', { name: key, exact: true }).check();
    await dialog.getByLabel('By desktop notifications').setChecked(isOn);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await change(false);
  await desk.find(first.name);
  await desk.page.getByText(/^Ctrl\+Enter sends · Enter starts a new line/).waitFor();
  await market.post(second.place, 'And this?');
  await expect.poll(() => desk.page.title(), PATIENT).toMatch(/^\(\d+\) /);
  await desk.conversation(second.name).waitFor();
  expect(await told(desk)).not.toContain(second.name);
  const later = await signIn();
  await later.find(first.name);
  await later.page.getByText(/^Ctrl\+Enter sends · Enter starts a new line/).waitFor();
  await change(true);
  await later.page.getByText(/^Enter sends · Ctrl\+Enter starts a new line/).waitFor();
});
