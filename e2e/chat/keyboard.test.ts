import { describe, expect, it } from 'vitest';
import { CHAT_PATHS, type ConversationRow, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();

async function enter(): Promise<Desk> {
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS.shopee);
  return desk;
}
const chosen = async (desk: Desk): Promise<ConversationRow | undefined> =>
  (await desk.rows()).find(({ isChosen }) => isChosen);
const press = (desk: Desk, key: string): Promise<void> => desk.page.keyboard.press(key);
describe('keyboard', () => {
  it('goes through the list, into the composer and back', async () => {
    const desk = await enter();
    await desk.conversations.getByRole('listbox').focus();
    await press(desk, 'ArrowDown');
    await press(desk, 'ArrowDown');
    await press(desk, 'ArrowDown');
    expect(await chosen(desk)).toMatchObject({ position: 3 });
    await press(desk, 'ArrowUp');
    const second = await chosen(desk);
    expect(second?.position).toBe(2);
    await desk.messages.getByRole('heading', { name: second?.name ?? '', exact: true }).waitFor();
    await press(desk, 'Enter');
    expect(await desk.focus()).toEqual({ pane: 'messages', tag: 'TEXTAREA' });
    await press(desk, 'Escape');
    expect((await desk.focus()).pane).toBe('conversations');
    await press(desk, 'Home');
    expect(await chosen(desk)).toMatchObject({ position: 1 });
    await press(desk, 'Escape');
    await desk.page.getByText('Welcome. Pick a conversation to begin').waitFor();
    expect(await chosen(desk)).toBeUndefined();
  });

  it('goes to the next buyer who waits from wherever the focus is, and back', async () => {
    const desk = await harness.desk({ isFresh: true });
    await desk.open(CHAT_PATHS.shopee);
    const [first, second] = await harness.demo.market.quietBuyers('shopee', 'TW');
    if (first === undefined || second === undefined) throw new Error('too few buyers');
    await desk.shop(first.shopName).click();
    expect(await desk.tab('To answer').getAttribute('aria-selected')).toBe('true');
    const queue = async () => (await desk.topRows(100)).map(({ name }) => name);
    for (const buyer of [first, second]) {
      await harness.demo.market.post(buyer.place, 'Hello!');
      await expect.poll(queue, PATIENT).toContain(buyer.name);
    }
    await desk.choose(first.name);
    await desk.composer.focus();
    await press(desk, 'Alt+ArrowDown');
    await desk.messages.getByRole('heading', { name: second.name, exact: true }).waitFor();
    expect(await desk.focus()).toEqual({ pane: 'messages', tag: 'TEXTAREA' });
    await press(desk, 'Alt+ArrowUp');
    await desk.messages.getByRole('heading', { name: first.name, exact: true }).waitFor();
    // Buyers of other journeys may wait in this shop as well.
    const both = (await queue()).filter((name) => name === first.name || name === second.name);
    expect(both).toEqual([first.name, second.name]);
    await desk.say('Hello! What can we do for you?');
    await expect.poll(queue, PATIENT).not.toContain(first.name);
    expect(await queue()).toContain(second.name);
  });

  it('finds a buyer with Ctrl+K, and gives the focus back with Esc', async () => {
    const desk = await enter();
    const [buyer] = await harness.demo.market.quietBuyers('tiktok', 'MY');
    if (buyer === undefined) throw new Error('too few buyers');
    const commands = desk.page.getByRole('dialog', { name: 'Commands' });
    await desk.conversations.getByRole('listbox').focus();
    await press(desk, 'Control+k');
    await commands.waitFor();
    await press(desk, 'Escape');
    await expect.poll(() => commands.count(), PATIENT).toBe(0);
    expect((await desk.focus()).pane).toBe('conversations');

    await press(desk, 'Control+k');
    await commands.getByRole('combobox').fill(buyer.name);
    await commands.getByRole('option', { name: buyer.name }).first().waitFor();
    await press(desk, 'Enter');
    await desk.page.waitForURL((url) => url.pathname === CHAT_PATHS.tiktok);
    await desk.messages.getByRole('heading', { name: buyer.name, exact: true }).waitFor();
    await expect.poll(() => commands.count(), PATIENT).toBe(0);
  });

  it('goes from pane to pane with F6, round and back', async () => {
    const desk = await enter();
    await desk.conversations.getByRole('listbox').focus();
    await press(desk, 'ArrowDown');
    await desk.log.waitFor();
    const visited: (string | null)[] = [];
    const goRound = async () => {
      while (visited.length < 5) {
        await press(desk, 'F6');
        const { pane } = await desk.focus();
        // A warning of an answer that is due soon may come at any time.
        if (pane !== 'toasts') visited.push(pane);
      }
      return visited.splice(0);
    };
    expect(await goRound()).toEqual(['messages', 'buyer', 'rail', 'shops', 'conversations']);
    await press(desk, 'Shift+F6');
    expect((await desk.focus()).pane).toBe('shops');
    // The keys also reach empty panes.
    await desk.leave();
    expect(await goRound()).toEqual(['messages', 'buyer', 'rail', 'shops', 'conversations']);
  });

  it('shows its keys on ?, but not to somebody who is writing', async () => {
    const desk = await enter();
    const [buyer] = await harness.demo.market.quietBuyers('shopee', 'MY');
    if (buyer === undefined) throw new Error('too few buyers');
    const sheet = desk.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await desk.find(buyer.name);
    await desk.composer.focus();
    await desk.page.keyboard.type('Really?');
    await expect.poll(() => desk.composer.inputValue(), PATIENT).toBe('Really?');
    expect(await sheet.count()).toBe(0);
    await desk.conversations.getByRole('listbox').focus();
    await press(desk, '?');
    await sheet.waitFor();
    await press(desk, 'Escape');
    await sheet.waitFor({ state: 'hidden' });
    expect((await desk.focus()).pane).toBe('conversations');
  });
});
