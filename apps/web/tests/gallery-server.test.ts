import { chromium } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { openGallery } from './gallery-server.ts';

/** Vite first bundles the libraries. */
const PATIENT_MS = 60_000;

it('the gallery of npm run dev shows the screens of the sources, signed in', { timeout: 2 * PATIENT_MS }, async () => {
  const gallery = await openGallery(0);
  const browser = await chromium.launch(inject('screens').launch);
  try {
    const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(`${gallery.url}chat/all?lang=en`);
    await page.getByRole('option', { name: 'John Tan', exact: true }).click({ timeout: PATIENT_MS });
    await page.getByRole('log').locator('[data-card]').first().waitFor();
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
    await gallery.close();
  }
});
