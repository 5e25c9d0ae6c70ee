import type { Locator, Page } from 'playwright-core';
import { windowOfEachTest } from './screen-harness.ts';

/** The page of messages to many buyers, and a task that its form makes. */
export function bulkSendScreen() {
  const window = windowOfEachTest({ size: { width: 1440, height: 900 } });

  async function enter(): Promise<Page> {
    await window.signIn();
    await window.page.goto(`${window.url}/bulk-send?lang=en`);
    await window.page.getByRole('heading', { name: 'Bulk send', level: 1 }).waitFor();
    return window.page;
  }
  async function openForm(page: Page): Promise<Locator> {
    await page.getByRole('button', { name: 'New task' }).click();
    const form = page.getByRole('form', { name: 'New task' });
    await form.waitFor();
    return form;
  }
  const held = () => window.backend.model.bulkSend;
  const firstTask = () => {
    const [task] = held().tasks;
    if (task === undefined) throw new Error('no task');
    return task;
  };
  const row = (page: Page, name = 'Sale'): Locator =>
    page.getByRole('list', { name: 'Tasks' }).locator(':scope > li').filter({ hasText: name });

  /** A task that is made by the form. */
  async function make(page: Page): Promise<void> {
    const form = await openForm(page);
    await form.getByLabel('Name of the task').fill('Sale');
    await form.getByLabel('Text 1').fill('Hello {buyer}');
    await form.getByRole('button', { name: 'Show the preview' }).click();
    await form.getByRole('button', { name: /^Send to/ }).click();
    await row(page).waitFor();
  }

  return { window, enter, openForm, held, firstTask, row, make };
}
