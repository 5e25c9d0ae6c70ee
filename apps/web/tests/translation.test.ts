import { CALLS, type MessageView } from '@pasar/api';
import type { MessageId } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { refused } from '@pasar/sync/testing/model/answers';
import { beforeEach, describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1_440, height: 1_800 } });
const { translateMessages, translateLanguage, translationSwitches, switchConversationTranslation, switchTranslation } =
  CALLS.translation;
const BUSY = { reason: 'translation_failed', detail: null } as const;

const page = () => window.page;
const composer = () => page().getByRole('textbox', { name: 'Message' });
const panel = () => page().getByRole('region', { name: 'Translation', exact: true });
const openPanel = async () => {
  await page().getByRole('button', { name: 'Translate', exact: true }).click();
  await panel().waitFor();
};
const switchOf = (name: string) => panel().getByRole('checkbox', { name });
const calls = (path: string) => window.backend.calls.filter((call) => call.path === path).map(({ input }) => input);
const under = (kind: 'translation' | 'original') => log(page()).locator(`[data-translation="${kind}"]`);
const talkOf = (name: string) => {
  const found = [...window.backend.model.chat.conversations.values()].find(({ buyer }) => buyer.name === name);
  if (found === undefined) throw new Error(`no conversation with ${name}`);
  return found;
};
/** Writes to a shop of Shopee in Thailand. */
const SOMCHAI = 'สมชาย ใจดี';
const OTHER = 'John Tan';
let switches: { account: boolean | null; shop: boolean | null; conversation: boolean | null };
/** Messages whose translation is refused. */
let refusedIds: Set<MessageId>;

/** The model translates by a mark before the text, and needs none for a text in English. */
beforeEach(() => {
  const { model } = window.backend;
  switches = { account: null, shop: null, conversation: null };
  refusedIds = new Set();
  model.answerWith(translationSwitches, ({ conversationId }) => {
    const conversation = conversationId === talkOf(SOMCHAI).conversationId ? switches.conversation : null;
    return succeeded({ switches: { ...switches, conversation }, by: 'provider' as const });
  });
  model.answerWith(switchConversationTranslation, ({ isOn }) => {
    switches = { ...switches, conversation: isOn };
    return succeeded({});
  });
  model.answerWith(switchTranslation, ({ shopId, isOn }) => {
    switches = shopId === undefined ? { ...switches, account: isOn } : { ...switches, shop: isOn };
    return succeeded({});
  });
  model.answerWith(translateMessages, ({ conversationId, messageIds, targetLanguage }) => {
    const messages = model.chat.messages.get(conversationId) ?? [];
    const translations = messageIds.map((messageId) => {
      const content = messages.find((message) => message.messageId === messageId)?.content;
      const text = content?.type === 'text' ? content.text : '';
      if (refusedIds.has(messageId)) return { messageId, text: null, refusal: BUSY };
      return { messageId, text: /^[a-z]/i.test(text) ? null : `[${targetLanguage}] ${text}`, refusal: null };
    });
    return succeeded({ translations });
  });
  model.answerWith(translateLanguage, ({ text, targetLanguage }) =>
    succeeded({ text: `[${targetLanguage}] ${text}`, targetLanguage }),
  );
});
const receive = (text: string, more: Partial<MessageView> = {}) =>
  window.backend.model.chat.receive(talkOf(SOMCHAI).conversationId, { content: { type: 'text', text }, ...more });
async function enter(lang = 'en'): Promise<void> {
  window.backend.model.chat.messages.set(talkOf(SOMCHAI).conversationId, []);
  await window.enter(`/chat/all?lang=${lang}`);
  await open(page(), SOMCHAI);
}

describe('what buyers write', () => {
  it('is translated under their words while the switch is on, the newest first, few at a time', async () => {
    await enter();
    for (let number = 1; number <= 14; number += 1) receive(`ราคา ${number}`);
    receive('a text in English');
    receive('คำตอบของร้าน', { author: 'seller' });
    await openPanel();
    expect(calls(translateMessages.path)).toEqual([]);
    await switchOf('in this conversation').check();
    await poll(() => under('translation').count()).toBe(14);
    await poll(() => under('translation').last().innerText()).toBe('[en] ราคา 14');
    const asked = calls(translateMessages.path).map((input) => translateMessages.input.parse(input).messageIds.length);
    expect(asked).toEqual([10, 5]);

    receive('มีของไหม');
    await log(page()).getByText('[en] มีของไหม').waitFor();
    await open(page(), OTHER);
    await poll(() => under('translation').count()).toBe(0);
    await open(page(), SOMCHAI);
    await poll(() => under('translation').count()).toBeGreaterThan(10);
    await switchOf('in this conversation').uncheck();
    await poll(() => under('translation').count()).toBe(0);
    expect(switches).toEqual({ account: null, shop: null, conversation: false });
  });

  it('stands in the language of the screen', async () => {
    switches = { ...switches, account: true };
    await enter('zh-TW');
    receive('มีของไหม');
    await page().getByText('[zh-TW] มีของไหม').waitFor();
  });

  it('says under each text why it is not translated; one is asked for again alone, whatever comes meanwhile', async () => {
    switches = { ...switches, conversation: true };
    await enter();
    const first = receive('แพง');
    refusedIds.add(first.messageId);
    await log(page()).getByText('The translation service did not answer as it should.').waitFor();
    receive('ถูก');
    await log(page()).getByText('[en] ถูก').waitFor();
    refusedIds.clear();
    window.backend.hold(translateMessages.path);
    receive('สวัสดี');
    await poll(() => calls(translateMessages.path).length).toBe(3);
    await log(page()).getByRole('button', { name: 'Try again' }).click();
    receive('ขอบคุณ');
    await log(page()).getByText('ขอบคุณ').waitFor();
    window.backend.release(translateMessages.path);
    await poll(() => under('translation').allInnerTexts()).toEqual(
      ['แพง', 'ถูก', 'สวัสดี', 'ขอบคุณ'].map((text) => `[en] ${text}`),
    );
  });

  it('is switched for the shop and for all shops by those who may, and the narrower switch decides', async () => {
    await enter();
    await openPanel();
    await switchOf('in all shops').check();
    await poll(() => switches).toEqual({ account: true, shop: null, conversation: null });
    await poll(() => switchOf('in this conversation').isChecked()).toBe(true);
    await switchOf('in this shop').uncheck();
    await poll(() => switches).toEqual({ account: true, shop: false, conversation: null });
    await poll(() => switchOf('in this conversation').isChecked()).toBe(false);
    await poll(() => switchOf('in all shops').isChecked()).toBe(true);

    window.backend.model.answerWith(switchTranslation, () => refused('translation_failed', 'It was not switched.'));
    await switchOf('in this shop')
      .check({ force: true })
      .catch(() => undefined);
    await page().getByText('It was not switched.').waitFor();
    await poll(() => switchOf('in this shop').isChecked()).toBe(false);

    window.backend.model.withdraw('setting');
    await poll(() => switchOf('in all shops').isDisabled()).toBe(true);
    await poll(() => switchOf('in this shop').isDisabled()).toBe(true);
    await poll(() => switchOf('in this conversation').isDisabled()).toBe(false);
  });

  it('is not translated without a service, and the panel says so', async () => {
    window.backend.model.answerWith(translationSwitches, () =>
      succeeded({ switches: { account: true, shop: null, conversation: null }, by: null }),
    );
    await enter();
    await openPanel();
    await panel().getByText('administrator').waitFor();
    expect(await panel().getByRole('checkbox').count()).toBe(0);
  });
});

describe('an answer', () => {
  const translate = () => panel().getByRole('button', { name: 'Translate my text' });
  const preview = () => panel().getByRole('status');
  const send = () => panel().getByRole('button', { name: 'Send translation' });

  it('is previewed in the buyer’s language with its way back, goes out translated, and keeps what was written', async () => {
    await enter('zh-CN');
    await page().getByRole('button', { name: '翻译', exact: true }).click();
    const region = page().getByRole('region', { name: '翻译', exact: true });
    await page().getByRole('textbox', { name: '消息内容', exact: true }).fill('有货，今天发货。');
    await region.getByRole('button', { name: '翻译我的文字', exact: true }).click();
    await region.getByText('[th] 有货，今天发货。', { exact: true }).waitFor();
    await region.getByText('[zh-CN] [th] 有货，今天发货。', { exact: true }).waitFor();
    expect(calls(CALLS.chat.sendText.path)).toEqual([]);
    await region.getByRole('button', { name: '发送译文', exact: true }).click();
    await poll(() => calls(CALLS.chat.sendText.path)).toMatchObject([
      { text: '[th] 有货，今天发货。', original: '有货，今天发货。' },
    ]);
    await poll(() => page().locator('[data-translation="original"]').allInnerTexts()).toEqual(['有货，今天发货。']);
  });

  it('that has changed is translated again before it can go out; another language can be chosen', async () => {
    await enter();
    await openPanel();
    await panel().getByText('Write your answer below, in your own language.').waitFor();
    await poll(() => translate().isDisabled()).toBe(true);
    await poll(() => panel().getByRole('combobox', { name: 'Language of the buyer' }).inputValue()).toBe('th');
    await composer().fill('It ships today');
    await translate().click();
    await preview().getByText('[th] It ships today', { exact: true }).waitFor();
    await send().waitFor();
    await composer().fill('It ships tomorrow');
    await panel().getByText('Your text has changed.').waitFor();
    expect(await send().count()).toBe(0);
    await panel().getByRole('combobox').selectOption('vi');
    await translate().click();
    await preview().getByText('[vi] It ships tomorrow', { exact: true }).waitFor();
    await send().click();
    await poll(() => calls(CALLS.chat.sendText.path)).toMatchObject([
      { text: '[vi] It ships tomorrow', original: 'It ships tomorrow' },
    ]);
    await poll(() => composer().inputValue()).toBe('');
    expect(await preview().count()).toBe(0);
  });

  it('that cannot be translated says why, can be tried again, and can go out as it is', async () => {
    window.backend.model.answerWith(translateLanguage, () =>
      refused('translation_failed', 'The translation service did not answer as it should.'),
    );
    await enter();
    await openPanel();
    await composer().fill('It ships today');
    await translate().click();
    await preview().getByText('The translation service did not answer as it should.').waitFor();
    expect(await send().count()).toBe(0);
    window.backend.model.answerWith(translateLanguage, ({ text, targetLanguage }) =>
      succeeded({ text: `[${targetLanguage}] ${text}`, targetLanguage }),
    );
    await preview().getByRole('button', { name: 'Try again' }).click();
    await preview().getByText('[th] It ships today', { exact: true }).waitFor();
    await composer().press('Enter');
    await poll(() => calls(CALLS.chat.sendText.path)).toMatchObject([{ text: 'It ships today' }]);
    expect(await under('original').count()).toBe(0);
  });

  it('shows its warnings for the translation, which a second press sends', async () => {
    await enter();
    await openPanel();
    await composer().fill('ask us');
    window.backend.model.answerWith(translateLanguage, ({ targetLanguage }) =>
      succeeded({ text: 'แอดไลน์ นะคะ', targetLanguage }),
    );
    await translate().click();
    await send().click();
    await page().getByRole('alert').getByText('is on your list of words to avoid').waitFor();
    expect(calls(CALLS.chat.sendText.path)).toEqual([]);
    await page().getByRole('button', { name: 'Send anyway (Enter)' }).click();
    await poll(() => calls(CALLS.chat.sendText.path)).toMatchObject([{ text: 'แอดไลน์ นะคะ', original: 'ask us' }]);
  });
});
