import { sampleVideoOf } from '@pasar/testing';
import { expect, it } from 'vitest';
import type { Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import { PATIENT } from '../src/patience.ts';

const harness = useSharedDemo();
const KEYWORD = 'zanzibar-socket';
const ANSWER = 'The zanzibar socket fits plugs of all countries.';

/** The rules of Shopee in a country, where keywords are answered after a second. */
async function openKeywords(desk: Desk, site: string): Promise<void> {
  const { page } = desk;
  await desk.goto('/settings/auto-reply?lang=en');
  await page.getByLabel('Marketplace', { exact: true }).selectOption('Shopee');
  await page.getByLabel('Site', { exact: true }).selectOption(site);
  const keywords = page.getByRole('group', { name: 'Keywords', exact: true });
  await keywords.getByLabel('Answer messages that contain a keyword').check();
  await keywords.getByLabel('After how many seconds').fill('1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
}

async function saveRule(desk: Desk): Promise<void> {
  const { page } = desk;
  await openKeywords(desk, 'Malaysia');
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

it('a keyword rule needs a keyword of its own and an answer; changed, it answers anew, and deleted, nobody', async () => {
  const { market } = harness.demo;
  const buyer = (await market.quietBuyers('shopee', 'BR')).at(-1);
  if (buyer === undefined) throw new Error('there is no quiet buyer');
  const desk = await harness.desk();
  const { page } = desk;
  const timesAnswered = (text: string) => market.timesAccepted(buyer.place, text, 'seller');
  const [word, first, second] = ['quokka-lamp', 'The quokka lamp is in stock.', 'The quokka lamp is sold out.'];
  await openKeywords(desk, 'Brazil');

  const add = page.getByRole('button', { name: 'Add a keyword rule' });
  const adding = page.getByRole('dialog', { name: 'Add a keyword rule' });
  await add.click();
  await adding.getByRole('button', { name: 'Save' }).click();
  await adding.getByText('Enter at least one keyword.').waitFor();
  await adding.getByLabel('Keywords, separated by 、').fill(`${word}、quokka light`);
  await adding.getByRole('button', { name: 'Save' }).click();
  await adding.getByText('Write what the buyer gets, for all languages.').waitFor();
  await adding.getByRole('textbox', { name: 'Text 1' }).fill(first);
  await adding.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: first }).waitFor();
  await add.click();
  await adding.getByLabel('Keywords, separated by 、').fill('Quokka Light');
  await adding.getByRole('textbox', { name: 'Text 1' }).fill(second);
  await adding.getByRole('button', { name: 'Save' }).click();
  await adding.getByText('Another rule here has the keyword “quokka light” already.').waitFor();
  await adding.getByRole('button', { name: 'Cancel' }).click();

  await market.post(buyer.place, `Have you the ${word}?`);
  await expect.poll(() => timesAnswered(first), PATIENT).toBe(1);
  await page.getByRole('button', { name: `Change the rule “${word}、quokka light”` }).click();
  const changing = page.getByRole('dialog', { name: 'Change the keyword rule' });
  await changing.getByRole('textbox', { name: 'Text 1' }).fill(second);
  await changing.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: second }).waitFor();
  const tried = await tryText(desk, buyer.shopName, `The ${word}, please`);
  await tried.getByRole('listitem').filter({ hasText: second }).waitFor();
  await market.post(buyer.place, `And the ${word} now?`);
  await expect.poll(() => timesAnswered(second), PATIENT).toBe(1);

  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('checkbox', { name: `Select “${word}、quokka light”` }).check();
  await page.getByRole('button', { name: 'Delete 1 rule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 rule' }).click();
  await page.getByText('There are no keyword rules here yet.').waitFor();
  const third = `Is the ${word} back?`;
  await market.post(buyer.place, third);
  await desk.open('/chat/index');
  await desk.find(buyer.name);
  await desk.text(third).waitFor();
  await desk.goto('/settings/auto-reply?lang=en');
  await page.getByRole('tab', { name: 'Log' }).click();
  const rows = page.getByRole('row').filter({ hasText: word });
  await rows
    .filter({ hasText: `Have you the ${word}?` })
    .getByText(first)
    .waitFor();
  await rows
    .filter({ hasText: `And the ${word} now?` })
    .getByText(second)
    .waitFor();
  // What is answered is planned with the message, which is there.
  expect([await rows.filter({ hasText: third }).count(), await timesAnswered(second)]).toEqual([0, 1]);
});

it('a keyword whose answer is a video reaches a buyer of Shopee once', async () => {
  const { market } = harness.demo;
  const buyer = (await market.quietBuyers('shopee', 'TW')).at(-1);
  if (buyer === undefined) throw new Error('there is no quiet buyer');
  const desk = await harness.desk();
  const { page } = desk;
  const word = 'numbat-film';
  const accepted = await market.cardsAccepted(buyer.place, 'video');
  await openKeywords(desk, 'Taiwan');
  await page.getByRole('button', { name: 'Add a keyword rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a keyword rule' });
  await dialog.getByLabel('Keywords, separated by 、').fill(word);
  const file = { name: 'numbat.mp4', mimeType: 'video/mp4', buffer: sampleVideoOf(1_500_000) };
  await dialog.getByLabel('Add a video').setInputFiles(file);
  await dialog.getByText('Video: numbat.mp4').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'Video: numbat.mp4' }).waitFor();
  const tried = await tryText(desk, buyer.shopName, `The ${word}, please`);
  await tried.getByText('Video: numbat.mp4').waitFor();

  await market.post(buyer.place, `Have you the ${word}?`);
  await expect.poll(() => market.cardsAccepted(buyer.place, 'video'), PATIENT).toBe(accepted + 1);
  await desk.open('/chat/index');
  await desk.find(buyer.name);
  const row = desk.log.locator('[data-author]').filter({ hasText: 'Auto-reply' }).last();
  await row.getByText('Auto-reply').first().waitFor();
  await row.getByRole('button', { name: 'Play the video, 0:04' }).click();
  const width = () => row.locator('video').evaluate((video: { readonly videoWidth?: number }) => video.videoWidth ?? 0);
  await expect.poll(width, PATIENT).toBeGreaterThan(0);
  expect(await market.cardsAccepted(buyer.place, 'video')).toBe(accepted + 1);
});
