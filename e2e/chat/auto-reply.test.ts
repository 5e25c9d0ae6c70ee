import { expect, it } from 'vitest';
import type { Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();
const KEYWORD = 'zanzibar-socket';
const ANSWER = 'The zanzibar socket fits plugs of all countries.';

async function saveRule(desk: Desk): Promise<void> {
  const { page } = desk;
  await desk.goto('/settings/auto-reply?lang=en');
  await page.getByLabel('Marketplace', { exact: true }).selectOption('Shopee');
  await page.getByLabel('Site', { exact: true }).selectOption('Malaysia');
  const keywords = page.getByRole('group', { name: 'Keywords', exact: true });
  await keywords.getByLabel('Answer messages that contain a keyword').check();
  await keywords.getByLabel('After how many seconds').fill('1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add a keyword rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a keyword rule' });
  await dialog.getByLabel('Keywords, separated by 、').fill(KEYWORD);
  await dialog.getByRole('textbox', { name: 'Text 1' }).fill(ANSWER);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: ANSWER }).waitFor();
}

/** What the page says would be answered to a text in a shop. */
async function tryText({ page }: Desk, shopName: string, text: string) {
  await page.getByRole('tab', { name: 'Try it' }).click();
  const shop = page.getByLabel('Shop', { exact: true });
  const option = shop.getByRole('option').filter({ hasText: shopName });
  await shop.selectOption(await option.getAttribute('value'));
  await page.getByLabel('What the buyer writes').fill(text);
  await page.getByRole('button', { name: 'Show the answer' }).click();
  return page.getByRole('status', { name: 'Answer' });
}

it('a buyer who writes a keyword is answered by the rule and still waits; after the stop nothing is sent', async () => {
  const { market } = harness.demo;
  const buyer = (await market.quietBuyers('shopee', 'MY')).at(-1);
  if (buyer === undefined) throw new Error('there is no quiet buyer');
  const desk = await harness.desk();
  const { page } = desk;
  await saveRule(desk);
  const tried = await tryText(desk, buyer.shopName, `Is the ${KEYWORD.toUpperCase()} in stock?`);
  await tried.getByText(`The answer to the keyword “${KEYWORD}” goes out after 1 second.`).waitFor();
  await tried.getByRole('listitem').filter({ hasText: ANSWER }).waitFor();
  await tryText(desk, buyer.shopName, 'Is the mirror in stock?');
  await tried.getByText('No rule answers this text.').waitFor();

  await market.post(buyer.place, `Do you have the ${KEYWORD}?`);
  await desk.open('/chat/index');
  await desk.find(buyer.name);
  await desk.message(ANSWER).getByText('Auto-reply').first().waitFor();
  await desk.message(ANSWER).getByText('Sent', { exact: true }).waitFor();
  await expect.poll(() => market.timesAccepted(buyer.place, ANSWER, 'seller'), PATIENT).toBe(1);
  await desk.tab('To answer').click();
  await desk.conversation(buyer.name).waitFor();

  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Automatic messages', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Stop them in one shop…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop the automatic messages of one shop' });
  await dialog.getByLabel('Shop').selectOption(buyer.shopName);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await bar.getByRole('button', { name: 'Automatic messages are stopped in 1 shop' }).waitFor();
  const second = `And a second ${KEYWORD}?`;
  await market.post(buyer.place, second);
  await desk.text(second).waitFor();
  await desk.goto('/settings/auto-reply?lang=en');
  await page.getByRole('tab', { name: 'Log' }).click();
  const row = page.getByRole('row').filter({ hasText: second });
  await row.getByText('Automatic messages were stopped.').waitFor();
  expect(await market.timesAccepted(buyer.place, ANSWER, 'seller')).toBe(1);

  await tryText(desk, buyer.shopName, `And the ${KEYWORD}?`);
  await tried.getByText('It would not go out. Automatic messages were stopped.').waitFor();
  await page.getByRole('tab', { name: 'Log' }).click();

  // The row opens the conversation, and the stop ends.
  await row.getByRole('button', { name: `Open the conversation with ${buyer.name}` }).click();
  await desk.messages.getByRole('heading', { name: buyer.name, exact: true }).waitFor();
  await bar.getByRole('button', { name: 'Automatic messages are stopped in 1 shop' }).click();
  await page.getByRole('menuitem', { name: `Let them go on: ${buyer.shopName}` }).click();
  await bar.getByRole('button', { name: 'Automatic messages', exact: true }).waitFor();
});
