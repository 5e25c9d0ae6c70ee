import { countersOf } from '@pasar/sync/testing/model/conversation-facts';
import type { Page } from 'playwright-core';
import type { Window } from './browser.ts';

/** What the page has played and shown, instead of the browser's own sounds and notifications. */
export interface Told {
  readonly sounds: number;
  /** The pitch of each tone that was played. */
  readonly pitches: readonly number[];
  readonly notifications: readonly { readonly title: string; readonly body: string }[];
}
export const told = (page: Page) =>
  page.evaluate((): Told => JSON.parse(document.documentElement.dataset.told ?? 'null'));

/** Opens the chat and notes what it plays and shows. `isAway`: the member looks at another window. */
export async function enterTold(window: Window, { isAway }: { readonly isAway: boolean }): Promise<Page> {
  const { page } = window;
  await page.addInitScript((away) => {
    const held = { sounds: 0, pitches: [] as number[], notifications: [] as { title: string; body: string }[] };
    const show = () => {
      document.documentElement.dataset.told = JSON.stringify(held);
    };
    document.addEventListener('DOMContentLoaded', show);
    class Sound extends AudioContext {
      constructor() {
        super();
        held.sounds += 1;
        show();
      }
      override createOscillator(): OscillatorNode {
        const made = super.createOscillator();
        const start = made.start.bind(made);
        made.start = (when) => {
          held.pitches.push(made.frequency.value);
          show();
          start(when);
        };
        return made;
      }
    }
    globalThis.AudioContext = Sound;
    class Shown extends EventTarget {
      static readonly permission = 'granted';
      static newest: Shown | null = null;
      onclick: (() => void) | null = null;
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        super();
        held.notifications.push({ title, body });
        show();
        document.addEventListener('press notification', () => this.onclick?.(), { once: true });
      }
      close(): void {
        this.dispatchEvent(new Event('close'));
      }
    }
    Object.defineProperty(globalThis, 'Notification', { value: Shown });
    if (away) document.hasFocus = () => false;
  }, isAway);
  await window.enter('/chat/all?lang=en');
  await page.locator('[data-live="live"]').waitFor();
  // Browsers play nothing before the first press.
  await page.getByRole('tab', { name: 'All', exact: true }).click();
  // What tells of buyers is loaded behind the first paint, and sets the icon.
  await page.locator('link[rel="icon"][href="/favicon.svg"]').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.documentElement.dataset.told !== undefined);
  await page.waitForLoadState('networkidle');
  return page;
}

/** Nobody waits, and nothing is unread. */
export function letNobodyWait({ backend }: Window): void {
  const { chat, shops } = backend.model;
  for (const [id, held] of chat.conversations) {
    chat.conversations.set(id, { ...held, waitingSince: null, isUnreply: false, unreadCount: 0 });
  }
  for (const [id, shop] of shops.byId) {
    const own = [...chat.conversations.values()].filter(({ shopId }) => shopId === id);
    shops.byId.set(id, { ...shop, ...countersOf(own) });
  }
}
