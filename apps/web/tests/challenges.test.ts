import { CALLS } from '@pasar/api';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

/** A picture of this size, as a captcha is. */
const wide = (width: number, height: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`;
const inputsOf = (path: string) => window.backend.calls.filter((call) => call.path === path).map((call) => call.input);

describe('a sign-in under way', () => {
  it('asks for another picture, and shows a puzzle as wide as the dialog', async () => {
    const { page, backend } = window;
    const { signIn } = backend.model;
    await window.enter('/chat/all?lang=en');
    const captcha = {
      kind: 'captcha',
      captchaId: '1',
      captchaType: 'text',
      image: wide(120, 40),
      background: null,
    } as const;
    signIn.add({ state: 'challenged', challenge: captcha });
    await page.getByRole('button', { name: 'Shop management' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a shop' });
    const another = dialog.getByRole('button', { name: 'New picture' });
    await another.click();
    await poll(() => inputsOf(CALLS.signIn.answerChallenge.path)).toMatchObject([{ kind: 'newPicture' }]);
    const puzzle = { ...captcha, captchaId: '2', captchaType: 'slide', background: wide(300, 150) } as const;
    signIn.tell({ state: 'challenged', challenge: { ...puzzle, image: wide(50, 50) } });
    const slider = dialog.getByRole('slider');
    await poll(() => slider.getAttribute('max')).toBe('300');
    const picture = dialog.getByRole('img', { name: 'Verification picture' });
    const box = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, width: 0 };
    const shown = await box(picture);
    expect(shown.width).toBeGreaterThan(400);
    expect((await box(slider)).width).toBeCloseTo(shown.width, 0);
    await slider.fill('150');
    const piece = dialog.locator('img[alt=""]');
    await poll(async () => Math.round((await box(piece)).x - shown.x - shown.width / 2)).toBe(0);
    expect((await box(piece)).width).toBeCloseTo(shown.width / 6, 0);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await poll(() => inputsOf(CALLS.signIn.answerChallenge.path).at(-1)).toMatchObject({
      kind: 'captcha',
      text: '150',
    });
  });

  it('leads from a proxy that fails to the proxies', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    backend.model.signIn.add({ state: 'failed', refusal: { reason: 'ip_isolation_failed', detail: null } });
    await page.getByRole('button', { name: 'Shop management' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a shop' });
    await dialog.getByText('Choose another proxy below, or test and change this one, then try again.').waitFor();
    await dialog.getByRole('button', { name: 'Change the proxy' }).click();
    await page.getByRole('tab', { name: 'IP isolation', selected: true }).waitFor();
    expect(await dialog.count()).toBe(0);
  });
});
