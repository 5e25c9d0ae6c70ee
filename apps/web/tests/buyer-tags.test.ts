import { CALLS, type CallInput } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { open, poll, rows } from './desk-helpers.ts';
import { looks } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const MAI = 'nguyen_thi_mai';
const tags = (page: Page) =>
  page.getByRole('tabpanel', { name: 'Buyer' }).getByRole('region', { name: 'Tags', exact: true });
const names = (page: Page) => tags(page).getByRole('listitem').allTextContents();
const field = (page: Page) => tags(page).getByRole('combobox', { name: 'Add a tag' });
const listed = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')));

function idOf(name: string): string {
  const found = [...window.backend.model.chat.conversations.values()].find(({ buyer }) => buyer.name === name);
  if (found === undefined) throw new Error(`no buyer ${name}`);
  return found.conversationId;
}
async function enter(buyer = MAI): Promise<Page> {
  await window.enter('/chat/all?lang=en');
  await open(window.page, buyer);
  return window.page;
}

describe('the tags of a buyer', () => {
  it('are added by typing, with and without a suggestion, by keys alone, and taken away', async () => {
    const { buyerTags } = window.backend.model;
    buyerTags.add('Loyal', 'green');
    buyerTags.add('Late', 'red');
    const page = await enter();
    await tags(page).getByText('No tags yet.').waitFor();
    await field(page).fill('lo');
    await tags(page).getByRole('option', { name: 'Loyal' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await field(page).press('ArrowDown');
    await field(page).press('Enter');
    await poll(() => names(page)).toEqual(['Loyal']);
    await field(page).fill('Pays at night');
    await tags(page).getByRole('option', { name: 'New tag “Pays at night”' }).waitFor();
    await field(page).press('Enter');
    await poll(() => names(page)).toEqual(['Loyal', 'Pays at night']);
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(buyerTags.tags.map(({ buyerTagName }) => buyerTagName)).toContain('Pays at night');
    await field(page).fill('');
    await field(page).press('Escape');
    await poll(() => tags(page).getByRole('option').count()).toBe(0);
    await tags(page).getByRole('button', { name: 'Remove the tag Loyal' }).click();
    await poll(() => names(page)).toEqual(['Pays at night']);
  });

  it('that a colleague adds come by themselves, and run nothing of a hostile name', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const page = await enter();
    await tags(page).getByText('No tags yet.').waitFor();
    window.backend.model.buyerTags.give(idOf(MAI), hostile, 'Suda');
    await poll(() => names(page)).toEqual([hostile]);
    expect(await tags(page).locator('img').count()).toBe(0);
  });
});

describe('the row of a conversation', () => {
  const rowOf = (page: Page, name: string) => rows(page).and(page.getByRole('option', { name, exact: true }));
  const marks = (page: Page, name: string) => rowOf(page, name).locator('[data-tip^="Tags: "]');
  const tip = (page: Page, name: string) => marks(page, name).getAttribute('data-tip');

  it('shows the first tags of the buyer as they come, are renamed and are deleted, and grows no higher', async () => {
    const { buyerTags } = window.backend.model;
    const page = await enter('John Tan');
    await tags(page).getByText('No tags yet.').waitFor();
    const heights = () => rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    const before = await heights();
    // The other rows are not drawn again: what stands in them stays the same element.
    await page.evaluate(() => {
      const all = [...document.querySelectorAll('[role="option"] time')];
      Object.assign(globalThis, { changed: [] });
      for (const time of all) {
        const row = time.closest('[role="option"]');
        if (row === null) continue;
        new MutationObserver(() => {
          (globalThis as unknown as { changed: (string | null)[] }).changed.push(row.getAttribute('aria-label'));
        }).observe(row, { childList: true, subtree: true, characterData: true });
      }
    });
    const { buyerTagId } = buyerTags.give(idOf(MAI), 'Loyal', 'Suda');
    await poll(() => tip(page, MAI)).toBe('Tags: Loyal');
    buyerTags.give(idOf(MAI), 'Late', 'Suda');
    await poll(() => tip(page, MAI)).toBe('Tags: Late and Loyal');
    await poll(() => marks(page, MAI).textContent()).toBe('');
    await poll(() => marks(page, MAI).locator('[data-color]').count()).toBe(2);
    buyerTags.give(idOf(MAI), 'Pays at night', 'Suda');
    await poll(() => marks(page, MAI).textContent()).toBe('+1');
    await poll(() => marks(page, MAI).locator('[data-color]').count()).toBe(2);
    const facts = await rowOf(page, MAI).getAttribute('aria-describedby');
    await poll(() => page.locator(`[id="${facts}"]`).textContent()).toContain('Tags: Late, Loyal, and Pays at night.');
    expect(await heights()).toEqual(before);
    expect(await violationsOn(page)).toEqual([]);
    const changed = await page.evaluate(() => (globalThis as unknown as { changed: string[] }).changed);
    expect([...new Set(changed)]).toEqual([MAI]);
    // A new name and a deletion send no conversation.
    buyerTags.rename(buyerTagId, 'Very loyal');
    await poll(() => tip(page, MAI)).toBe('Tags: Late, Pays at night, and Very loyal');
    buyerTags.delete(buyerTagId);
    await poll(() => tip(page, MAI)).toBe('Tags: Late and Pays at night');
    expect(window.backend.model.chat.conversations.get(idOf(MAI))?.tagIds).toContain(buyerTagId);
    expect(await marks(page, 'John Tan').count()).toBe(0);
  });
});

describe('the manager of tags', () => {
  const manage = async (page: Page) => {
    await tags(page).getByRole('button', { name: 'Manage tags' }).click();
    return page.getByRole('dialog', { name: 'Buyer tags' });
  };

  it('makes, changes and deletes a tag, which is asked about once with the number of buyers', async () => {
    const { buyerTags } = window.backend.model;
    buyerTags.give(idOf(MAI), 'Late', 'Suda');
    buyerTags.give(idOf('John Tan'), 'Late', 'Suda');
    const page = await enter();
    const manager = await manage(page);
    await manager.getByText('2 buyers').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await manager.getByRole('button', { name: 'New tag' }).click();
    const form = page.getByRole('dialog', { name: 'New tag' });
    await form.getByRole('textbox', { name: 'Name' }).fill('late');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Another tag has this name. Choose another name.').waitFor();
    await form.getByRole('textbox', { name: 'Name' }).fill('Regular');
    await form.getByRole('radio', { name: 'Teal' }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await manager.getByText('0 buyers').waitFor();
    expect(buyerTags.tags.find(({ buyerTagName }) => buyerTagName === 'Regular')?.color).toBe('teal');
    await manager.getByRole('button', { name: 'Change Late' }).click();
    const change = page.getByRole('dialog', { name: 'Change the tag' });
    expect(await violationsOn(page)).toEqual([]);
    await change.getByRole('button', { name: 'Delete the tag' }).click();
    const question = page.getByRole('dialog', { name: 'Delete the tag Late?' });
    await question.getByText('It is taken from 2 buyers. This cannot be undone.').waitFor();
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await poll(() => manager.getByText('Late').count()).toBe(0);
    await manager.getByRole('button', { name: 'Close' }).click();
    await tags(page).getByText('No tags yet.').waitFor();
  });

  it('lists the buyers of a tag, and opens a conversation', async () => {
    const { buyerTags } = window.backend.model;
    buyerTags.give(idOf('John Tan'), 'Late', 'Suda');
    const page = await enter();
    await (await manage(page)).getByRole('button', { name: 'Show the buyers of Late' }).click();
    const buyers = page.getByRole('list', { name: 'Buyers with the tag' });
    await buyers.getByText('John Tan').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await buyers.getByRole('button', { name: 'Open the conversation with John Tan' }).click();
    await page.getByRole('heading', { name: 'John Tan', level: 2 }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('adds a tag to pasted buyers after it has shown what each row would do', async () => {
    const { buyerTags, shops } = window.backend.model;
    const [shop] = [...shops.byId.values()];
    if (shop === undefined) throw new Error('no shop');
    const buyerTagId = buyerTags.add('Late', 'red');
    const asked: CallInput<typeof CALLS.buyerTags.batchAddBuyerTagToBuyer>[] = [];
    window.backend.model.answerWith(CALLS.buyerTags.batchAddBuyerTagToBuyer, (input) => {
      asked.push(input);
      return succeeded({
        isApplied: input.mark === 'seen',
        mark: 'seen',
        rows: [
          {
            rowNumber: 1,
            buyer: MAI,
            shop: '',
            verdict: { kind: 'add' as const, buyerName: MAI, shopIds: [asShopId(shop.shopId)] },
          },
          { rowNumber: 2, buyer: 'nobody', shop: '', verdict: { kind: 'fault' as const, fault: 'unknown' as const } },
        ],
      });
    });
    const page = await enter();
    await (await manage(page)).getByRole('button', { name: 'Show the buyers of Late' }).click();
    const dialog = page.getByRole('dialog', { name: 'Late' });
    await dialog.getByRole('button', { name: 'Add many buyers' }).click();
    await dialog.getByRole('textbox', { name: 'Buyers, one in each line' }).fill(`${MAI}\nnobody`);
    await dialog.getByRole('button', { name: 'Check the rows' }).click();
    await dialog.getByText('Buyers to tag: 1. Have the tag already: 0. Rows with a fault: 1.').waitFor();
    await dialog.getByRole('row', { name: /2 nobody .*No buyer of your shops has this name or ID\./ }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add the tag (1)' }).click();
    await page.getByText('The tag is added.').waitFor();
    expect(asked.map((input) => [input.buyerTagId, input.mark])).toEqual([
      [buyerTagId, undefined],
      [buyerTagId, 'seen'],
    ]);
    expect(Buffer.from(asked[0]?.file ?? '', 'base64').toString()).toBe(`${MAI}\nnobody`);
  });
});

describe('the conversation list', () => {
  const choose = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Filters and saved views' }).click();
    await page.getByRole('region', { name: 'Filters' }).getByRole('combobox', { name: 'Buyer tag' }).selectOption(name);
  };

  it('shows the conversations of a tag, follows it, and shows all again', async () => {
    const { buyerTags } = window.backend.model;
    buyerTags.give(idOf('John Tan'), 'Late', 'Suda');
    const page = await enter();
    await page.getByRole('tab', { name: 'All', exact: true }).click();
    const before = await listed(page);
    expect(before.length).toBeGreaterThan(1);
    await choose(page, 'Late');
    await poll(() => listed(page)).toEqual(['John Tan']);
    expect(await violationsOn(page)).toEqual([]);
    buyerTags.give(idOf(MAI), 'Late', 'Suda');
    await poll(async () => (await listed(page)).toSorted()).toEqual(['John Tan', MAI]);
    await page.getByRole('button', { name: 'Remove the filter Late' }).click();
    await page.getByRole('button', { name: 'Filters and saved views' }).click();
    await poll(() => listed(page)).toEqual(before);
  });

  it('says that no buyer has the tag, and lets go of a tag that is deleted', async () => {
    const { buyerTags } = window.backend.model;
    buyerTags.add('Late', 'red');
    const page = await enter();
    await page.getByRole('tab', { name: 'All', exact: true }).click();
    await choose(page, 'Late');
    await page.getByText('No conversation fits these filters').waitFor();
    buyerTags.tags = [];
    buyerTags.add('Loyal', 'blue');
    await poll(() => rows(page).count()).toBeGreaterThan(1);
  });
});

const TITLES = [
  ['zh-CN', '标签', '管理标签'],
  ['zh-TW', '標籤', '管理標籤'],
  ['th', 'แท็ก', 'จัดการแท็ก'],
] as const;

it.each(looks(TITLES, 1))('speaks %s', async (locale, title, manage) => {
  window.backend.model.buyerTags.give(idOf(MAI), 'Late', 'Suda');
  await window.enter(`/chat/all?lang=${locale}`);
  await open(window.page, MAI);
  const section = window.page.locator('#buyer-pane').getByRole('region', { name: title, exact: true });
  await section.getByText('Late').waitFor();
  await section.getByRole('button', { name: manage }).click();
  await window.page.getByRole('dialog').getByText('Late').waitFor();
  await poll(() => window.page.getByRole('dialog').textContent()).not.toMatch(/manager\.|\{\{/);
});
