import { CALLS } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import { uuidOf } from '@pasar/sync/testing/builders';
import { refused } from '@pasar/sync/testing/model/answers';
import { describe, expect, it } from 'vitest';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

const window = windowOfEachTest();

const NO_PERMISSION = refused('no_permission', 'You have no permission for this. Ask the main account.');
const dialog = () => window.page.getByRole('dialog', { name: 'Shop management' });
const shops = () => window.page.getByRole('region', { name: 'Shops' });
const rows = () => dialog().locator('tr[data-shop]');
const names = async () => (await rows().locator('td:nth-child(2)').allInnerTexts()).map((name) => name.trim());
const manage = async () => {
  await window.page.getByRole('button', { name: 'Shop management' }).click();
  await rows().first().waitFor();
};
const idOf = (name: string) => [...window.backend.model.shops.byId.values()].find((shop) => shop.name === name)?.shopId;

/** The grip of one row, by the mouse, over the middle of another row. */
async function dragOver(from: number, to: number): Promise<void> {
  const { page } = window;
  const grip = rows().nth(from).locator('button[draggable]');
  await grip.hover();
  await page.mouse.down();
  const target = await rows().nth(to).boundingBox();
  if (target === null) throw new Error('no such row');
  // Two moves: the first begins the drag.
  await page.mouse.move(target.x + 200, target.y + target.height / 2 - 6, { steps: 4 });
  await page.mouse.move(target.x + 200, target.y + target.height / 2, { steps: 2 });
}

describe('the order of shops by drag', () => {
  it('shows where the row will land, keeps it there, and after a reload', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    await manage();
    const usual = await names();
    await dragOver(0, 3);
    await poll(() => rows().nth(3).getAttribute('data-drop')).toBe('after');
    await poll(() => rows().nth(0).getAttribute('data-dragged')).toBe('true');
    await page.mouse.up();
    const moved = [...usual.slice(1, 4), ...usual.slice(0, 1), ...usual.slice(4)];
    await poll(names).toEqual(moved);
    expect(await dialog().locator('[data-drop], [data-dragged]').count()).toBe(0);
    await dragOver(4, 1);
    await poll(() => rows().nth(1).getAttribute('data-drop')).toBe('before');
    await page.mouse.up();
    const back = [moved[0], moved[4], ...moved.slice(1, 4), ...moved.slice(5)];
    await poll(names).toEqual(back);
    await poll(() => backend.model.shops.arrangement.order).toEqual(back.map((name) => idOf(name ?? '')));
    await page.reload();
    await manage();
    expect(await names()).toEqual(back);
  });

  it('carries data, without which Firefox starts no drag', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await manage();
    const [first] = await names();
    const carried = page.evaluate(
      () =>
        new Promise((found) => {
          addEventListener('dragstart', ({ dataTransfer }) => found(dataTransfer?.getData('text/plain')), {
            once: true,
          });
        }),
    );
    await dragOver(0, 1);
    expect(await carried).toBe(first);
    await page.mouse.up();
  });

  it('moves nothing for whoever lets go of it elsewhere, nor by a refusal, which is told', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    await manage();
    const usual = await names();
    await dragOver(0, 2);
    await page.mouse.move(400, 4, { steps: 3 });
    await poll(() => dialog().locator('[data-drop]').count()).toBe(0);
    await page.mouse.up();
    await poll(() => dialog().locator('[data-dragged]').count()).toBe(0);
    expect(await names()).toEqual(usual);
    expect(backend.calls.filter(({ path }) => path === CALLS.shops.arrangeShops.path)).toEqual([]);

    backend.model.nextResults.set(CALLS.shops.arrangeShops.path, NO_PERMISSION);
    backend.hold(CALLS.shops.arrangeShops.path);
    await dragOver(0, 2);
    await page.mouse.up();
    await poll(names).not.toEqual(usual);
    backend.release(CALLS.shops.arrangeShops.path);
    await page.getByText('The order of the shops was not changed. You have no permission for this.').waitFor();
    expect(await names()).toEqual(usual);
  });
});

describe('a hidden shop', () => {
  const BUSY = 'Saigon Sneaker Corner';
  const line = (count: string) => shops().getByRole('button', { name: count, exact: true });
  const conversations = () => window.page.getByRole('listbox', { name: 'Conversations' });
  const choose = async (name: string, item: string) => {
    await dialog()
      .getByRole('button', { name: `Actions of ${name}` })
      .click();
    await window.page.getByRole('menuitem', { name: item }).click();
  };

  it('is out of the list, of "All shops" and of every total, and one line leads back to it', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    const waiting = () => shops().getByRole('option', { name: 'All shops' }).getAttribute('aria-description');
    const all = [...backend.model.shops.byId.values()];
    const { waitingCount } = all.find(({ name }) => name === BUSY) ?? { waitingCount: 0 };
    expect(waitingCount).toBeGreaterThan(1);
    const told = (shopsOf: typeof all) => {
      const sum = (count: 'unreadCount' | 'waitingCount') => shopsOf.reduce((held, shop) => held + shop[count], 0);
      return `${sum('waitingCount')} buyers wait for an answer. ${sum('unreadCount')} unread messages`;
    };
    const total = told(all);
    const others = all.filter(({ name }) => name !== BUSY);
    const rest = told(others);
    await poll(waiting).toBe(total);
    await conversations().getByRole('option', { name: 'nguyen_thi_mai', exact: true }).waitFor();
    await shops().getByRole('option', { name: BUSY }).click();
    expect(await shops().locator('[data-hidden-shops]').count()).toBe(0);
    await manage();
    await choose(BUSY, 'Hide in the shop list');
    await page.keyboard.press('Escape');
    await poll(waiting).toBe(rest);
    const waitingOf = others.reduce((sum, { waitingCount }) => sum + waitingCount, 0);
    expect(await page.title()).toBe(`(${waitingOf > 99 ? '99+' : waitingOf}) Pasar`);
    const rail = page.getByRole('navigation', { name: 'Main' });
    const ofRail = (await rail.getByRole('link', { name: 'All shops' }).getAttribute('aria-description')) ?? '';
    expect(ofRail.replaceAll(/ \d+ answers are (overdue|due within two hours or overdue)\./g, '')).toBe(rest);
    expect(await shops().getByRole('option', { name: BUSY }).count()).toBe(0);
    // It was the chosen one: the list goes back to all, without it.
    await poll(() => shops().getByRole('option', { name: 'All shops' }).getAttribute('aria-selected')).toBe('true');
    await conversations().getByRole('option', { name: 'John Tan', exact: true }).waitFor();
    expect(await conversations().getByRole('option', { name: 'nguyen_thi_mai', exact: true }).count()).toBe(0);

    expect(await line('1 shop hidden').getAttribute('aria-description')).toBe(
      `${waitingCount} buyers wait for an answer`,
    );
    await page.reload();
    await poll(waiting).toBe(rest);
    await line('1 shop hidden').click();
    await choose(BUSY, 'Show in the shop list');
    await page.keyboard.press('Escape');
    await poll(waiting).toBe(total);
    await shops().getByRole('option', { name: BUSY }).waitFor();
    expect(await shops().locator('[data-hidden-shops]').count()).toBe(0);
  });

  it('comes back when the server refuses, which is told with its name', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    await manage();
    backend.model.nextResults.set(CALLS.shops.hideShop.path, NO_PERMISSION);
    await choose(BUSY, 'Hide in the shop list');
    await page.getByText(`${BUSY} was not hidden. You have no permission for this.`).waitFor();
    expect(await dialog().getByText('Hidden', { exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await shops().getByRole('option', { name: BUSY }).waitFor();
  });

  it('is shown again from the line by those who may not manage shops; all hidden is not "no shop yet"', async () => {
    const { page, backend } = window;
    backend.model.withdraw('shopManager');
    const lazada = [...backend.model.shops.byId.values()].filter(({ marketplace }) => marketplace === 'lazada');
    backend.model.shops.arrangement = { order: [], hidden: lazada.map(({ shopId }) => shopId) };
    await window.enter('/chat/all?lang=en');
    await page.getByRole('link', { name: 'Lazada' }).click();
    await page.getByText('No conversation yet').waitFor();
    await line('3 shops hidden').waitFor();
    expect(await shops().getByText('No shop').count()).toBe(0);
    await line('3 shops hidden').click();
    await poll(() => shops().getByRole('option').count()).toBe(1 + lazada.length);
    await poll(() => backend.model.shops.arrangement.hidden).toEqual([]);
  });

  it('does not leave the list empty that has older conversations of others', async () => {
    const { backend, page } = window;
    const [busy, other] = [asShopId(uuidOf('shop 1')), asShopId(uuidOf('shop 2'))];
    // The newest two hundred are all of the hidden shop.
    const [old] = [...backend.model.chat.conversations.values()].filter(({ shopId }) => shopId === other);
    if (old === undefined) throw new Error('no conversation');
    backend.model.chat.conversations.clear();
    for (let index = 0; index < 260; index += 1) {
      const conversationId = uuidOf(`of the busy one ${index}`) as typeof old.conversationId;
      backend.model.chat.conversations.set(conversationId, {
        ...old,
        conversationId,
        shopId: busy,
        lastMessageAt: 2_000_000 - index,
      });
    }
    const quiet = { ...old, isPinned: false, lastMessageAt: 1_000, buyer: { ...old.buyer, name: 'Quiet Buyer' } };
    backend.model.chat.conversations.set(old.conversationId, quiet);
    backend.model.shops.arrangement = { order: [], hidden: [busy] };
    await window.enter('/chat/all?lang=en');
    await page.getByRole('option', { name: 'Quiet Buyer' }).waitFor();
    await poll(() => conversations().getByRole('option').count()).toBe(1);
  });
});
