import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';
import { PATIENT } from './patience.ts';

/** User names of the demo. All have the same password. */
export const MAIN = 'demo@pasar.example';
export const SHOPEE_ONLY = 'demo:anong';
export const LAZADA_AND_TIKTOK = 'demo:linh';
export const PASSWORD = 'pasar-demo-1';

export const CHAT_PATHS = {
  all: '/chat/all',
  shopee: '/chat/index',
  lazada: '/chat-lazada/index',
  tiktok: '/chat-tiktok/index',
} as const;

const conversationRows = z.array(
  z.object({
    name: z.string(),
    position: z.number(),
    size: z.number(),
    isChosen: z.boolean(),
    lastAt: z.number(),
    facts: z.string(),
  }),
);
const messageRows = z.array(
  z.object({
    index: z.number(),
    author: z.enum(['buyer', 'seller', 'robot', 'system']),
    text: z.string(),
    isTimeShown: z.boolean(),
    isInView: z.boolean(),
  }),
);
const heldRow = z.object({ isThere: z.boolean(), index: z.number(), text: z.string(), offset: z.number() });
const focused = z.object({ pane: z.string().nullable(), tag: z.string() });
const scrolled = z.object({ top: z.number(), toEnd: z.number() });

export type ConversationRow = z.infer<typeof conversationRows>[number];
export type MessageRow = z.infer<typeof messageRows>[number];

/** Less than the list's height, so that no row is skipped. Pixels. */
const STEP_PX = 600;

/** One window of the desk in English; elements are found by the names that a person or a screen reader uses. */
export class Desk {
  readonly page: Page;
  readonly #url: string;
  readonly shops: Locator;
  readonly conversations: Locator;
  readonly messages: Locator;
  readonly buyer: Locator;
  readonly log: Locator;
  readonly composer: Locator;
  readonly pill: Locator;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    this.shops = page.getByRole('region', { name: 'Shops', exact: true });
    this.conversations = page.getByRole('region', { name: 'Conversations', exact: true });
    this.messages = page.getByRole('region', { name: 'Messages', exact: true });
    this.buyer = page.getByRole('region', { name: 'Buyer', exact: true });
    this.log = page.getByRole('log', { name: 'Messages', exact: true });
    this.composer = this.messages.getByRole('textbox', { name: 'Message', exact: true });
    this.pill = this.messages.getByRole('button', { name: /^(\d+ new messages?|Go to the newest)$/ });
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.#url}${path}`);
  }
  async logIn(username: string = MAIN, password: string = PASSWORD): Promise<void> {
    await this.page.getByLabel('Email or username').fill(username);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Log in', exact: true }).click();
  }
  /** Opens a screen of a signed-in member, in English; resolves when every shop is live. */
  async open(path: string): Promise<void> {
    await this.goto(`${path}?lang=en`);
    await this.page.getByText(/^All \d+ shops connected$/).waitFor();
    await this.page.locator('[data-live=live]').waitFor();
  }

  shop(name: string): Locator {
    return this.shops.getByRole('option', { name, exact: true });
  }
  conversation(name: string): Locator {
    return this.conversations.getByRole('option', { name, exact: true });
  }
  tab(name: 'To answer' | 'Due' | 'Unread' | 'All'): Locator {
    return this.conversations.getByRole('tab', { name, exact: true });
  }
  /** Shows a list that has no tab of its own, by the menu behind the tabs. */
  async chooseList(name: 'Unreplied' | 'Pinned' | 'All'): Promise<void> {
    await this.conversations.getByRole('button', { name: 'More lists', exact: true }).click();
    await this.page.getByRole('menuitemradio', { name, exact: true }).click();
  }
  /** Finds a buyer by name and opens the conversation; the search is cleared afterwards. */
  async find(name: string): Promise<void> {
    const search = this.conversations.getByRole('searchbox', { name: 'Search buyers' });
    await search.fill(name);
    await this.choose(name);
    await search.fill('');
  }
  async choose(name: string): Promise<void> {
    await this.conversation(name).click();
    await this.messages.getByRole('heading', { name, exact: true }).waitFor();
    await this.log.waitFor();
  }
  /** Closes the open conversation. */
  async leave(): Promise<void> {
    await this.conversations.getByRole('listbox').press('Escape');
    await this.page.getByText('Welcome. Pick a conversation to begin').waitFor();
  }

  /** The text of a message, wherever it stands in the log; line breaks count as spaces. */
  text(text: string): Locator {
    return this.log.getByText(text, { exact: true });
  }
  /** The message row with this text, including its delivery mark. */
  message(text: string): Locator {
    return this.log.locator('[data-author]', { has: this.page.getByText(text, { exact: true }) });
  }
  /** The delivery mark under one of the shop's own messages: Sending, Sent, Read, … */
  mark(text: string, word: string): Locator {
    return this.message(text).locator('[data-mark]').getByText(word, { exact: true });
  }
  async say(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.send();
  }
  /** Sends what the composer holds. */
  async send(): Promise<void> {
    await this.composer.press('Enter');
    // What has a warning, such as English to a buyer who writes Thai, stays until the next Enter.
    const isHeld = (await this.composer.inputValue()) !== '' || (await this.attached.count()) > 0;
    if (isHeld) await this.composer.press('Enter');
  }

  /** The pictures in messages of one side, in their order. */
  pictures(author: 'buyer' | 'seller'): Locator {
    return this.log.locator(`[data-author="${author}"]`).getByRole('img', { name: 'Image', exact: true });
  }
  /** The pictures over the composer, which the next Enter sends. */
  get attached(): Locator {
    return this.messages.getByRole('list', { name: 'Pictures and videos to send' }).getByRole('img');
  }
  /** Pastes a file into the composer, as the browser does. */
  async pasteFile(name: string, base64: string, type: string): Promise<void> {
    await this.#see(`pasteFile(${JSON.stringify({ name, base64, type })})`);
  }

  /** Unread messages of a conversation as its row says; 0 when it says none. */
  async unreadOf(name: string): Promise<number> {
    const row = (await this.rows()).find((candidate) => candidate.name === name);
    if (row === undefined) throw new Error(`${name} is not in the list`);
    return unreadIn(row.facts);
  }
  /** Unread messages of a shop. */
  async unreadOfShop(name: string): Promise<number> {
    return unreadIn(await this.shop(name).getAttribute('aria-description'));
  }
  /** Unread messages of a screen, from the rail: `All shops`, `Shopee`, … */
  async unreadOfScreen(name: string): Promise<number> {
    const link = this.page.getByRole('navigation').getByRole('link', { name, exact: true });
    return unreadIn(await link.getAttribute('aria-description'));
  }

  /** Unfolds the pinned conversations, so that the list is complete. */
  async showAllPinned(): Promise<void> {
    await this.conversations.getByRole('button', { name: /^Show all \d+ pinned$/ }).click();
    await this.conversations.getByRole('button', { name: 'Show fewer pinned' }).waitFor();
  }
  async rows(): Promise<readonly ConversationRow[]> {
    return conversationRows.parse(await this.#see('conversations()'));
  }
  /** The newest `count` rows of the list or more, by scrolling from the top; loads more at the end. */
  async topRows(count: number): Promise<readonly ConversationRow[]> {
    const found = new Map<number, ConversationRow>();
    for (let top = 0, left = 1; left > 0 && found.size < count; top += STEP_PX) {
      left = z.number().parse(await this.#see(`scrollConversations(${top})`));
      for (const row of await this.rows()) found.set(row.position, row);
    }
    await this.#see('scrollConversations(0)');
    return [...found.values()].sort((left, right) => left.position - right.position);
  }
  /** Scrolls to the end of the list until it has `count` rows. */
  async loadRows(count: number): Promise<void> {
    const size = async () => {
      await this.#see('scrollConversations(1_000_000)');
      return (await this.rows())[0]?.size;
    };
    await expect.poll(size, PATIENT).toBe(count);
  }
  async messageRows(): Promise<readonly MessageRow[]> {
    return messageRows.parse(await this.#see('messages()'));
  }
  /** Scrolls the message panel. Pixels from the beginning. */
  async scrollMessages(top: number): Promise<z.infer<typeof scrolled>> {
    return scrolled.parse(await this.#see(`scrollMessages(${top})`));
  }
  /** Remembers the first row in view; `held` then gives its position. */
  async hold(): Promise<z.infer<typeof heldRow>> {
    return heldRow.parse(await this.#see('hold()'));
  }
  async held(): Promise<z.infer<typeof heldRow>> {
    await this.#see('settled()');
    return heldRow.parse(await this.#see('held()'));
  }
  /** Presses a key; true when a message with this text was in view in the first frame after the key. */
  async isPaintedBy(key: string, text: string): Promise<boolean> {
    await this.#see(`watchNextKey(${JSON.stringify(text)})`);
    await this.page.keyboard.press(key);
    return z.boolean().parse(await this.#see('painted()'));
  }
  async focus(): Promise<z.infer<typeof focused>> {
    return focused.parse(await this.#see('focus()'));
  }
  /** Every word on the page, visible or only for screen readers, except what people wrote in conversations. */
  async chrome(): Promise<readonly string[]> {
    return z.array(z.string()).parse(await this.#see('chrome()'));
  }

  #see(expression: string): Promise<unknown> {
    return this.page.evaluate(`journey.${expression}`);
  }
}

const unreadIn = (text: string | null): number => Number(/(\d+) unread/.exec(text ?? '')?.[1] ?? 0);
