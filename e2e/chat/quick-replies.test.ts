import { describe, expect, it } from 'vitest';
import { CHAT_PATHS, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import type { Buyer } from '../src/market.ts';

const harness = useSharedDemo();
const HOSTILE = '<img src=x onerror="globalThis.hacked = 1">';

async function quiet(country: string): Promise<Buyer> {
  const [buyer] = await harness.demo.market.quietBuyers('shopee', country);
  if (buyer === undefined) throw new Error(`${country} has no quiet buyer`);
  return buyer;
}
async function openAt(buyer: Buyer): Promise<Desk> {
  const desk = await harness.desk();
  await desk.open(CHAT_PATHS.shopee);
  await desk.shop(buyer.shopName).click();
  await desk.find(buyer.name);
  await desk.page.getByRole('tab', { name: 'Quick replies' }).click();
  return desk;
}

describe('quick replies', () => {
  it('are made in the panel, reach a colleague’s window, and are sent to the buyer by a slash', async () => {
    const buyer = await quiet('SG');
    const [desk, other] = [await openAt(buyer), await openAt(buyer)];
    const title = `Thanks ${HOSTILE}`;
    await desk.buyer.getByRole('button', { name: 'New quick reply' }).click();
    const dialog = desk.page.getByRole('dialog', { name: 'New quick reply' });
    await dialog.getByRole('combobox', { name: 'Group' }).selectOption({ label: 'New group' });
    await dialog.getByRole('textbox', { name: 'Name of the group' }).fill('After the sale');
    await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
    await dialog.getByRole('textbox', { name: 'Text 1' }).fill(`Thank you {buyer} ${HOSTILE}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });

    await other.buyer.getByRole('button', { name: `Insert: ${title}` }).waitFor();
    await other.composer.fill('Hello. ');
    await other.composer.press('End');
    await other.composer.pressSequentially('/thnks');
    await other.page.getByRole('listbox', { name: 'Quick replies' }).getByRole('option').first().waitFor();
    await other.composer.press('Enter');
    const answer = `Hello. Thank you ${buyer.name} ${HOSTILE}`;
    await expect.poll(() => other.composer.inputValue()).toBe(answer);
    await other.send();
    await other.message(answer).getByText('Sent', { exact: true }).waitFor();
    expect(await other.page.evaluate('typeof globalThis.hacked')).toBe('undefined');
    const phone = await harness.phone();
    await phone.choose(buyer);
    await phone.text(answer).waitFor();
  });

  it('stand beside the shortcuts of the marketplace, whose changes are kept here', async () => {
    const buyer = await quiet('MY');
    const desk = await openAt(buyer);
    await desk.buyer.getByRole('button', { name: 'Shortcuts at Shopee' }).click();
    const edit = desk.buyer.getByRole('button', { name: /^Edit: / });
    await edit.first().waitFor();
    const shortcuts = desk.buyer.getByRole('region', { name: 'Shortcuts at Shopee' });
    await shortcuts
      .getByRole('button', { name: /^Edit: / })
      .first()
      .click();
    await shortcuts.getByRole('textbox', { name: 'Text of the shortcut' }).fill('Changed in Pasar');
    await shortcuts.getByRole('button', { name: 'Save' }).click();
    await shortcuts.getByText('Changed in Pasar only').waitFor();
    await shortcuts
      .getByRole('button', { name: /Changed in Pasar/ })
      .first()
      .click();
    await expect.poll(() => desk.composer.inputValue()).toBe('Changed in Pasar');
  });
});
