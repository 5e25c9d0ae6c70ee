import { CALLS } from '@pasar/api';
import { ABILITIES, type Ability, levelOf, MARKETPLACES, type Marketplace } from '@pasar/domain';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { log, open, poll } from './desk-helpers.ts';
import { visited } from './in-turn.ts';
import { answerOrders } from './order-answers.ts';
import { answerProducts } from './product-answers.ts';
import { windowOfEachTest } from './screen-harness.ts';

/**
 * What a marketplace cannot do stands on the screen all the same, disabled and with the reason. This is the one table
 * of the places: an ability of the chat without a row does not compile, and a place that is not on the screen fails.
 */
type ChatAbility =
  | Exclude<Ability, `${string}.${string}`>
  | Extract<Ability, `goods.${string}` | `buyers.${string}` | `orders.${string}` | `media.${string}`>;
type Lacked = {
  readonly [Name in ChatAbility]: 'no' extends (typeof ABILITIES)[Name][Marketplace] ? Name : never;
}[ChatAbility];
/** Finds the place where the marketplace's lack is shown, and fails when it does not say so. */
type Place = (at: Conversation) => Promise<void>;
/** Why there is nothing that a person could want to press. */
interface Nowhere {
  readonly because: string;
}
interface Conversation {
  readonly marketplace: Marketplace;
  /** Its name on the screen. */
  readonly name: string;
}

const window = windowOfEachTest();
const NAMES = { shopee: 'Shopee', lazada: 'Lazada', tiktok: 'TikTok Shop' } as const;
const page = () => window.page;
const side = () => page().getByRole('region', { name: 'Buyer', exact: true });
const sideTab = (name: string) => side().getByRole('tab', { name, exact: true });
const isOff = async (control: Locator) => {
  await control.first().waitFor();
  for (const each of await control.all()) expect(await each.getAttribute('aria-disabled')).toBe('true');
};

const ofHeader =
  (action: string): Place =>
  async ({ name }) => {
    const why = `${action}: ${name} has no way for other software to do this.`;
    const button = page().getByRole('button', { name: why, exact: true });
    await isOff(button);
    await poll(() => button.getAttribute('data-tip')).toContain(why);
  };
/** In the menu of the conversation's row. */
const ofRow =
  (action: string): Place =>
  async ({ marketplace, name }) => {
    const buyer = talkOf(marketplace).buyer.name;
    const row = page()
      .getByRole('listbox', { name: 'Conversations' })
      .getByRole('option', { name: buyer, exact: true });
    await row.click({ button: 'right' });
    const menu = page().getByRole('menu', { name: buyer });
    await isOff(menu.getByRole('menuitem', { name: action, exact: true }));
    await menu.getByText(new RegExp(`${action}: ${name} has no way for other software to do this`)).waitFor();
    await page().keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  };
/** In the menu of the shop's own message. */
const ofMessage =
  (...actions: readonly string[]): Place =>
  async ({ name }) => {
    const row = log(page()).locator('[data-author="seller"]').last();
    await row.hover();
    await row.getByRole('button', { name: 'Message actions' }).click();
    const menu = page().getByRole('menu', { name: 'Message actions' });
    const note = menu.getByText(`${name} has no way for other software to do what is grey.`);
    await note.waitFor();
    for (const action of actions) {
      const item = menu.getByRole('menuitem', { name: action, exact: true });
      await isOff(item);
      await poll(() => item.getAttribute('aria-describedby')).toBe(await note.getAttribute('id'));
      await item.click({ force: true });
    }
    // A press of a disabled action does nothing; the menu stays.
    await note.waitFor();
    await page().keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  };
const ofPicker =
  (tab: string, why: (name: string) => string): Place =>
  async ({ name }) => {
    await page().getByRole('button', { name: 'Send from the shop' }).click();
    const dialog = page().getByRole('dialog', { name: /^Send to / });
    await isOff(dialog.getByRole('tab', { name: tab, exact: true }));
    await dialog.getByRole('tab', { name: tab, exact: true }).click({ force: true });
    await dialog.getByRole('tabpanel').getByText(why(name)).waitFor();
    await page().keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
const inChat = (what: string) => (name: string) => `${name} has no way to send ${what} in a chat.`;
const ofOrder =
  (region: string, button: string, why: (name: string) => string): Place =>
  async ({ name }) => {
    await sideTab('Orders').click();
    await side().getByRole('button', { name: 'Open order 261121ABC', exact: true }).click();
    const part = side().getByRole('region', { name: region, exact: true });
    await isOff(part.getByRole('button', { name: button, exact: true }));
    await part.getByText(why(name)).first().waitFor();
    await side().getByRole('button', { name: 'All orders of the buyer' }).click();
    await sideTab('Buyer').click();
  };

const PLACES: Readonly<Record<Lacked, Place | Nowhere>> = {
  typing: { because: 'that the other side types is told and not asked for' },
  favorite: ofHeader('Add to favourites'),
  recall: ofMessage('Recall…'),
  delete: ofMessage('Delete on our side…'),
  mark: ofMessage('Mark as favourite', 'Pin this message', 'Mark for later'),
  quote: ofMessage('Reply to this'),
  'orders.answerCancellation': { because: 'it stands on the page of orders, whose own test looks for the reason' },
  'orders.createWaybills': { because: 'it stands on the page of orders, whose own test looks for the reason' },
  'orders.returnDetail': { because: 'a return stands only on the page of a marketplace that lists returns' },
  'buyers.closeConversation': ofRow('Close the conversation'),
  'buyers.restartConversation': async (at) => {
    const { chat } = window.backend.model;
    const talk = talkOf(at.marketplace);
    chat.setConversation({ ...talk, status: 'closed' });
    await ofRow('Restart the conversation')(at);
    chat.setConversation(talk);
  },
  reopen: async ({ marketplace }) => {
    const { chat } = window.backend.model;
    const talk = talkOf(marketplace);
    chat.setConversation({ ...talk, status: 'closed' });
    const restart = page().getByRole('button', { name: 'Restart', exact: true });
    const isRefused = page().getByText('Closed; the marketplace accepts no messages here now');
    await (levelOf(marketplace, 'buyers.restartConversation') === 'yes' ? restart : isRefused).waitFor();
    chat.setConversation(talk);
  },
  lines: { because: 'the addresses of a marketplace are chosen in IP isolation, for the marketplace that has several' },
  video: ofPicker('Videos', inChat('a video')),
  productList: async () => {
    await page().getByRole('button', { name: 'Send from the shop' }).click();
    const dialog = page().getByRole('dialog', { name: /^Send to / });
    await dialog.getByRole('tab', { name: 'Products', exact: true }).click();
    for (const at of [0, 1]) await dialog.getByRole('checkbox', { name: /^Lamp/ }).nth(at).check();
    await dialog.getByText('Each product goes out as a message of its own.').waitFor();
    await page().keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  },
  orderCard: ofPicker('Orders', inChat('an order')),
  voucherCard: ofPicker('Vouchers', inChat('a voucher')),
  ratingCard: ofPicker('Rating card', inChat('a rating card')),
  followInvitation: ofPicker('Invitation', (name) => `${name} has no invitation to follow a shop.`),
  unreplied: { because: 'Pasar itself knows who waits for an answer, at every marketplace' },
  'buyers.searchConversations': { because: 'the list offers the search at the marketplaces that have one, by name' },
  unread: { because: 'Pasar itself keeps what is marked unread, at every marketplace' },
  mute: { because: 'Pasar itself keeps what is muted, at every marketplace' },
  deleteConversation: { because: 'Pasar itself keeps what is deleted; its dialog says where the marketplace is told' },
  switchShop: { because: 'shops of one login are served at once; nobody switches' },
  'goods.voucherDetail': async ({ marketplace, name }) => {
    const voucher = { voucherId: '81', voucherCode: 'TEN', title: 'Ten percent', discount: null };
    window.backend.model.chat.receive(talkOf(marketplace).conversationId, {
      content: { type: 'voucher', voucher, wireType: 'w', raw: null },
    });
    await log(page()).getByRole('button', { name: 'Details of Ten percent' }).click();
    await side().getByText(`${name} does not tell the details of a voucher.`).waitFor();
    await isOff(side().getByRole('button', { name: 'Send to the buyer', exact: true }));
    await sideTab('Buyer').click();
  },
  'goods.quickReplies': async ({ name }) => {
    await sideTab('Quick replies').click();
    await side().getByText(`${name} keeps no shortcuts of its own.`).waitFor();
    await sideTab('Buyer').click();
  },
  'goods.listVouchers': ofPicker('Vouchers', inChat('a voucher')),
  'goods.listStickers': ofPicker(
    'Stickers',
    (name) => `Stickers of ${name} cannot be sent, because the marketplace does not list them.`,
  ),
  'buyers.offerDetail': { because: 'no buyer of the marketplace makes offers' },
  'buyers.answerOffer': { because: 'no buyer of the marketplace makes offers' },
  'buyers.setBlocked': async ({ name }) => {
    await isOff(side().getByRole('button', { name: 'Block', exact: true }));
    await side().getByText(`${name} has no way for other software to block a buyer.`).waitFor();
  },
  'orders.writeSellerNote': ofOrder('Seller note', 'Add', (name) => `${name} has no seller note that Pasar can write.`),
  'orders.rateBuyer': ofOrder('Rating of the buyer', 'Rate', (name) => `${name} has no rating of buyers.`),
  'orders.listReturns': { because: 'nothing of Pasar lists returns yet, at any marketplace' },
  'media.uploadVideo': ofPicker('Videos', inChat('a video')),
  'media.translate': { because: 'the translation service of the server takes the place of the marketplace’s' },
};

const talkOf = (marketplace: Marketplace) => {
  const { shops, chat } = window.backend.model;
  const shop = [...shops.byId.values()].find(
    (item) => item.marketplace === marketplace && item.connection.state === 'live',
  );
  const talk = [...chat.conversations.values()].find(({ shopId }) => shopId === shop?.shopId);
  if (talk === undefined) throw new Error(`nobody writes to ${marketplace}`);
  return talk;
};

describe.each(visited(MARKETPLACES, 1))('what %s cannot do', (marketplace) => {
  const lacked = Object.entries(PLACES).filter(([ability]) => levelOf(marketplace, ability as Lacked) === 'no');

  it('stands on the screen, disabled and with the reason', async () => {
    const { model } = window.backend;
    const talk = talkOf(marketplace);
    answerOrders(model);
    answerProducts(model);
    model.chat.receive(talk.conversationId, { author: 'seller', content: { type: 'text', text: 'our words' } });
    await window.enter('/chat/all?lang=en');
    await open(page(), talk.buyer.name);
    await log(page()).getByText('our words').waitFor();
    for (const [ability, place] of lacked) {
      if ('because' in place) continue;
      await place({ marketplace, name: NAMES[marketplace] }).catch((error: Error) => {
        throw new Error(`${ability}: ${error.message}`, { cause: error });
      });
    }
  });

  it('is said where its key is pressed, and is not in the palette', async () => {
    await window.enter('/chat/all?lang=en');
    await open(page(), talkOf(marketplace).buyer.name);
    const isHere = levelOf(marketplace, 'favorite') === 'yes';
    const why = page().getByText(`Add to favourites: ${NAMES[marketplace]} has no way for other software to do this.`);
    if (!isHere) {
      await page().keyboard.press('Alt+s');
      await why.waitFor();
    }
    await page().keyboard.press('Control+k');
    const palette = page().getByRole('dialog', { name: 'Commands' });
    await palette.getByRole('combobox').fill('open conversation');
    await palette.getByRole('option', { name: /^Pin / }).waitFor();
    await poll(() => palette.getByRole('option', { name: /^Add to favourites / }).count()).toBe(isHere ? 1 : 0);
    expect(window.backend.calls.filter(({ path }) => path === CALLS.chat.favoriteConversation.path)).toEqual([]);
  });
});

it('the table has every ability of the chat that some marketplace lacks, and no other', () => {
  const isOfChat = (name: string) => /^(goods|buyers|orders|media)\./.test(name) || !name.includes('.');
  const lacked = Object.entries(ABILITIES)
    .filter(([name, row]) => isOfChat(name) && MARKETPLACES.some((marketplace) => row[marketplace] === 'no'))
    .map(([name]) => name);
  expect(Object.keys(PLACES).sort()).toEqual(lacked.sort());
});
