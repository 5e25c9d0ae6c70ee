import { CALLS, reasonText } from '@pasar/api';
import { succeeded } from '@pasar/sync';
import { uuidOf } from '@pasar/sync/testing/builders';
import { refused } from '@pasar/sync/testing/model/answers';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open, poll } from './desk-helpers.ts';
import { visited } from './in-turn.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const side = (page: Page) => page.getByRole('tabpanel', { name: 'Buyer' });
const part = (page: Page, name: string) => side(page).getByRole('region', { name, exact: true });
const notes = (page: Page) => part(page, 'Notes').getByRole('listitem');
const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=1</script>{{constructor}}';

/** John Tan writes to a shop of TikTok Shop in Malaysia, nguyen_thi_mai to one of Shopee in Vietnam. */
async function enter(buyer: string): Promise<Page> {
  await window.enter('/chat/all?lang=en');
  const { page } = window;
  await open(page, buyer);
  return page;
}
const told = {
  name: HOSTILE,
  avatarUrl: null,
  country: 'VN',
  language: null,
  joinedAt: Date.UTC(2019, 4, 2, 12),
  isBlocked: false,
  isFollower: null,
  orderCount: 8,
  deliveredOrderCount: 6,
  rating: 4.75,
};
const none = { ...told, country: null, joinedAt: null, orderCount: null, deliveredOrderCount: null, rating: null };
const money = (amount: string, currency: string) => ({ amount, currency });

describe('what the marketplace tells of a buyer', () => {
  it('is shown from the record at once, and then as the marketplace tells it now', async () => {
    const { buyers } = window.backend.model;
    buyers.record = { ...buyers.record, told: { profile: { ...told, rating: 3 }, toldAt: Date.now() - 7_200_000 } };
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await window.page.route('**/api/desk/buyerProfile?**', async (route) => {
      await asked;
      await route.continue();
    });
    buyers.profile = { ok: true, data: { profile: told, toldAt: Date.now() } };
    const page = await enter('nguyen_thi_mai');
    const from = part(page, 'From Shopee');
    await from.getByText('3 of 5').waitFor();
    await from.getByText('As of 2 h ago').waitFor();
    answer();
    await from.getByText('4.8 of 5').waitFor();
    await from.getByText('As of just now').waitFor();
    await from.getByText('6 of 8 (75%)').waitFor();
    await from.getByText('2019-05-02').waitFor();
    await from.getByText('Vietnam').waitFor();
  });

  it('keeps the earlier answer when the marketplace cannot be asked, and says why', async () => {
    const { buyers } = window.backend.model;
    buyers.record = { ...buyers.record, told: { profile: told, toldAt: Date.now() - 7_200_000 } };
    buyers.profile = {
      ok: false,
      failure: { kind: 'refused', code: 'shop_not_logged_in', reason: 'The shop is not logged in.', detail: null },
    };
    const page = await enter('nguyen_thi_mai');
    const from = part(page, 'From Shopee');
    await from.getByRole('alert').getByText('The shop is not logged in.').waitFor();
    await from.getByText('4.8 of 5').waitFor();
    await from.getByText('As of 2 h ago').waitFor();
  });

  const GIVEN = [
    ['nguyen_thi_mai', 'Shopee', told, ['Buyer rating', 'Delivered', 'Joined', 'Country or region']],
    [
      'budi.santoso88',
      'Lazada',
      { ...none, country: 'ID', isFollower: true },
      ['Country or region', 'Follows the shop'],
    ],
    ['John Tan', 'TikTok Shop', { ...none, language: 'ms' }, ['Language']],
  ] as const;
  it.each(visited(GIVEN, 1))('of %s at %s is only what it gives', async (buyer, marketplace, profile, names) => {
    window.backend.model.buyers.profile = { ok: true, data: { profile, toldAt: Date.now() } };
    const page = await enter(buyer);
    const terms = part(page, `From ${marketplace}`).getByRole('term');
    await poll(() => terms.allTextContents()).toEqual([...names]);
  });
});

describe('orders and money', () => {
  it('are shown and asked for only where the member may see orders', async () => {
    const { model } = window.backend;
    model.member = { ...model.member, isMain: false, permissionCodeList: ['chat'] };
    const page = await enter('nguyen_thi_mai');
    await part(page, 'Orders with us').getByText('You have no permission for this.', { exact: false }).waitFor();
    await poll(() => window.backend.calls.some(({ path }) => path === CALLS.buyers.buyerProfile.path)).toBe(true);
    expect(window.backend.calls.some(({ path }) => path === CALLS.buyers.buyerOrders.path)).toBe(false);
  });

  it('are summed by currency, and honest about what was not read', async () => {
    const { buyers, shops } = window.backend.model;
    const [first, second] = [...shops.byId.values()];
    if (first === undefined || second === undefined) throw new Error('no shops');
    const spent = [money('1250000', 'VND'), money('12.5', 'SGD')];
    const refusal = { reason: 'shop_not_logged_in' as const, detail: null };
    const own = { orderCount: 9, spent, isAtLeast: true };
    buyers.orders = {
      ok: true,
      data: {
        ...own,
        toldAt: Date.now(),
        shops: [
          { shopId: first.shopId, orders: own, toldAt: Date.now(), refusal: null },
          { shopId: second.shopId, orders: null, toldAt: null, refusal },
        ],
      },
    };
    const page = await enter('nguyen_thi_mai');
    const orders = part(page, 'Orders with us');
    await orders.getByText('at least 9', { exact: true }).waitFor();
    await orders.getByText('at least ₫1,250,000').waitFor();
    await orders.getByText('at least S$12.50').waitFor();
    await orders.getByText(`${first.alias ?? first.name}: 9 orders · ₫1,250,000 · S$12.50`).waitFor();
    await orders.getByText(/: not known: /).waitFor();
  });
});

describe('contacts', () => {
  it('say since when, and that there may be more; another conversation of the buyer is a press away', async () => {
    const { buyers, chat } = window.backend.model;
    const [other] = [...chat.conversations.values()].filter(({ buyer }) => buyer.name === 'John Tan');
    if (other === undefined) throw new Error('no conversation');
    const at = new Date(2026, 0, 2, 3, 4, 5).getTime();
    buyers.record = { ...buyers.record, firstContactAt: at, isFirstContactSure: false, elsewhere: [other] };
    const page = await enter('nguyen_thi_mai');
    await part(page, 'Conversation').getByText('2026-01-02 03:04:05 or earlier').waitFor();
    await part(page, 'In our other shops').getByRole('button').first().click();
    await page.getByRole('heading', { name: 'John Tan', level: 2 }).waitFor();
  });
});

describe('blocking', () => {
  it('is asked before, seen in the panel and in the list, and taken back', async () => {
    const page = await enter('nguyen_thi_mai');
    await side(page).getByRole('button', { name: 'Block' }).click();
    await page.getByRole('dialog', { name: 'Block nguyen_thi_mai?' }).getByRole('button', { name: 'Block' }).click();
    await side(page).getByText('Blocked', { exact: true }).waitFor();
    const row = page.getByRole('option', { name: 'nguyen_thi_mai', exact: true });
    await poll(() => row.textContent()).toContain('Blocked.');
    await side(page).getByRole('button', { name: 'Unblock' }).click();
    await side(page).getByText('Blocked', { exact: true }).waitFor({ state: 'detached' });
    await side(page).getByRole('button', { name: 'Block' }).waitFor();
  });

  it('that is refused for unfinished orders says so, and changes nothing', async () => {
    window.backend.model.buyers.isBusy = true;
    const page = await enter('nguyen_thi_mai');
    await side(page).getByRole('button', { name: 'Block' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
    await page.getByText('This buyer still has unfinished orders and cannot be blocked.').waitFor();
    expect(await side(page).getByText('Blocked', { exact: true }).count()).toBe(0);
  });

  const WITHOUT_BLOCKING = [
    ['budi.santoso88', 'Lazada'],
    ['John Tan', 'TikTok Shop'],
  ] as const;
  it.each(visited(WITHOUT_BLOCKING, 1))('of %s at %s is disabled, and says why', async (buyer, marketplace) => {
    const page = await enter(buyer);
    const button = side(page).getByRole('button', { name: 'Block' });
    await button.waitFor();
    await poll(() => button.getAttribute('aria-disabled')).toBe('true');
    const why = `${marketplace} has no way for other software to block a buyer. Block the buyer in the seller centre.`;
    await side(page).getByText(why).waitFor();
    await button.click({ force: true });
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('reporting', () => {
  it('copies the facts and opens the seller centre', async () => {
    const page = await enter('nguyen_thi_mai');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.context().route('https://banhang.shopee.vn/**', (route) => route.fulfill({ body: 'seller centre' }));
    await side(page).getByRole('button', { name: 'Report…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report nguyen_thi_mai to Shopee' });
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      dialog.getByRole('button', { name: 'Copy and open' }).click(),
    ]);
    expect(tab.url()).toBe('https://banhang.shopee.vn/');
    await tab.close();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^nguyen_thi_mai\nBuyer ID: \d+\nShop: /);
  });

  it('needs the permission for seller pages, and says so', async () => {
    window.backend.model.withdraw('sellerCenter');
    const page = await enter('nguyen_thi_mai');
    const button = side(page).getByRole('button', { name: 'Report…' });
    await poll(() => button.getAttribute('aria-disabled')).toBe('true');
    await side(page).getByText('Reporting opens the seller centre, for which you have no permission.').waitFor();
  });
});

describe('notes', () => {
  it('are written, changed and deleted, and a colleague’s note comes by itself', async () => {
    const { buyers } = window.backend.model;
    const page = await enter('nguyen_thi_mai');
    await part(page, 'Notes').getByText('No notes yet.').waitFor();
    const field = side(page).getByRole('textbox', { name: 'Write a note' });
    await field.fill('pays late');
    await field.press('Control+Enter');
    await poll(() => notes(page).count()).toBe(1);
    await poll(() => field.inputValue()).toBe('');
    buyers.write('a friend of the shop', 'Suda', false);
    await poll(() => notes(page).first().textContent()).toMatch(/^a friend of the shopSuda · /);
    expect(await notes(page).first().getByRole('button').count()).toBe(0);
    await notes(page).last().getByRole('button', { name: 'Change the note' }).click();
    await side(page).getByRole('textbox', { name: 'Change the note' }).fill('pays on time');
    await side(page).getByRole('button', { name: 'Save', exact: true }).click();
    await notes(page).last().getByText('pays on time').waitFor();
    await notes(page).last().getByText('(changed').waitFor();
    await notes(page).last().getByRole('button', { name: 'Delete the note' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await poll(() => notes(page).count()).toBe(1);
  });

  it('show three until all are asked for, and what is not saved stays with its conversation', async () => {
    const { buyers } = window.backend.model;
    for (const word of ['one', 'two', 'three', 'four']) buyers.write(word, 'Suda', true);
    const page = await enter('nguyen_thi_mai');
    await poll(() => notes(page).count()).toBe(3);
    await side(page).getByRole('button', { name: 'Show all 4 notes' }).click();
    await poll(() => notes(page).count()).toBe(4);
    const field = side(page).getByRole('textbox', { name: 'Write a note' });
    await field.fill('half a note');
    await open(page, 'John Tan');
    await poll(() => field.inputValue()).toBe('');
    await open(page, 'nguyen_thi_mai');
    await poll(() => field.inputValue()).toBe('half a note');
    await field.fill('x'.repeat(1_001));
    await side(page).getByText('1,001 of 1,000').waitFor();
    await poll(() => side(page).getByRole('button', { name: 'Save note' }).isDisabled()).toBe(true);
    await field.fill('a whole note');
    await side(page).getByRole('button', { name: 'Save note' }).click();
    await poll(() => field.inputValue()).toBe('');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('and names run nothing of a hostile text', async () => {
    const { buyers, chat } = window.backend.model;
    const [mai] = [...chat.conversations.values()].filter(({ buyer }) => buyer.name === 'nguyen_thi_mai');
    if (mai === undefined) throw new Error('no conversation');
    chat.setConversation({ ...mai, buyer: { ...mai.buyer, name: HOSTILE } });
    buyers.write(HOSTILE, HOSTILE, true);
    const elsewhere = [{ ...mai, conversationId: uuidOf('elsewhere') as never }];
    buyers.record = { ...buyers.record, elsewhere, told: { profile: { ...told, country: HOSTILE }, toldAt: 1 } };
    buyers.profile = {
      ok: true,
      data: { profile: { ...told, country: HOSTILE, language: HOSTILE }, toldAt: Date.now() },
    };
    const page = await enter(HOSTILE);
    const title = await page.title();
    await notes(page).getByText(HOSTILE, { exact: true }).waitFor();
    await part(page, 'From Shopee').getByText(HOSTILE).first().waitFor();
    await side(page).getByRole('button', { name: 'Block' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.title()).toBe(title);
    expect(await side(page).locator('img, script').count()).toBe(0);
  });
});

describe('erasing a buyer', () => {
  it('is asked about once with what will go, says why it did not happen, and is not offered to a sub-account', async () => {
    const { model } = window.backend;
    let isErased = false;
    const asked: unknown[] = [];
    model.answerWith(CALLS.buyers.eraseBuyer, (input) => {
      asked.push(input);
      return isErased ? succeeded({}) : refused('buyer_answers_waiting', reasonText('buyer_answers_waiting', 'en'));
    });
    const page = await enter('nguyen_thi_mai');
    const erase = side(page).getByRole('button', { name: 'Erase this buyer…' });
    await erase.click();
    const dialog = page.getByRole('dialog', { name: 'Erase nguyen_thi_mai?' });
    await dialog.getByText('in all your shops at Shopee').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    expect(asked).toEqual([]);
    await erase.click();
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('An answer to this buyer is on its way.').waitFor();
    isErased = true;
    await erase.click();
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('The buyer is erased.').waitFor();
    expect(asked).toHaveLength(2);
    // The member is no main account any more.
    model.withdraw('ipPartition');
    await erase.waitFor({ state: 'detached' });
  });
});
