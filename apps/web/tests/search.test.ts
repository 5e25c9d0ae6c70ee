import { CALLS, type CallInput, type SearchHit } from '@pasar/api';
import {
  asConversationId,
  excerptOf,
  PERMISSION_KEYS,
  questionOf,
  SEARCH_KINDS,
  SEARCH_LIMITS,
  saidIn,
} from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import { refused } from '@pasar/sync/testing/model/answers';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { log, open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1440, height: 900 } });
const { searchEverything } = CALLS.search;
type Input = CallInput<typeof searchEverything>;

const conversationWith = (name: string) => {
  const found = [...window.backend.model.chat.conversations.values()].find(({ buyer }) => buyer.name === name);
  if (found === undefined) throw new Error(`no conversation with ${name}`);
  return found;
};
function excerpt(text: string, words: string): SearchHit['excerpt'] {
  const question = questionOf(words);
  if (question === null) throw new Error('nothing asked');
  const { text: piece, marks } = excerptOf(text, question);
  return { text: piece, marks: marks.map(([from, to]) => ({ from, to })) };
}
/** The newest messages of the model that say the words, as the server would find them. */
function messagesWith(words: string): SearchHit[] {
  const { conversations, messages } = window.backend.model.chat;
  return [...messages.values()]
    .flat()
    .filter(({ content }) => saidIn(content).toLowerCase().includes(words.trim().toLowerCase()))
    .toSorted((one, other) => other.sentAt - one.sentAt)
    .flatMap((message): SearchHit[] => {
      const conversation = conversations.get(message.conversationId);
      if (conversation === undefined) return [];
      const { shopId, buyer, conversationId } = conversation;
      return [
        {
          kind: 'message',
          id: message.messageId,
          shopId,
          buyerName: buyer.name,
          at: message.sentAt,
          excerpt: excerpt(saidIn(message.content), words),
          conversationId,
          key: message.clientId ?? message.messageId,
          position: message.position,
          writer: message.author === 'buyer' ? 'buyer' : 'team',
          author: null,
        },
      ];
    });
}
/** The oldest message of John Tan says something that no other does. */
function hideNeedle(): void {
  const { conversationId } = conversationWith('John Tan');
  const { messages } = window.backend.model.chat;
  const held = messages.get(conversationId) ?? [];
  const [first, ...others] = held;
  if (first === undefined) throw new Error('no message');
  messages.set(conversationId, [{ ...first, content: { type: 'text', text: 'Có thể đặt hàng không?' } }, ...others]);
}
const asked: Input[] = [];
function answer(more: (input: Input) => readonly SearchHit[] = () => []): void {
  asked.length = 0;
  window.backend.model.answerWith(searchEverything, (input) => {
    asked.push(input);
    const hits = [...messagesWith(input.words), ...more(input)];
    const counts = SEARCH_KINDS.flatMap((kind) => {
      const found = hits.filter((hit) => hit.kind === kind).length;
      return found === 0 ? [] : [{ kind, found, isMore: kind === 'message' && found > 9 }];
    });
    const from = Number(input.cursor ?? 0);
    const size = input.kind === undefined ? SEARCH_LIMITS.ofEach : SEARCH_LIMITS.page;
    const shown = SEARCH_KINDS.filter((kind) => input.kind === undefined || kind === input.kind).flatMap((kind) =>
      hits.filter((hit) => hit.kind === kind).slice(from, from + size),
    );
    const isLast = input.kind === undefined || shown.length < size;
    return succeeded({ counts, hits: shown, next: isLast ? null : String(from + size), isWhole: true });
  });
}
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search everything' });
const results = (page: Page) => page.getByRole('tabpanel');
const hits = (page: Page) => results(page).locator('li button');
async function enter(path = '/search'): Promise<Page> {
  await window.signIn();
  await window.page.goto(window.url + path);
  await field(window.page).waitFor();
  return window.page;
}

describe('the search over everything', () => {
  it('opens by one key, tells while a person types, and opens a message far back, marked with its words', async () => {
    const { page } = window;
    answer();
    hideNeedle();
    await window.enter('/chat/all?lang=en');
    await open(page, 'nguyen_thi_mai');
    await page.getByRole('textbox', { name: 'Message', exact: false }).first().focus();
    await page.keyboard.press('Control+Shift+F');
    await poll(() => field(page).evaluate((node) => node === document.activeElement)).toBe(true);
    await results(page).getByText('What are you looking for?').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.type('dat hang');
    // The model compares letters only; the server folds them (`search-everything`).
    window.backend.model.answerWith(searchEverything, () =>
      succeeded({
        counts: [{ kind: 'message', found: 1, isMore: false }],
        hits: messagesWith('đặt hàng').map((hit) => ({
          ...hit,
          excerpt: excerpt('Có thể đặt hàng không?', 'dat hang'),
        })),
        next: null,
        isWhole: true,
      }),
    );
    await poll(() => hits(page).locator('mark').allInnerTexts()).toEqual(['đặt', 'hàng']);
    await results(page).getByRole('status').getByText('1 hit').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'John Tan', level: 2 }).waitFor();
    const row = log(page).locator('[data-sought]');
    await row.getByText('Có thể đặt hàng không?').waitFor();
    await poll(() => page.evaluate(() => [...(CSS.highlights.get('found-words') ?? [])].map(String))).toEqual([
      'đặt',
      'hàng',
    ]);
    await page.goBack();
    await poll(() => hits(page).count()).toBe(1);
    await poll(() => field(page).inputValue()).toBe('dat hang');
  });

  it('shows some of each kind with their counts, and all of one kind by pages', async () => {
    const page = await enter();
    const buyer = conversationWith('John Tan');
    const more: SearchHit = {
      kind: 'buyer',
      id: buyer.conversationId,
      shopId: buyer.shopId,
      buyerName: 'John Tan',
      at: 1,
      excerpt: excerpt('John Tan', 'an'),
      conversationId: buyer.conversationId,
    };
    answer(() => [more]);
    await field(page).fill('an');
    await page.getByRole('heading', { name: /^Messages [\d,]+\+$/ }).waitFor();
    await page.getByRole('heading', { name: 'Buyers 1' }).waitFor();
    await poll(() => hits(page).count()).toBe(SEARCH_LIMITS.ofEach + 1);
    await page.getByRole('button', { name: 'Show all: Messages' }).click();
    await page.getByRole('tab', { name: /^Messages/, selected: true }).waitFor();
    await poll(() => hits(page).count()).toBe(SEARCH_LIMITS.page);
    await page.getByRole('button', { name: 'Show more' }).click();
    await poll(() => hits(page).count()).toBeGreaterThan(SEARCH_LIMITS.page);
    expect(new URL(page.url()).searchParams.get('kind')).toBe('message');
    expect(await violationsOn(page)).toEqual([]);
  });

  it('is narrowed by who wrote it, shop, marketplace, country and time', async () => {
    answer();
    const page = await enter('/search?q=an');
    await poll(() => asked.at(-1)?.words).toBe('an');
    await page.getByLabel('Who wrote it').selectOption('Written by the buyer');
    await poll(() => asked.at(-1)).toMatchObject({ writer: 'buyer' });
    await page.getByLabel('Time').selectOption('Last 7 days');
    await poll(() => asked.at(-1)?.from).toBeGreaterThan(Date.now() - 8 * 86_400_000);
    await page.getByLabel('Time').selectOption('From … to …');
    await page.getByLabel('From').fill('2026-01-02');
    await page.getByLabel('To', { exact: true }).fill('2026-01-03');
    await poll(() => asked.at(-1)).toMatchObject({
      from: new Date(2026, 0, 2).getTime(),
      to: new Date(2026, 0, 4).getTime(),
    });
    await page.getByLabel('Marketplace').selectOption('Lazada');
    await poll(() => asked.at(-1)).toMatchObject({ marketplaces: ['lazada'] });
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await poll(() => new URL(page.url()).search).toBe('?q=an');
  });

  it('says that it searches, that nothing was found, and why it failed', async () => {
    const page = await enter();
    const alert = page.getByRole('search', { name: 'Search everything' }).getByRole('alert');
    answer();
    const held = Promise.withResolvers<void>();
    await page.route(`**${searchEverything.path}`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await field(page).fill('qqqq');
    await results(page).getByText('Searching…').waitFor();
    await poll(() => results(page).getAttribute('aria-busy')).toBe('true');
    held.resolve();
    await results(page).getByText('Nothing found for “qqqq”').waitFor();
    window.backend.model.nextResults.set(searchEverything.path, refused('not_found', 'It broke.'));
    await field(page).fill('qqqqq');
    await alert.waitFor();
    await field(page).fill('qqqq');
    await results(page).getByText('Nothing found for “qqqq”').waitFor();
    await alert.waitFor({ state: 'detached' });
  });

  it('shows the answer to the last question, also when an earlier one comes later', async () => {
    const page = await enter();
    answer();
    const held = Promise.withResolvers<void>();
    const first = Promise.withResolvers<void>();
    await page.route(`**${searchEverything.path}`, async (route) => {
      if (route.request().postData()?.includes('john')) {
        first.resolve();
        await held.promise;
      }
      await route.continue();
    });
    await field(page).fill('john');
    await first.promise;
    await field(page).fill('qqqq');
    await results(page).getByText('Nothing found for “qqqq”').waitFor();
    const late = page.waitForResponse((response) => response.request().postData()?.includes('john') ?? false);
    held.resolve();
    await late;
    await results(page).getByText('Nothing found for “qqqq”').waitFor();
  });

  it('opens notes and remarks in and beside the conversation, and an order on the page of orders', async () => {
    const { model } = window.backend;
    const { conversationId, shopId, buyer } = conversationWith('nguyen_thi_mai');
    const about = { shopId, buyerName: buyer.name, at: 1, author: 'Anna', conversationId };
    const remark = model.remarks.add({ conversationId, shopId, buyerName: buyer.name, content: 'Send the giraffe' });
    for (const content of ['one', 'two', 'three']) {
      model.remarks.add({ conversationId, shopId, buyerName: buyer.name, content });
    }
    const noteId = uuidOf('a note');
    model.buyers.notes = [
      { noteId, text: 'Loves the giraffe', author: 'Anna', mayChange: true, writtenAt: 1, changedAt: null },
    ];
    const anchorPosition = model.chat.messages.get(conversationId)?.at(0)?.position ?? null;
    const mine = { conversationId, authorId: uuidOf('anna'), author: 'Anna', mentions: [], anchorPosition };
    const teamNote = { ...mine, noteId: uuidOf('team'), text: 'Promised a giraffe', writtenAt: 1, changedAt: null };
    // Many notes were written since.
    const since = Array.from({ length: 450 }, (_, number) => ({
      ...teamNote,
      noteId: uuidOf(`since ${number}`),
      text: `Since ${number}`,
      anchorPosition: model.chat.messages.get(conversationId)?.at(-1)?.position ?? null,
      writtenAt: 2 + number,
    }));
    model.together.notes = [teamNote, ...since];
    answer(() => [
      {
        ...about,
        kind: 'teamNote',
        id: teamNote.noteId,
        excerpt: excerpt(teamNote.text, 'giraffe'),
        anchorPosition,
      },
      { ...about, kind: 'note', id: noteId, excerpt: excerpt('Loves the giraffe', 'giraffe') },
      { ...about, kind: 'remark', id: remark.remarkId, excerpt: excerpt('Send the giraffe', 'giraffe') },
      {
        kind: 'order',
        id: uuidOf('an order'),
        shopId,
        buyerName: 'Mai',
        at: 1,
        excerpt: excerpt('Giraffe', 'giraffe'),
        orderId: '171',
        orderNumber: '2611204ABC',
      },
    ]);
    const page = await enter('/search?q=giraffe');
    await hits(page).filter({ hasText: 'Promised a' }).click();
    await log(page).locator('[data-sought]').getByText('Promised a giraffe').waitFor();
    await page.goBack();
    await hits(page).filter({ hasText: 'Loves the' }).click();
    const side = page.getByRole('tabpanel', { name: 'Buyer' });
    await side.locator('li[data-sought]').getByText('Loves the giraffe').waitFor();
    await page.goBack();
    await hits(page).filter({ hasText: 'Send the' }).click();
    await side.locator('li[data-sought]').getByText('Send the giraffe').waitFor();
    await page.goBack();
    model.answerWith(CALLS.orderBook.searchOrderList, () => succeeded({ orders: [], next: null }));
    await hits(page).filter({ hasText: '2611204ABC' }).click();
    await poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/orders?q=2611204ABC');
  });

  it('is offered by the palette for what was typed there', async () => {
    const { page } = window;
    answer();
    await window.enter('/chat/all?lang=en');
    await page.getByRole('option', { name: 'John Tan' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Commands' }).fill('no such thing');
    await page.getByText('Nothing found for “no such thing”.').waitFor();
    await page.getByRole('option', { name: 'Search everything for “no such thing”' }).waitFor();
    await page.keyboard.press('Enter');
    await poll(() => field(page).inputValue()).toBe('no such thing');
  });

  it('is not what Enter in the palette chooses while the server still looks for the buyer', async () => {
    const { page, backend } = window;
    answer();
    await window.enter('/chat/all?lang=en');
    await page.getByRole('option', { name: 'John Tan' }).waitFor();
    const known = conversationWith('John Tan');
    const conversationId = asConversationId(uuidOf('unseen'));
    const buyer = { ...known.buyer, buyerId: 'unseen', name: 'Unseen Buyer' };
    backend.model.chat.conversations.set(conversationId, { ...known, conversationId, buyer });
    const path = `**${CALLS.chat.conversations.path}?*`;
    const answered = Promise.withResolvers<void>();
    await page.route(path, async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    const search = page.waitForRequest(path);
    await palette.getByRole('combobox').fill('unseen');
    await palette.getByRole('option', { name: 'Search everything for “unseen”' }).waitFor();
    expect(await palette.getByText('Nothing found').count()).toBe(0);
    await page.keyboard.press('Enter');
    await search;
    expect(new URL(page.url()).pathname).toBe('/chat/all');
    answered.resolve();
    await page.getByRole('heading', { name: 'Unseen Buyer', level: 2 }).waitFor();
  });

  it('asks for nothing without a key for anything', async () => {
    answer();
    await window.enter('/chat/all?lang=en');
    window.backend.model.withdraw(...PERMISSION_KEYS);
    await window.page.goto(`${window.url}/search?q=john`);
    await window.page.getByText('You have no permission for this').waitFor();
    expect(asked).toEqual([]);
  });
});
