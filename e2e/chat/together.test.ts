import { expect, it } from 'vitest';
import { type Desk, SHOPEE_ONLY } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import type { Buyer } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();
/** Told within a second, so a window that follows is given no more than that and the time to paint. */
const AT_ONCE = { timeout: 3_000 };

/** Counted from the end, because other journeys take the first. */
async function aBuyer(fromEnd: number): Promise<Buyer> {
  const buyer = (await harness.demo.market.quietBuyers('shopee', 'TH')).at(-fromEnd);
  if (buyer === undefined) throw new Error('there are too few quiet buyers');
  return buyer;
}
/** The main account, and a colleague in a browser of her own, both at the buyer. */
async function bothAt(buyer: Buyer): Promise<{ readonly main: Desk; readonly anong: Desk }> {
  const main = await harness.desk();
  await main.open('/chat/index');
  const anong = await harness.desk({ cookies: [] });
  await anong.goto('/chat/index?lang=en');
  await anong.logIn(SHOPEE_ONLY);
  await anong.page.locator('[data-live=live]').waitFor();
  await main.find(buyer.name);
  await anong.find(buyer.name);
  return { main, anong };
}

it('two members at one buyer: one writes, the other is warned, takes over, and sees the other’s answer at once', async () => {
  const { market } = harness.demo;
  const buyer = await aBuyer(3);
  await market.post(buyer.place, 'Is this still in stock?');
  const { main, anong } = await bothAt(buyer);
  await main.text('Is this still in stock?').waitFor();
  await anong.text('Is this still in stock?').waitFor();
  await main.messages.getByRole('img', { name: /^Also open at อนงค์/ }).waitFor();

  await anong.composer.fill('Yes, three are left');
  await main.messages.getByText(/^Your colleague อนงค์.* is answering…$/).waitFor(AT_ONCE);
  await main
    .conversation(buyer.name)
    .getByText(/^อนงค์.* is answering$/)
    .waitFor({ state: 'attached' });
  const mine = 'It is in stock';
  await main.composer.fill(mine);
  await main.composer.press('Enter');
  await main.messages
    .getByRole('alert')
    .getByText(/^อนงค์.* is writing to this buyer too, or was a moment ago\.$/)
    .waitFor();
  expect(await market.timesAccepted(buyer.place, mine, 'seller')).toBe(0);

  // The colleague takes the conversation and answers; the other has not lost what was written.
  await anong.page.keyboard.press('Alt+a');
  const dialog = anong.page.getByRole('dialog', { name: `Assign “${buyer.name}”` });
  await dialog.getByRole('option', { name: /^Me \(อนงค์/ }).waitFor();
  await anong.page.keyboard.press('Enter');
  await main.messages.getByRole('button', { name: /^Assign to… อนงค์/ }).waitFor(AT_ONCE);
  await anong.composer.press('Enter');
  await anong.composer.press('Enter');
  await main.text('Yes, three are left').waitFor(AT_ONCE);
  expect(await main.composer.inputValue()).toBe(mine);
  await expect.poll(() => market.timesAccepted(buyer.place, 'Yes, three are left', 'seller'), PATIENT).toBe(1);
  expect(await market.timesAccepted(buyer.place, mine, 'seller')).toBe(0);

  await main.messages.getByRole('button', { name: /^Assign to… อนงค์/ }).click();
  await main.page.getByRole('option', { name: /^Me \(/ }).click();
  await anong.messages.getByRole('button', { name: /^Assign to… / }).waitFor();
  await expect
    .poll(() => anong.messages.getByRole('button', { name: /^Assign to… / }).textContent(), PATIENT)
    .not.toMatch(/อนงค์/);
  // A window that is closed is gone for the others.
  await anong.page.close();
  await main.messages.getByRole('img', { name: /^Also open at อนงค์/ }).waitFor({ state: 'detached' });
});

it('a note mentions a colleague, who is told in another browser and led to it; the buyer gets nothing', async () => {
  const { market } = harness.demo;
  const buyer = await aBuyer(4);
  await market.post(buyer.place, 'Can I return it?');
  const main = await harness.desk();
  await main.open('/chat/index');
  const colleague = await harness.desk({ cookies: [] });
  await colleague.goto('/chat/index?lang=en');
  await colleague.logIn(SHOPEE_ONLY);
  await colleague.page.locator('[data-live=live]').waitFor();
  await main.find(buyer.name);
  await main.text('Can I return it?').waitFor();

  const note = 'Only within seven days';
  await main.page.keyboard.press('Alt+t');
  const box = main.messages.getByRole('textbox', { name: 'Note for colleagues' });
  await box.pressSequentially('@อน');
  await main.messages.getByRole('option', { name: 'อนงค์' }).waitFor();
  await box.press('Tab');
  await expect.poll(() => box.inputValue()).toBe('@อนงค์ ');
  await box.pressSequentially(note);
  await main.messages.getByRole('button', { name: 'Save note' }).click();
  await main.text(`@อนงค์ ${note}`).waitFor();

  await colleague.page.getByRole('button', { name: 'Mentions of you: 1 new mention' }).click(AT_ONCE);
  await colleague.page.getByRole('menuitem', { name: new RegExp(`about ${buyer.name}: @อนงค์ ${note}$`) }).click();
  await colleague.text(`@อนงค์ ${note}`).waitFor();
  await colleague.page.getByRole('button', { name: 'Mentions of you: No new mention' }).waitFor();
  expect(await market.timesAccepted(buyer.place, `@อนงค์ ${note}`, 'seller')).toBe(0);

  // The author corrects it, and the colleague sees that at once.
  await main.messages.getByRole('button', { name: 'Edit the note' }).click();
  await box.fill('Never mind, it is done');
  await box.press('Enter');
  await colleague.text('Never mind, it is done').waitFor(AT_ONCE);
  expect(await market.timesAccepted(buyer.place, 'Never mind, it is done', 'seller')).toBe(0);
});
