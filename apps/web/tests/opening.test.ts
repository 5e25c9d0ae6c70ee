import { CALLS } from '@pasar/api';
import { uuidOf } from '@pasar/sync/testing/builders';
import { beforeEach, describe, expect, it } from 'vitest';
import { open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();
const dialog = () => window.page.getByRole('dialog', { name: 'Write to the buyer of an order' });
const number = () => dialog().getByLabel('Order number');
const asked = () => window.backend.calls.filter(({ path }) => path === CALLS.chat.openConversation.path);

beforeEach(async () => {
  await window.enter('/chat/all?lang=en');
  await open(window.page, 'John Tan');
  await window.page.getByRole('button', { name: 'Write to the buyer of an order' }).click();
});

describe('the dialog that opens a conversation', () => {
  it('shows the tip of a control over itself', async () => {
    await number().evaluate((field) => field.setAttribute('data-tip', 'A tip'));
    await number().hover();
    const tip = window.page.getByText('A tip', { exact: true });
    await tip.waitFor();
    const isOnTop = await tip.evaluate((box) => {
      const { x, y, width, height } = box.getBoundingClientRect();
      return box.matches(':popover-open') && width > 0 && y + height > 0 && x > 0;
    });
    expect(isOnTop).toBe(true);
  });

  it('has the cursor in its field, offers the shops of the screen, and says which shop lacks the order', async () => {
    await poll(() => number().evaluate((field) => field === document.activeElement)).toBe(true);
    await poll(() => dialog().getByRole('button', { name: 'Open conversation' }).isDisabled()).toBe(true);
    await poll(() => dialog().getByLabel('Shop').getByRole('option').count()).toBe(11);
    await dialog().getByLabel('Shop').selectOption({ label: 'Snack Haul · TikTok Shop' });
    await number().fill(' 261120XYZ ');
    await number().press('Enter');
    await dialog().getByRole('alert').getByText('“Snack Haul” has no order 261120XYZ.', { exact: false }).waitFor();
    expect(asked().map(({ input }) => input)).toEqual([{ shopId: uuidOf('shop 9'), orderNumber: '261120XYZ' }]);
    await number().press('Escape');
    expect(await dialog().count()).toBe(0);
  });

  it('closes, and shows the conversation with the cursor in its text box', async () => {
    const { chat } = window.backend.model;
    const [known] = chat.conversations.values();
    if (known === undefined) throw new Error('no conversation');
    const conversationId = uuidOf('opened') as typeof known.conversationId;
    const buyer = { ...known.buyer, buyerId: '77' as typeof known.buyer.buyerId, name: 'Aisyah' };
    const fresh = { unreadCount: 0, isUnreply: false, waitingSince: null, lastMessage: null, lastPosition: null };
    const shopId = uuidOf('shop 0') as typeof known.shopId;
    chat.orderBuyers.set(`${shopId}/261120ABC`, {
      ...known,
      ...fresh,
      conversationId,
      shopId,
      buyer,
      lastMessageAt: 0,
    });
    await dialog().getByLabel('Shop').selectOption({ label: 'Bangkok Gadget House · Shopee' });
    await number().fill('261120ABC');
    await number().press('Enter');
    await window.page.getByRole('heading', { name: 'Aisyah', level: 2 }).waitFor();
    expect(await dialog().count()).toBe(0);
    const box = window.page.getByRole('textbox', { name: 'Message', exact: true });
    await poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true);
  });
});
