import type { Marketplace } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { CHAT_PATHS, type Desk } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';
import type { Buyer } from '../src/market.ts';
import { PATIENT } from '../src/patience.ts';
import { visited } from '../src/visited.ts';

const harness = useSharedDemo();

const HOSTILE = [
  '<img src=x onerror="globalThis.hacked = 1">',
  '<script>globalThis.hacked = 1</script>',
  '"><svg onload="globalThis.hacked = 1">',
  '<a href="javascript:globalThis.hacked = 1">a prize</a>',
  'javascript:globalThis.hacked = 1',
  '{{constructor.constructor("globalThis.hacked = 1")()}}',
] as const;

/** Nothing of the text ran or became an element that could run. The address of an `img` cannot run. */
async function expectHarmless(desk: Desk): Promise<void> {
  const parts = 'img[src="x"], [onerror], [onload], a[href^="javascript:"], script:not([src])';
  expect(await desk.page.locator(`body :is(${parts})`).count()).toBe(0);
  expect(await desk.page.evaluate('typeof globalThis.hacked')).toBe('undefined');
}
async function quiet(marketplace: Marketplace, country: string): Promise<Buyer> {
  const [buyer] = await harness.demo.market.quietBuyers(marketplace, country);
  if (buyer === undefined) throw new Error(`${country} has no quiet buyer`);
  return buyer;
}

describe('hostile text', () => {
  it.each(
    visited(
      [
        ['shopee', 'SG'],
        ['lazada', 'PH'],
        ['tiktok', 'GB'],
      ] as const,
      1,
    ),
  )(
    'is text and nothing else when it comes from a buyer of %s, and when it is answered',
    async (marketplace, country) => {
      const buyer = await quiet(marketplace, country);
      const desk = await harness.desk();
      await desk.open(CHAT_PATHS[buyer.place.marketplace]);
      await desk.shop(buyer.shopName).click();
      for (const text of HOSTILE) {
        await harness.demo.market.post(buyer.place, text);
        await desk.conversation(buyer.name).getByText(text, { exact: true }).first().waitFor();
      }
      await desk.choose(buyer.name);
      for (const text of HOSTILE) await desk.text(text).waitFor();
      await desk.say(HOSTILE[0]);
      await desk.message(HOSTILE[0]).getByText('Sent', { exact: true }).waitFor();
      expect(await desk.text(HOSTILE[0]).count()).toBe(2);
      await expectHarmless(desk);
      const phone = await harness.phone();
      await phone.choose(buyer);
      expect(await phone.text(HOSTILE[0]).count()).toBe(2);
      expect(await phone.page.evaluate('typeof globalThis.hacked')).toBe('undefined');
    },
  );

  it('is harmless inside a card', async () => {
    const buyer = await quiet('shopee', 'MY');
    const desk = await harness.desk();
    await desk.open(CHAT_PATHS.shopee);
    await desk.shop(buyer.shopName).click();
    await desk.find(buyer.name);
    const [image, script, , , link] = HOSTILE;
    await harness.demo.market.postCard(buyer.place, 'product', {
      item_id: '1',
      name: image,
      thumb_url: link,
      url: link,
      [script]: script,
    });
    await expect.poll(async () => (await desk.messageRows()).at(-1)?.author, PATIENT).toBe('buyer');
    const card = desk.log.locator('[data-author]').last();
    await card.getByText(image, { exact: true }).waitFor();
    await expectHarmless(desk);
  });

  it('is harmless as the name and the picture of a buyer', async () => {
    const desk = await harness.desk();
    const [name, , , , link] = HOSTILE;
    harness.expectComplaint(/^Loading the image 'javascript:/);
    await desk.open(CHAT_PATHS.lazada);
    // A conversation to which nothing happens, because an event of the live stream would bring the true name.
    const victim = (await desk.rows()).find(({ facts }) => !facts.includes('unread'))?.name;
    await desk.page.route(/\/api\/desk\/(snapshot|conversations|messages)/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text())
        .replaceAll(JSON.stringify(victim), JSON.stringify(name))
        .replaceAll(/"avatarUrl":"[^"]*"/g, `"avatarUrl":${JSON.stringify(link)}`);
      await route.fulfill({ response: answer, body });
    });
    await desk.open(CHAT_PATHS.lazada);
    await desk.choose(name);
    await desk.buyer.getByRole('heading', { name, exact: true }).waitFor();
    await desk.page.keyboard.press('Control+k');
    const commands = desk.page.getByRole('dialog', { name: 'Commands' });
    await commands.getByRole('combobox').fill('onerror');
    await commands.getByText(name, { exact: true }).waitFor();
    await expectHarmless(desk);
  });
});
