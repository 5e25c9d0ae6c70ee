import { CALLS, type Call } from '@pasar/api';
import { expect, it } from 'vitest';
import { type Desk, PASSWORD, SHOPEE_ONLY } from '../src/desk.ts';
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

it('a buyer who writes is assigned to the colleague whom a rule of the main account names, and the rule is told', async () => {
  const { market } = harness.demo;
  const buyer = await aBuyer(5);
  const name = 'Thai buyers';
  const main = await harness.desk();
  await main.goto('/settings/assignment?lang=en');
  const { page } = main;
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add rule' });
  const part = (legend: string) => dialog.getByRole('group', { name: legend });
  await dialog.getByLabel('Name').fill(name);
  await part('Shops').getByLabel('Only these').check();
  await part('Shops').getByRole('searchbox').fill('บ้านใหม่');
  await part('Shops').getByRole('button', { name: 'Choose all shown' }).click();
  // Nobody else waits in this shop.
  await part('The buyer’s language').getByLabel('Only these').check();
  await part('The buyer’s language').getByLabel('Thai').check();
  await part('To whom').getByLabel('Only these').check();
  await part('To whom').getByLabel(/^อนงค์/).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Assign waiting buyers by these rules').click();
  await page.getByRole('row').filter({ hasText: 'Switched on' }).waitFor();

  const anong = await harness.desk({ cookies: [] });
  await anong.goto('/chat/index?lang=en');
  await anong.logIn(SHOPEE_ONLY);
  await anong.page.locator('[data-live=live]').waitFor();
  await market.post(buyer.place, 'สินค้านี้ยังมีไหมครับ');
  await anong.find(buyer.name);
  await anong.text('สินค้านี้ยังมีไหมครับ').waitFor();
  await anong.log.getByText(new RegExp(`^Assigned to อนงค์.* by the rule “${name}”$`)).waitFor();
  await anong.messages.getByRole('button', { name: /^Assign to… อนงค์/ }).waitFor();
  // Other journeys go on without the rule.
  await page.getByRole('button', { name: `Change the rule “${name}”` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: `Remove the rule “${name}”?` })
    .getByRole('button', { name: 'Remove' })
    .click();
  await page.getByText('The rules are switched on, but without a rule nothing is assigned.').waitFor();
});

/** A call of the member whose browser this is. */
async function call<C extends Call>(
  { page }: Desk,
  { path, method, output }: C,
  input: Readonly<Record<string, string>>,
) {
  const url = `${harness.demo.deskUrl}${path}`;
  const { request } = page.context();
  const answer = method === 'GET' ? request.get(url, { params: input }) : request.post(url, { data: input });
  const told = (await (await answer).json()) as { readonly result: string; readonly data: unknown };
  if (told.result !== 'success') throw new Error(JSON.stringify(told));
  return output.parse(told.data) as ReturnType<C['output']['parse']>;
}

it('three members work one queue: a rule gives each a buyer, one is handed over, and the buyer gets one answer', async () => {
  const { market } = harness.demo;
  const buyers = await Promise.all([6, 7, 8].map(aBuyer));
  const main = await harness.desk();
  await main.open('/chat/index');
  const third = { username: 'mei.three', name: 'Mei Three', password: 'Quiet-harbour-73' };
  const rights = { permissionCodeList: JSON.stringify(['chat']), responsibility: JSON.stringify({ kind: 'all' }) };
  const made = await call(main, CALLS.team.saveChildAccount, { ...third, ...rights });
  const enter = async (username: string, password = PASSWORD) => {
    const desk = await harness.desk({ cookies: [] });
    await desk.goto('/chat/index?lang=en');
    await desk.logIn(username, password);
    await desk.page.locator('[data-live=live]').waitFor();
    return desk;
  };
  const [anong, mei] = [await enter(SHOPEE_ONLY), await enter(made.username, third.password)];
  const { members } = await call(main, CALLS.chat.colleagues, {});
  const idOf = (name: string) => members.find((one) => one.name.startsWith(name))?.memberId ?? '';
  const { shops, member } = await call(main, CALLS.chat.snapshot, {});
  const shopIds = shops
    .filter((shop) => shop.marketplace === 'shopee' && shop.country === 'TH')
    .map((one) => one.shopId);
  const ids = { main: member.memberId, anong: idOf('อนงค์'), mei: made.memberId };
  const ruleId = crypto.randomUUID();
  const rule = { ruleId, name: 'In turn', shopIds, languages: ['th'], tagIds: null, memberIds: Object.values(ids) };
  const put = { kind: 'put', rule: { ...rule, way: 'roundRobin', staysWithKnown: false } };
  const step = (of: object) => call(main, CALLS.assignmentRules.changeAssignmentRules, { step: JSON.stringify(of) });
  await step(put);
  await step({ kind: 'switch', isOn: true });
  for (const buyer of buyers) await market.post(buyer.place, 'สินค้านี้ยังมีไหมครับ');

  const whose = async (buyer: Buyer | undefined) => {
    const { conversations } = await call(main, CALLS.chat.conversations, { tab: 'waiting', search: buyer?.name ?? '' });
    return conversations[0]?.assigneeId ?? null;
  };
  const assigned = async () => new Set(await Promise.all(buyers.map(whose)));
  await expect.poll(assigned, PATIENT).toEqual(new Set(Object.values(ids)));
  await step({ kind: 'remove', ruleId });
  const owners = await Promise.all(buyers.map(whose));
  const buyer = buyers[owners.indexOf(ids.anong)];
  if (buyer === undefined) throw new Error('Anong has no buyer');

  // Anong hands her buyer over with a reason, and stays at it.
  await anong.find(buyer.name);
  await anong.messages.getByRole('button', { name: /^Assign to… อนงค์/ }).waitFor();
  await anong.page.keyboard.press('Alt+a');
  const dialog = anong.page.getByRole('dialog', { name: `Assign “${buyer.name}”` });
  await dialog.getByRole('combobox').fill(third.name);
  await dialog.getByRole('option', { name: third.name }).waitFor();
  await dialog.getByRole('textbox', { name: 'Why (only colleagues see it)' }).fill('She knows this buyer');
  await anong.page.keyboard.press('Enter');
  await expect.poll(() => whose(buyer), PATIENT).toBe(ids.mei);

  // The third member sees who has it, and is warned by the lock that is none.
  await main.find(buyer.name);
  await main.messages.getByRole('button', { name: `Assign to… ${third.name}` }).waitFor();
  await mei.find(buyer.name);
  await mei.log.getByText(`assigned it to ${third.name}`, { exact: false }).waitFor();
  await mei.messages.getByRole('button', { name: `Assign to… ${third.name}` }).click();
  const history = mei.page.getByRole('dialog').getByRole('region', { name: 'Assigned so far' });
  await history.getByText('She knows this buyer').waitFor();
  await mei.page.keyboard.press('Escape');
  await history.waitFor({ state: 'detached' });
  const answer = 'มีครับ พร้อมส่ง';
  await mei.composer.fill(answer);
  await main.messages.getByText(`Your colleague ${third.name} is answering…`).waitFor(AT_ONCE);
  const other = 'In stock, yes';
  await main.composer.fill(other);
  await main.composer.press('Enter');
  const warning = main.messages
    .getByRole('alert')
    .getByText(`${third.name} is writing to this buyer too`, { exact: false });
  await warning.waitFor();
  // The first press is held, because the main account has begun to write as well.
  await mei.composer.press('Enter');
  await mei.composer.press('Enter');
  await Promise.all([anong, main].map((desk) => desk.text(answer).waitFor(AT_ONCE)));
  await expect.poll(() => market.timesAccepted(buyer.place, answer, 'seller'), PATIENT).toBe(1);
  expect(await market.timesAccepted(buyer.place, other, 'seller')).toBe(0);
  await step({ kind: 'switch', isOn: false });
  await call(main, CALLS.team.deleteChildAccount, { memberId: made.memberId });
});
