import { type AfterSalesCase, CALLS, type NotificationView, type ReviewView, type ShopView } from '@pasar/api';
import { refusal } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { aShop } from '@pasar/sync/testing/builders';
import { beforeEach, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { order, thb } from './order-answers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest({ size: { width: 1440, height: 900 } });
const [SHOPEE, LAZADA] = [aShop(1, 'shopee'), aShop(2, 'lazada')];
const HOUR = 3_600_000;
const caseId = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

const base = (number: number, shop: ShopView): AfterSalesCase => ({
  caseId: caseId(number),
  kind: 'cancel',
  isOpen: true,
  shopId: shop.shopId,
  orderId: `17${number}`,
  orderNumber: `26112${number}ABC`,
  buyerId: null,
  buyerName: 'Somchai',
  conversationId: null,
  amount: thb('120'),
  since: Date.now() - 5 * HOUR,
  respondBy: null,
  items: [...order(number).items],
  cancelReason: '4',
  returned: null,
});
const aReturn = (number: number, respondBy: number): AfterSalesCase => ({
  ...base(number, SHOPEE),
  kind: 'return',
  respondBy,
  cancelReason: null,
  returned: {
    returnId: `90${number}`,
    returnSn: `R${number}`,
    orderId: `17${number}`,
    orderNumber: null,
    buyerId: null,
    buyerName: 'Somchai',
    status: 'apply',
    wireStatus: '1',
    reason: 'damaged',
    wireReason: '106',
    buyerText: 'The lid is broken',
    refund: thb('120'),
    areGoodsReturned: true,
    items: [],
    pictureUrls: ['https://cf.shopee.sg/file/abc'],
    trackingNumber: null,
    createdAt: 1,
    changedAt: 1,
    respondBy,
  },
});

let unseen = { cancel: 0, refund: 0, return: 0, reviews: 0, notifications: 0, open: 0, dueSoon: 0 };
let seen: unknown[];
let cases: readonly AfterSalesCase[];
beforeEach(async () => {
  const { model } = window.backend;
  unseen = { cancel: 1, refund: 0, return: 2, reviews: 6, notifications: 4, open: 3, dueSoon: 1 };
  seen = [];
  cases = [
    aReturn(1, Date.now() - 2 * HOUR),
    aReturn(2, Date.now() + 3 * HOUR),
    base(3, SHOPEE),
    { ...base(4, LAZADA), kind: 'refund' },
  ];
  await window.signIn();
  model.shops.byId.clear();
  for (const shop of [SHOPEE, LAZADA]) model.shops.setShop(shop);
  model.answerWith(CALLS.readings.readings, () => succeeded({ readings: [], everyMinutes: 10 }));
  model.answerWith(CALLS.readings.unseen, () => succeeded(unseen));
  model.answerWith(CALLS.readings.markSeen, (input) => {
    seen.push(input);
    unseen = { ...unseen, cancel: 0, refund: 0, return: 0 };
    return succeeded({});
  });
  model.answerWith(CALLS.afterSales.afterSalesCases, ({ tab, words }) =>
    succeeded({
      cases: cases.filter(
        ({ kind, orderNumber }) => (tab === 'open' || tab === kind) && (orderNumber ?? '').includes(words ?? ''),
      ),
      asOf: 7,
      next: null,
    }),
  );
  model.answerWith(CALLS.afterSales.afterSalesCounts, () =>
    succeeded({ tabs: { open: 4, cancel: 1, refund: 1, return: 2, closed: 0 } }),
  );
});
const go = (path: string, query = '') => window.page.goto(`${window.url}${path}?lang=en${query}`);

describe('after-sales', () => {
  it('reminds on every screen until the page is opened, where what runs out first stands first', async () => {
    const { page } = window;
    await go('/chat/all');
    const banner = page.getByRole('status').filter({ hasText: 'Not seen yet' });
    await banner.getByText('Not seen yet: 1 cancellation and 2 returns.').waitFor();
    await banner.getByRole('link', { name: 'Show them' }).click();
    const nav = page.getByRole('navigation', { name: 'Pages about orders' });
    await nav.getByRole('link', { name: 'After-sales' }).waitFor();
    // The cases are seen at once, the reviews are not.
    await nav.getByText('6 not seen yet').waitFor({ state: 'attached' });
    await poll(() => seen).toEqual([{ subject: 'returns', until: 7 }]);
    await banner.waitFor({ state: 'detached' });
    const rows = page.getByRole('table', { name: 'After-sales' }).locator('tbody tr');
    await poll(() => rows.count()).toBe(4);
    await rows.nth(0).getByText('Overdue for 2 hours').waitFor();
    await rows.nth(1).getByText('2 hours left').or(rows.nth(1).getByText('3 hours left')).waitFor();
    await page.getByRole('tab', { name: 'Returns 2' }).click();
    await poll(() => rows.count()).toBe(2);
    expect(new URL(page.url()).searchParams.get('tab')).toBe('return');
    await page.getByRole('searchbox', { name: 'Search cases' }).fill('nothing');
    await page.getByText('No case matches').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  it('shows a return with its pictures and parcel, answers a cancellation, and says where it is answered else', async () => {
    const { page, backend } = window;
    const returned = cases[0]?.returned;
    if (returned == null) throw new Error('the first case is a return');
    backend.model.answerWith(CALLS.afterSales.returnDetail, () =>
      succeeded({ ...returned, trackingNumber: 'BACK-1', events: [{ at: 5, text: 'Handed in' }] }),
    );
    const answered: unknown[] = [];
    backend.model.answerWith(CALLS.orderBook.answerCancellation, (input) => {
      answered.push(input);
      cases = cases.filter(({ kind }) => kind !== 'cancel');
      return succeeded({});
    });
    await go('/orders/after-sales');
    await page.getByRole('button', { name: '261121ABC' }).press('Enter');
    const panel = page.getByRole('region', { name: 'Return: order 261121ABC' });
    await panel.getByText('The lid is broken').waitFor();
    await panel.getByRole('region', { name: 'The parcel that comes back' }).getByText('Handed in').waitFor();
    await panel.getByText('BACK-1').waitFor();
    await panel.getByRole('link', { name: 'Picture 1' }).waitFor();
    await panel.getByText('Shopee has no call to answer it.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: '261123ABC' }).click();
    await page.getByRole('button', { name: 'Accept cancellation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept cancellation' }).click();
    await poll(() => answered).toEqual([{ shopId: SHOPEE.shopId, orderId: '173', isAccepted: true }]);
    await poll(() => page.getByRole('button', { name: '261123ABC' }).count()).toBe(0);
  });

  it('keeps of what it reminds, and how often, in the browser', async () => {
    const { page } = window;
    await go('/orders/after-sales');
    await page.getByRole('button', { name: 'Reminders' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reminders of new cases' });
    await dialog.getByRole('checkbox', { name: 'Return' }).uncheck();
    await dialog.getByLabel('Remind again').selectOption('60');
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The reminders are saved in this browser.').waitFor();
    unseen = { ...unseen, cancel: 0, return: 5 };
    await go('/chat/all');
    await page.getByRole('region', { name: 'Conversations' }).waitFor();
    window.backend.model.append({ kind: 'readings', subject: 'returns' });
    unseen = { ...unseen, cancel: 2 };
    window.backend.model.append({ kind: 'readings', subject: 'orders' });
    await page.getByText('Not seen yet: 2 cancellations.').waitFor();
  });
});

describe('reviews and notifications', () => {
  const review = (number: number, more: Partial<ReviewView> = {}): ReviewView => ({
    reviewId: String(number),
    orderNumber: `26112${number}ABC`,
    orderId: `17${number}`,
    buyerId: null,
    buyerName: `Buyer ${number}`,
    stars: number,
    comment: `Words ${number}`,
    reply: null,
    productId: null,
    productName: 'Lunch box',
    pictureUrls: [],
    createdAt: 1_763_712_000_000,
    shopId: SHOPEE.shopId,
    conversationId: null,
    ...more,
  });

  it('lists the lowest stars first, narrows by a bar, and leads to the order', async () => {
    const { page, backend } = window;
    const asked: unknown[] = [];
    backend.model.answerWith(CALLS.reviews.listReviews, (input) => {
      asked.push(input);
      return succeeded({
        reviews: [review(1), review(5, { reply: 'Thank you' })].filter(
          ({ stars }) => input.stars === undefined || input.stars.includes(stars),
        ),
        asOf: 9,
        next: null,
      });
    });
    backend.model.answerWith(CALLS.reviews.reviewCounts, () =>
      succeeded({ stars: [1, 5].map((stars) => ({ stars, count: stars })), unanswered: 1 }),
    );
    await go('/orders/reviews');
    const rows = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem');
    await poll(() => rows.count()).toBe(2);
    expect(asked[0]).toMatchObject({ sort: 'lowest' });
    await rows.nth(1).getByText('Thank you').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: '5 stars 5' }).click();
    await poll(() => rows.count()).toBe(1);
    await poll(() => seen).toContainEqual({ subject: 'reviews', until: 9 });
    await rows.first().getByRole('link', { name: 'Order 261125ABC' }).click();
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('261125ABC');
  });

  it('has what is urgent on top, marks it as read, and lists the shops where that failed', async () => {
    const { page, backend } = window;
    const told = (number: number, more: Partial<NotificationView> = {}): NotificationView => ({
      notificationId: String(number),
      kind: 'order',
      wireKind: 'order',
      title: `Title ${number}`,
      text: 'Text',
      isRead: false,
      at: 1_763_712_000_000,
      shopId: SHOPEE.shopId,
      ...more,
    });
    let urgent = told(1, { kind: 'violation' });
    backend.model.answerWith(CALLS.notifications.listNotifications, () =>
      succeeded({
        onTop: urgent.isRead ? [] : [urgent],
        notifications: [told(2), told(3, { kind: 'unknown', wireKind: 'coins' }), ...(urgent.isRead ? [urgent] : [])],
        asOf: 9,
        next: null,
      }),
    );
    backend.model.answerWith(CALLS.notifications.notificationCounts, () =>
      succeeded({ kinds: [{ kind: 'order', all: 2, unread: 2 }] }),
    );
    backend.model.answerWith(CALLS.notifications.readNotification, () => {
      urgent = { ...urgent, isRead: true };
      return succeeded({});
    });
    backend.model.answerWith(CALLS.notifications.readAllNotifications, () =>
      succeeded({ failed: [{ shopId: SHOPEE.shopId, refusal: refusal('shop_login_expired') }] }),
    );
    await go('/orders/notifications');
    const rows = page.getByRole('list', { name: 'Notifications of the marketplace' }).getByRole('listitem');
    await rows.first().getByText('Violation').waitFor();
    await rows.nth(2).getByText('“coins”').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await rows.first().getByRole('button', { name: 'Mark as read' }).click();
    await rows.first().getByText('Title 2').waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark all as read' }).click();
    await page
      .getByRole('list', { name: 'Shops whose notifications could not be marked' })
      .getByText(/^Shop 1: /)
      .waitFor();
  });
});
