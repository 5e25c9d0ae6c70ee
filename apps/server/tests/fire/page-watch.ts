import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';
import type { Marketplace } from '@pasar/domain';

const STARTED = 'http.server.request.start';
const FINISHED = 'http.server.response.finish';
/** The call by which a marketplace lists the orders of a shop. */
const LISTS: Readonly<Record<Marketplace, string>> = {
  shopee: '/api/v3/order/search_order_list_index',
  lazada: '/apps/order/list',
  tiktok: '/api/v2/trade/orders/list',
};

/** `asked`: the request has come, and is not answered yet. `answered`: the whole answer is on its way. */
export type PageMoment = 'asked' | 'answered';
interface Trap {
  readonly page: number;
  readonly moment: PageMoment;
  readonly spring: () => void;
}

/** Sees which pages of orders are asked for at a simulator of this process. */
export class PageWatch {
  readonly #path: string;
  #counted: Record<PageMoment, number> = { asked: 0, answered: 0 };
  #trap: Trap | null = null;

  constructor(marketplace: Marketplace) {
    this.#path = LISTS[marketplace];
    subscribe(STARTED, this.#onStarted);
    subscribe(FINISHED, this.#onFinished);
  }

  /** How many pages were asked for since the count began. */
  get asked(): number {
    return this.#counted.asked;
  }

  countAnew(): void {
    this.#counted = { asked: 0, answered: 0 };
    this.#trap = null;
  }

  /** Runs `spring` at once when the page with this number, counted from 1, comes to the moment. */
  at(moment: PageMoment, page: number, spring: () => void): void {
    this.#trap = { page, moment, spring };
  }

  close(): void {
    unsubscribe(STARTED, this.#onStarted);
    unsubscribe(FINISHED, this.#onFinished);
  }

  readonly #onStarted = (message: unknown): void => this.#hear(message, 'asked');
  readonly #onFinished = (message: unknown): void => this.#hear(message, 'answered');

  #hear(message: unknown, moment: PageMoment): void {
    if (typeof message !== 'object' || message === null || !('request' in message)) return;
    const { request } = message;
    if (!(request instanceof IncomingMessage) || request.url?.split('?')[0] !== this.#path) return;
    // A session of TikTok Shop first gets the token of its requests by a HEAD.
    if (request.method === 'HEAD') return;
    this.#counted[moment] += 1;
    const trap = this.#trap;
    if (trap?.moment !== moment || trap.page !== this.#counted[moment]) return;
    this.#trap = null;
    trap.spring();
  }
}
