import type { Locator, Page } from 'playwright-core';
import type { Buyer } from './market.ts';

/** The page that the simulator serves: the buyer's phone, or the seller's own app. */
export class Phone {
  readonly page: Page;
  readonly #url: string;
  readonly log: Locator;
  readonly #box: Locator;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    this.log = page.getByRole('log', { name: 'Messages' });
    this.#box = page.getByRole('textbox', { name: 'Message', exact: true });
  }

  async open(): Promise<void> {
    await this.page.goto(`${this.#url}/?lang=en`);
    await this.page.getByText('Live', { exact: true }).waitFor();
  }
  /** Opens the buyer's conversation, which marks it read for the holder of the phone. */
  async choose({ place, name, shopName }: Buyer): Promise<void> {
    await this.page.getByLabel('Marketplace', { exact: true }).selectOption(place.marketplace);
    await this.page.getByLabel('Shop', { exact: true }).selectOption(place.shopId);
    await this.page.getByLabel('Buyer', { exact: true }).selectOption(place.buyerId);
    const isSeller = await this.page.getByRole('radio', { name: "the seller's app" }).isChecked();
    await this.page.getByRole('heading', { name: isSeller ? name : shopName, exact: true }).waitFor();
    await this.log.locator('[data-message-id]').first().waitFor();
  }
  async hold(what: "the buyer's phone" | "the seller's app"): Promise<void> {
    await this.page.getByRole('radio', { name: what }).check();
  }
  async write(text: string): Promise<void> {
    await this.#box.fill(text);
    await this.page.getByRole('button', { name: 'Send', exact: true }).click();
    await this.text(text).waitFor();
  }
  /** Sends a picture that the simulator draws, as the holder of the phone. */
  async sendPicture(): Promise<void> {
    await this.page.getByRole('button', { name: 'Picture', exact: true }).click();
  }
  /** The pictures that came from the other side, in their order. */
  get theirPictures(): Locator {
    return this.log.locator('.other').getByRole('img', { name: 'Picture', exact: true });
  }
  /** The text of a message; line breaks count as spaces. */
  text(text: string): Locator {
    return this.log.getByText(text, { exact: true });
  }
  /** The mark under a message that this phone sent: Sent or Read. */
  mark(text: string, word: 'Sent' | 'Read'): Locator {
    return this.log
      .getByRole('article')
      .filter({ has: this.page.getByText(text, { exact: true }) })
      .getByText(word, { exact: true });
  }
}
