import { CALLS } from '@pasar/api';
import { type CallResult, succeeded } from '@pasar/sync';
import { refused } from '@pasar/sync/testing/model/answers';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const { suggestions } = CALLS;
const HOST = 'model.example';
const window = windowOfEachTest();
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const button = (page: Page) => page.getByRole('button', { name: 'Suggestions' });
const panel = (page: Page) => page.getByRole('region', { name: 'Suggestions' });
const task = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const asked = () =>
  window.backend.calls.filter(({ path }) => path === suggestions.suggest.path).map(({ input }) => input);

let host: string | null;
let hasSeen: boolean;
let isOn: boolean;
let reply: () => CallResult<{ text: string }>;
beforeEach(() => {
  host = HOST;
  hasSeen = true;
  isOn = true;
  reply = () => succeeded({ text: 'It ships today.' });
  const { model } = window.backend;
  model.answerWith(suggestions.suggestionPlace, () => succeeded({ host }));
  model.answerWith(suggestions.suggestionSettings, () => succeeded({ isOn, hasSeen }));
  model.answerWith(suggestions.suggest, () => reply());
  model.answerWith(suggestions.previewSuggestion, ({ text }) =>
    succeeded({ host: HOST, texts: ['The rules', `{"text":"${text}"}`] }),
  );
  model.answerWith(suggestions.agreeToSuggestions, () => {
    hasSeen = true;
    return succeeded({});
  });
  model.answerWith(suggestions.switchSuggestions, (input) => {
    isOn = input.isOn;
    return succeeded({});
  });
});

async function enter(): Promise<Page> {
  await window.enter('/chat/all?lang=en');
  await open(window.page, 'John Tan');
  await composer(window.page).waitFor();
  return window.page;
}
async function openPanel(): Promise<Page> {
  const page = await enter();
  await button(page).click();
  await panel(page).waitFor();
  return page;
}

describe('suggestions', () => {
  it('are not offered where the server has no model', async () => {
    host = null;
    const page = await enter();
    await poll(() => window.backend.calls.some(({ path }) => path === suggestions.suggestionPlace.path)).toBe(true);
    await page.getByRole('button', { name: 'Emoji (Ctrl+E)' }).waitFor();
    expect(await button(page).count()).toBe(0);
  });

  it('show once what goes to which host, and ask before anything does', async () => {
    hasSeen = false;
    const page = await openPanel();
    await composer(page).fill('Dear');
    await task(page, 'Suggest an answer').click();
    const dialog = page.getByRole('dialog', { name: 'What is sent to the model' });
    await dialog.getByText(`These texts go to ${HOST}:`).waitFor();
    await dialog.getByText('The rules', { exact: true }).waitFor();
    await dialog.getByText('{"text":"Dear"}', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(asked()).toEqual([]);
    await task(page, 'Suggest an answer').click();
    await dialog.getByRole('button', { name: 'Send and suggest' }).click();
    await poll(() => composer(page).inputValue()).toBe('It ships today.');
    await task(page, 'Make friendlier').click();
    await poll(() => asked().length).toBe(2);
    expect(await dialog.count()).toBe(0);
  });

  it('become a draft that undo takes back, and are never sent by themselves', async () => {
    const page = await openPanel();
    await composer(page).fill('what I wrote');
    await task(page, 'Shorten').click();
    await poll(() => composer(page).inputValue()).toBe('It ships today.');
    expect(asked()).toMatchObject([{ task: 'shorten', text: 'what I wrote' }]);
    expect(await composer(page).evaluate((area) => area === document.activeElement)).toBe(true);
    await panel(page).getByRole('button', { name: 'Undo' }).click();
    await poll(() => composer(page).inputValue()).toBe('what I wrote');
    await task(page, 'Shorten').click();
    await poll(() => composer(page).inputValue()).toBe('It ships today.');
    await composer(page).press('Control+z');
    await poll(() => composer(page).inputValue()).toBe('what I wrote');
    expect(window.backend.calls.some(({ path }) => path === CALLS.chat.sendText.path)).toBe(false);
    expect(await log(page).getByText('It ships today.').count()).toBe(0);
  });

  it('stand beside the text that was written meanwhile', async () => {
    const page = await openPanel();
    await composer(page).fill('one');
    window.backend.hold(suggestions.suggest.path);
    await task(page, 'Suggest an answer').click();
    await panel(page).getByText('The model writes…').waitFor();
    await poll(() => task(page, 'Suggest an answer').isDisabled()).toBe(true);
    await composer(page).press('End');
    await composer(page).pressSequentially(' two');
    window.backend.release(suggestions.suggest.path);
    await panel(page).getByText('It ships today.').waitFor();
    await poll(() => composer(page).inputValue()).toBe('one two');
    await panel(page).getByRole('button', { name: 'Use it' }).click();
    await poll(() => composer(page).inputValue()).toBe('It ships today.');
    await panel(page).getByRole('button', { name: 'Undo' }).click();
    await poll(() => composer(page).inputValue()).toBe('one two');
  });

  it('are cancelled by the button, by Escape in the message and after the question, and the next one starts clean', async () => {
    const page = await openPanel();
    for (const [way, cancel] of [
      ['button', () => panel(page).getByRole('button', { name: 'Cancel (Esc)' }).click()],
      ['in the message', () => composer(page).press('Escape')],
      ['after the question', () => page.keyboard.press('Escape')],
    ] as const) {
      reply = () => succeeded({ text: 'It ships today.' });
      await composer(page).fill('Dear');
      const broken = page.waitForEvent('requestfailed', (request) => request.url().endsWith(suggestions.suggest.path));
      window.backend.hold(suggestions.suggest.path);
      await task(page, 'Suggest an answer').click();
      await panel(page).getByText('The model writes…').waitFor();
      await cancel();
      await broken;
      await panel(page).getByText('A suggestion becomes a draft. You send it, or you do not.').waitFor();
      expect(await composer(page).evaluate((area) => area === document.activeElement)).toBe(true);
      reply = () => succeeded({ text: `The one after: ${way}` });
      await task(page, 'Suggest an answer').click();
      window.backend.release(suggestions.suggest.path);
      await poll(() => composer(page).inputValue()).toBe(`The one after: ${way}`);
      expect(await panel(page).getByText('It ships today.').count()).toBe(0);
    }
  });

  it('for another conversation than the one that is open now go nowhere', async () => {
    const page = await openPanel();
    window.backend.hold(suggestions.suggest.path);
    await task(page, 'Suggest an answer').click();
    await panel(page).getByText('The model writes…').waitFor();
    await open(page, 'nguyen_thi_mai');
    window.backend.release(suggestions.suggest.path);
    await task(page, 'Suggest an answer').waitFor();
    await poll(() => task(page, 'Suggest an answer').isEnabled()).toBe(true);
    await poll(() => composer(page).inputValue()).toBe('');
    expect(await panel(page).getByText('It ships today.').count()).toBe(0);
  });

  it('that fail say why, leave the text, and let the member send', async () => {
    reply = () => refused('suggestion_failed', 'The model did not answer as it should.');
    const page = await openPanel();
    await composer(page).fill('Dear');
    await task(page, 'Suggest an answer').click();
    await panel(page).getByText('The model did not answer as it should.').waitFor();
    await poll(() => composer(page).inputValue()).toBe('Dear');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await log(page).getByText('Dear', { exact: true }).waitFor();
    reply = () => succeeded({ text: 'It ships today.' });
    await task(page, 'Suggest an answer').click();
    await poll(() => composer(page).inputValue()).toBe('It ships today.');
  });

  it('are switched off for a shop by its switch', async () => {
    const page = await openPanel();
    const shop = panel(page).getByRole('checkbox', { name: 'For this shop' });
    await poll(() => shop.isChecked()).toBe(true);
    await shop.click();
    await panel(page).getByText('Suggestions are switched off for this shop.').waitFor();
    await poll(() => task(page, 'Suggest an answer').isDisabled()).toBe(true);
    await poll(() => shop.isChecked()).toBe(false);
  });
});
