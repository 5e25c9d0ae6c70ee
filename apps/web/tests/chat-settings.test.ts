import { ANY_BUYER } from '@pasar/domain';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const settings = () => window.backend.model.chatSettings;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Chat settings' });

async function openDialog(): Promise<Page> {
  await window.enter('/chat/all?lang=en');
  const { page } = window;
  await page.getByRole('button', { name: 'Order and filter of the shop list' }).click();
  await page.getByRole('menuitem', { name: 'Chat settings' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).waitFor();
  return page;
}

describe('the chat settings', () => {
  it('open from the list of shops, save what was changed alone, and hold at once', async () => {
    const page = await openDialog();
    expect(await violationsOn(page)).toEqual([]);
    await poll(() => dialog(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog(page).getByLabel('Ctrl+Enter sends, Enter starts a new line').check();
    await dialog(page)
      .getByLabel(/Show the time beside messages/)
      .uncheck();
    // Another window changes another field meanwhile.
    settings().setMember({ tone: 'triple' });
    await poll(() => dialog(page).getByLabel('Sound', { exact: true }).inputValue()).toBe('triple');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await poll(() => dialog(page).count()).toBe(0);
    expect(settings().member).toMatchObject({ sendingKey: 'ctrlEnter', hasTimeMarks: false, tone: 'triple' });
    await open(page, 'John Tan');
    expect(await page.locator('time[data-shown]').count()).toBe(0);
    await page.getByText('Ctrl+Enter sends · Enter starts a new line').waitFor();
    const area = page.locator('textarea[data-pane-focus]');
    await area.fill('one');
    await area.press('Enter');
    await area.pressSequentially('two');
    await poll(() => area.inputValue()).toBe('one\ntwo');
    // And back again, told by the stream.
    settings().setMember({ sendingKey: 'enter', hasTimeMarks: true });
    await page.getByText('Enter sends · Ctrl+Enter starts a new line').waitFor();
    await poll(() => page.locator('time[data-shown]').count()).not.toBe(0);
    await area.press('Enter');
    await poll(() => area.inputValue()).toBe('');
  });

  it('of the account are edited by the main account, and a refusal stands beside the button', async () => {
    const page = await openDialog();
    const form = dialog(page);
    await form.getByText('The usual answer, keywords and the log have a page of their own', { exact: false }).waitFor();
    await form.getByLabel('Welcome each buyer once a day').check();
    window.backend.model.nextResults.set('/api/chat/index/saveChatSetting', {
      ok: false,
      failure: { kind: 'refused', code: 'welcome_missing', reason: 'Write the welcome message first.', detail: null },
    });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('alert').filter({ hasText: 'Write the welcome message first.' }).waitFor();
    await form.getByLabel('Welcome message').fill('Hello!');
    await form.getByLabel('Automatic answers to one buyer').selectOption('At most one in 24 hours');
    await form.getByLabel('Most waiting buyers of a member at the same time').fill('12');
    for (const number of [1, 2, 3]) {
      await form.getByRole('button', { name: 'Add a category' }).click();
      const category = form.getByRole('group', { name: `Category ${number}` });
      await category.getByLabel('Category', { exact: true }).fill(`Topic ${number}`);
      await category.getByLabel('Question 1', { exact: true }).fill('When?');
      await category.getByLabel('Answer 1', { exact: true }).fill('Soon.');
    }
    expect(await form.getByRole('button', { name: 'Add a category' }).count()).toBe(0);
    await form.getByRole('button', { name: 'Remove category 2' }).click();
    const first = form.getByRole('group', { name: 'Category 1' });
    await first.getByRole('button', { name: 'Add a question' }).click();
    await first.getByRole('button', { name: 'Remove question 1' }).click();
    await first.getByLabel('Question 1', { exact: true }).fill('Where?');
    await first.getByLabel('Answer 1', { exact: true }).fill('Here.');
    await form.getByRole('button', { name: 'Save' }).click();
    await poll(() => dialog(page).count()).toBe(0);
    expect(settings().account).toEqual({
      isWelcomeOn: true,
      welcomeText: 'Hello!',
      answerHours: 24,
      promiseLimit: 12,
      welcomeVariants: [],
      faq: [
        { category: 'Topic 1', variants: [], questions: [{ question: 'Where?', answer: 'Here.', variants: [] }] },
        { category: 'Topic 3', variants: [], questions: [{ question: 'When?', answer: 'Soon.', variants: [] }] },
      ],
    });
  });

  it('have the welcome and the questions in several languages, with the main texts behind', async () => {
    const question = { question: 'When?', answer: 'Soon.', variants: [] };
    settings().setAccount({
      welcomeText: 'Hello!',
      faq: [{ category: 'Delivery', variants: [], questions: [question] }],
    });
    const page = await openDialog();
    const form = dialog(page);
    const welcome = form.getByLabel('Welcome message');
    await form.getByLabel('Add a language').selectOption('Thai');
    await form.getByText('What is left empty is sent as it is written for all languages.').waitFor();
    expect([await welcome.inputValue(), await welcome.getAttribute('placeholder')]).toEqual(['', 'Hello!']);
    expect(await form.getByRole('button', { name: 'Add a question' }).count()).toBe(0);
    await welcome.fill('สวัสดี');
    const category = form.getByRole('group', { name: 'Category 1' });
    await category.getByLabel('Answer 1', { exact: true }).fill('เร็ว ๆ นี้');
    await poll(() => category.getByLabel('Question 1', { exact: true }).getAttribute('placeholder')).toBe('When?');
    expect(await violationsOn(page)).toEqual([]);
    await form.getByLabel('Add a language').selectOption('Vietnamese');
    await welcome.fill('Xin chào');
    await form.getByRole('button', { name: 'All languages' }).click();
    await poll(() => welcome.inputValue()).toBe('Hello!');
    await form.getByRole('button', { name: 'Vietnamese', exact: true }).click();
    await form.getByRole('button', { name: 'Remove Vietnamese' }).click();
    expect(await form.getByRole('button', { name: 'Vietnamese', exact: true }).count()).toBe(0);
    await form.getByRole('button', { name: 'Save' }).click();
    await poll(() => dialog(page).count()).toBe(0);
    expect(settings().account).toMatchObject({
      welcomeText: 'Hello!',
      welcomeVariants: [{ language: 'th', text: 'สวัสดี' }],
      faq: [
        {
          category: 'Delivery',
          variants: [],
          questions: [{ ...question, variants: [{ language: 'th', question: '', answer: 'เร็ว ๆ นี้' }] }],
        },
      ],
    });
  });

  it('of the account are read by a sub-account, which changes its own rules', async () => {
    window.backend.model.setKeys(['chat']);
    settings().setAccount({ welcomeText: 'Hello!', welcomeVariants: [{ language: 'th', text: 'สวัสดี' }] });
    window.backend.model.buyerTags.add('Loyal', 'green');
    const page = await openDialog();
    const form = dialog(page);
    await form.getByText('Only the main account can change this.').first().waitFor();
    await poll(() => form.getByLabel('Welcome message').isDisabled()).toBe(true);
    await poll(() => form.getByLabel('Welcome message').inputValue()).toBe('Hello!');
    await form.getByRole('button', { name: 'Thai', exact: true }).click();
    await poll(() => form.getByLabel('Welcome message').inputValue()).toBe('สวัสดี');
    expect(await form.getByLabel('Add a language').count()).toBe(0);
    await poll(() => form.getByLabel('Translate incoming messages of all shops').isDisabled()).toBe(true);
    await form.getByText('You are told of all buyers.', { exact: false }).waitFor();
    await form.getByRole('button', { name: 'Add a rule' }).click();
    const rule = form.getByRole('group', { name: 'Rule 1' });
    await rule.getByLabel('Only buyers with one of these tags').check();
    await rule.getByLabel('Loyal').check();
    await rule.getByLabel('Only my buyers and those of nobody').check();
    const sound = rule.getByRole('combobox', { name: 'Sound of the rule' });
    expect(await sound.locator('option').allInnerTexts()).toEqual([
      'As usual',
      'Two tones, rising',
      'Two tones, falling',
      'Three tones',
    ]);
    const played = await page.evaluateHandle(() => {
      const pitches: number[] = [];
      const usual = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function make() {
        const made = usual.call(this);
        const start = made.start.bind(made);
        made.start = (when) => {
          pitches.push(made.frequency.value);
          start(when);
        };
        return made;
      };
      return pitches;
    });
    const listen = rule.getByRole('button', { name: 'Play: Sound of the rule' });
    await listen.click();
    await poll(() => played.jsonValue()).toEqual([660, 880]);
    await sound.selectOption('Three tones');
    await listen.click();
    await poll(() => played.jsonValue()).toEqual([660, 880, 880, 880, 1_175]);
    await form.getByRole('button', { name: 'Add a rule' }).click();
    await form.getByRole('button', { name: 'Add a rule' }).click();
    await form.getByRole('button', { name: 'Remove rule 2' }).click();
    await form.getByRole('button', { name: 'Move rule 2 up' }).click();
    const hoursOf = (number: number) =>
      form.getByRole('group', { name: `Rule ${number}` }).getByLabel('Quiet hours of the rule');
    await hoursOf(1).selectOption('None: this rule may ring at any hour');
    await hoursOf(2).selectOption('Only these hours');
    const second = form.getByRole('group', { name: 'Rule 2' });
    await second.getByLabel('From').fill('12:00');
    await second.getByLabel('to', { exact: true }).fill('13:15');
    await form.getByLabel('Stay quiet in some hours').check();
    await form.getByRole('group', { name: 'Quiet hours', exact: true }).getByLabel('From').fill('21:30');
    await form.getByLabel('Tell me once more').selectOption('After 15 minutes');
    expect(await violationsOn(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await poll(() => dialog(page).count()).toBe(0);
    const [tag] = window.backend.model.buyerTags.tags;
    expect(settings().member).toMatchObject({
      rules: [
        { ...ANY_BUYER, quietHours: 'never' },
        {
          shopIds: null,
          tagIds: [tag?.buyerTagId],
          isMineOnly: true,
          tone: 'triple',
          quietHours: { from: 720, to: 795 },
        },
      ],
      quietHours: { from: 1_290, to: 420 },
      againMinutes: 15,
    });
  });

  it('are a section of the settings page too, found by what is in it', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('sending key');
    await page.getByRole('option', { name: 'Chat settings', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Chat settings' }).waitFor();
    await page.getByLabel('Ctrl+Enter sends, Enter starts a new line').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await poll(() => settings().member.sendingKey).toBe('ctrlEnter');
  });
});
