import { CALLS, type CallOutput, responseRuleView } from '@pasar/api';
import { responseRuleOf } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { open, poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

type Share = CallOutput<typeof CALLS.teamFigures.shopResponseShare>;
const CALL = CALLS.teamFigures.shopResponseShare;
const SHOP = 'Bangkok Gadget House';
const NAME = 'Answers in time';

const window = windowOfEachTest({ size: { width: 1440, height: 900 } });
const asked = () => window.backend.calls.filter(({ path }) => path === CALL.path).length;
const shops = () => window.page.getByRole('region', { name: 'Shops', exact: true });
const option = (name: string) => shops().getByRole('option', { name });
const panel = () => window.page.getByRole('dialog', { name: NAME });
/** Thirty days with 44 answers in time and 4 late ones; nobody wrote on every fifth day. */
const days = Array.from({ length: 30 }, (_, index) =>
  index % 5 === 4 ? { inTime: 0, late: 0 } : index < 25 ? { inTime: 2, late: 0 } : { inTime: 1, late: 1 },
);
let share: Omit<Share, 'shopId'>;

beforeEach(() => {
  const rule = responseRuleView.parse({ ...responseRuleOf('shopee', 'SG'), wantedPercent: 85 });
  share = { inTime: 44, late: 4, days, rule };
  window.backend.model.answerWith(CALL, ({ shopId }) => succeeded({ shopId, ...share }));
});

describe('the share of answers in time of a shop', () => {
  it('is asked for the shop that is shown, from its menu, with day by day and what it can still bear', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await option(SHOP).click({ button: 'right' });
    expect(asked()).toBe(0);
    await page.getByRole('menuitem', { name: NAME }).click();
    await panel().getByText(SHOP).waitFor();
    await panel().getByText('91%', { exact: true }).waitFor();
    await panel().getByText('4 more late answers, and it falls below 85%').waitFor();
    const chart = panel().getByRole('img');
    expect(await chart.getAttribute('aria-label')).toMatch(
      /^100%, 100%, 100%, 100%, no answer, .+ 50%, and no answer$/,
    );
    await poll(() => chart.locator('[data-below="true"]').count()).toBe(4);
    await panel().getByText('85% of first answers within 12 hr, over 30 days').waitFor();
    expect(asked()).toBe(1);
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await poll(() => panel().count()).toBe(0);
  });

  it('opens by keys alone, from the list and from the open conversation, and gives the focus back', async () => {
    const { page } = window;
    await window.enter('/chat/all?lang=en');
    await option(SHOP).click();
    const list = shops().getByRole('listbox', { name: 'Shops' });
    await list.focus();
    await page.keyboard.press('Shift+F10');
    const item = page.getByRole('menuitem', { name: NAME });
    await item.focus();
    await page.keyboard.press('Enter');
    await panel().getByText('91%', { exact: true }).waitFor();
    await poll(() => panel().evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await poll(() => list.evaluate((box) => box === document.activeElement)).toBe(true);

    await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').first().click();
    const name = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: SHOP });
    await name.focus();
    await page.keyboard.press('Enter');
    await panel().getByText('91%', { exact: true }).waitFor();
    await poll(() => name.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    await poll(() => name.evaluate((button) => button === document.activeElement)).toBe(true);
    await poll(() => name.getAttribute('aria-expanded')).toBe('false');
  });

  it('says that no answer counts yet, and follows another rule at once', async () => {
    const { page, backend } = window;
    await window.enter('/chat/all?lang=en');
    share = { ...share, inTime: 0, late: 0, days: days.map(() => ({ inTime: 0, late: 0 })) };
    await open(page, 'John Tan');
    await page
      .getByRole('region', { name: 'Messages' })
      .getByRole('button', { expanded: false })
      .and(page.locator('[aria-haspopup="dialog"][aria-description="Answers in time"]'))
      .click();
    await panel().getByText('No answer counts yet.').waitFor();
    expect(await panel().getByRole('img').count()).toBe(0);
    share = { ...share, inTime: 8, late: 2, days: [{ inTime: 8, late: 2 }] };
    backend.model.append({ kind: 'responseRules' });
    await panel().getByText('Below 85%').waitFor();
  });
});
