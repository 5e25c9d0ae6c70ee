import { CALLS } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { refused } from '@pasar/sync/testing/model/answers';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open, poll } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1280, height: 800 } });

const trouble = () => window.page.getByRole('alert').filter({ hasText: 'The conversation was not pinned.' });

async function refusePin(): Promise<void> {
  const { pinnedConversation } = CALLS.chat;
  window.backend.model.nextResults.set(pinnedConversation.path, refused('no_permission', 'Ask the main account.'));
  await window.page.getByRole('button', { name: 'Pin', exact: true }).click();
  await trouble().waitFor();
}

async function boxOf(of: Locator) {
  const box = await of.boundingBox();
  if (box === null) throw new Error('not on the screen');
  return box;
}
async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [left, right] = [await boxOf(one), await boxOf(other)];
  return (
    left.x + left.width <= right.x ||
    right.x + right.width <= left.x ||
    left.y + left.height <= right.y ||
    right.y + right.height <= left.y
  );
}

describe('a toast', () => {
  it('covers neither the composer nor its Send button, nor a bar that comes later', async () => {
    const { page, backend } = window;
    const failed = [...backend.model.shops.byId.values()].find(({ connection }) => connection.state === 'failed');
    if (failed === undefined) throw new Error('every shop is logged in');
    backend.model.shops.byId.set(failed.shopId, { ...failed, connection: { state: 'live', refusal: null } });
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    await refusePin();
    const said = trouble().getByText('The conversation was not pinned.');
    expect(await areApart(said, page.getByRole('textbox', { name: 'Message' }))).toBe(true);
    expect(await areApart(said, page.getByRole('button', { name: 'Send', exact: true }))).toBe(true);
    backend.model.shops.setShop(failed);
    const again = page.getByRole('button', { name: 'Log in again' });
    await again.waitFor();
    await poll(() => areApart(said, again)).toBe(true);
  });

  const SIZES = [
    [1280, 800],
    [1440, 900],
  ] as const;
  it.each(looks(SIZES, 0))('covers no tab and no button of the right panel at %i × %i', async (width, height) => {
    const { page } = window;
    await page.setViewportSize({ width, height });
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    await refusePin();
    const toast = trouble().locator('[data-tone]');
    const panel = page.getByRole('region', { name: 'Buyer', exact: true });
    for (const control of [
      ...(await panel.getByRole('tab').all()),
      ...(await panel.getByRole('button').all()),
      ...(await page.locator('[data-pane="messages"] header button').all()),
      ...(await page.getByRole('banner').getByRole('button').all()),
    ]) {
      expect(await areApart(toast, control), await control.innerText()).toBe(true);
    }
    await page.keyboard.press('Alt+F');
    const words = page.getByRole('search', { name: 'Search this conversation' });
    await words.waitFor();
    await poll(() => areApart(toast, words)).toBe(true);
  });

  it('of trouble is an alert that goes after 12 s, and stays while it is pointed at or has the focus', async () => {
    const { page } = window;
    await page.clock.install();
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    await refusePin();
    await page.clock.runFor(8_000);
    await poll(() => trouble().count()).toBe(1);
    await trouble().getByText('The conversation').hover();
    await page.clock.runFor(20_000);
    await poll(() => trouble().count()).toBe(1);
    const close = trouble().getByRole('button', { name: 'Close' });
    await close.focus();
    await page.mouse.move(5, 5);
    await page.clock.runFor(20_000);
    await poll(() => trouble().count()).toBe(1);
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.clock.runFor(11_000);
    await poll(() => trouble().count()).toBe(1);
    await page.clock.runFor(2_000);
    await trouble().waitFor({ state: 'detached' });
  });

  it('is reached with F6 and closed with Escape', async () => {
    const { page } = window;
    await window.enter('/chat/all');
    await open(page, 'John Tan');
    await refusePin();
    const close = trouble().getByRole('button', { name: 'Close' });
    for (let presses = 0; presses < 6; presses += 1) {
      if (await close.evaluate((button) => button === document.activeElement)) break;
      await page.keyboard.press('F6');
    }
    expect(await close.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await trouble().waitFor({ state: 'detached' });
  });

  it('of good news is a status with a check', async () => {
    const { page, backend } = window;
    backend.model.answerWith(CALLS.shops.checkStatus, () => succeeded({ status: 'normal' }));
    await window.enter('/chat/all');
    await page.getByRole('button', { name: /^Shop management/ }).click();
    const manage = page.getByRole('dialog', { name: 'Shop management' });
    await manage.getByRole('button', { name: 'Actions of Snack Haul' }).click();
    await page.getByRole('menuitem', { name: 'Check status' }).click();
    const said = page.getByRole('status').locator('[data-tone="good"]');
    await said.getByText('Snack Haul: normal.').waitFor();
    expect(await page.getByRole('alert').locator('[data-tone]').count()).toBe(0);
  });
});
