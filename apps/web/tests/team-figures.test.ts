import { CALLS, type CallInput, responseRuleView, type ShopView, type TeamFigureSums } from '@pasar/api';
import { asConversationId, asMemberId, figureSpan, responseRuleOf } from '@pasar/domain';
import { succeeded } from '@pasar/sync';
import { aShop } from '@pasar/sync/testing/builders';
import { beforeEach, describe, expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { poll } from './desk-helpers.ts';
import { windowOfEachTest } from './screen-harness.ts';

type Calls = typeof CALLS.teamFigures;
const window = windowOfEachTest({ size: { width: 1440, height: 900 } });
const SHOPS = [aShop(1, 'shopee'), aShop(2, 'lazada')] as const;
const ANNA = asMemberId('00000000-0000-7000-8000-0000000000a1');
const MINUTE = 60_000;
const ruleOf = ({ marketplace, country }: ShopView) => responseRuleView.parse(responseRuleOf(marketplace, country));
const sums = (more: Partial<TeamFigureSums>): TeamFigureSums => ({
  waits: 10,
  answered: 8,
  median: 4 * MINUTE,
  nineTenths: 90 * MINUTE,
  firstWaits: 3,
  firstMedian: 30_000,
  conversations: 9,
  received: 20,
  sent: 15,
  answeredBuyers: 8,
  orderedBuyers: 2,
  ...more,
});
const compared = (more: Partial<TeamFigureSums>) => ({ now: sums(more), before: sums({ median: 8 * MINUTE }) });

let asked: CallInput<Calls['teamFigures']>[];
let parts: CallInput<Calls['teamWaits']>[];

beforeEach(async () => {
  const { model } = window.backend;
  asked = [];
  parts = [];
  await window.signIn();
  model.shops.byId.clear();
  for (const shop of SHOPS) model.shops.setShop(shop);
  model.answerWith(CALLS.teamFigures.teamFigures, (input) => {
    asked.push(input);
    const span = figureSpan(input.period, input.timeZone, Date.now());
    if (span === null) throw new Error('no span');
    return succeeded({
      asOf: Date.now(),
      isBehind: asked.length === 1,
      areOrdersRead: true,
      edges: [...span.edges],
      beforeFrom: span.beforeFrom,
      beforeTo: span.beforeTo,
      total: compared({}),
      members: [
        { memberId: ANNA, name: 'Anna', ...compared({ answered: 5 }) },
        { memberId: null, name: null, ...compared({ answered: 3, median: null }) },
      ],
      shops: [
        { shopId: SHOPS[0].shopId, ...compared({ waits: 4 }) },
        { shopId: SHOPS[1].shopId, ...compared({ waits: 6 }) },
      ],
      hours: [{ hour: 9, waits: 7, answered: 6, median: 4 * MINUTE, nineTenths: 90 * MINUTE }],
      series: [{ bucket: 1, waits: 10, answered: 8, median: 4 * MINUTE, nineTenths: 90 * MINUTE }],
    });
  });
  model.answerWith(CALLS.teamFigures.responseShares, () =>
    succeeded({
      shares: [
        { shopId: SHOPS[0].shopId, inTime: 99, late: 1, days: [{ inTime: 99, late: 1 }], rule: ruleOf(SHOPS[0]) },
        {
          shopId: SHOPS[1].shopId,
          inTime: 8,
          late: 2,
          days: [
            { inTime: 5, late: 0 },
            { inTime: 0, late: 0 },
            { inTime: 3, late: 2 },
          ],
          rule: ruleOf(SHOPS[1]),
        },
      ],
    }),
  );
  model.answerWith(CALLS.teamFigures.teamWaits, (input) => {
    parts.push(input);
    return succeeded({
      waits: [
        {
          waitId: '00000000-0000-7000-8000-0000000000b1',
          conversationId: asConversationId('00000000-0000-7000-8000-0000000000c1'),
          shopId: SHOPS[0].shopId,
          buyerName: 'Somchai',
          askedAt: Date.now() - 90 * MINUTE,
          answeredAt: input.answeredBy === undefined ? null : Date.now(),
          answeredByName: input.answeredBy === undefined ? null : 'Anna',
          isFirst: true,
        },
      ],
      next: null,
    });
  });
});

describe('the team figures', () => {
  it('show the middle answer with its change, and by member, shop and hour', async () => {
    const { page } = window;
    await page.goto(`${window.url}/orders/team?lang=en`);
    await page.getByText('Messages of the last minutes are being counted.').waitFor();
    const tiles = page.getByRole('list', { name: 'Figures of the period' });
    await tiles.getByText('▼ 50% less than before').waitFor();
    await tiles.getByText('30 sec').waitFor();
    await tiles.getByText('1.5 hr').waitFor();
    await tiles.getByText('2 of 8 answered buyers').waitFor();
    expect(asked[0]?.period).toBe('past7days');
    const first = page.getByRole('region', { name: 'By shop' }).locator('tr[data-row] th').first();
    await poll(() => first.textContent()).toContain(SHOPS[1].name);
    const shares = page.getByRole('region', { name: 'Answers in time, by the marketplaces’ rules' });
    const [lowest] = await shares.locator('tr[data-row]').all();
    await poll(() => lowest?.textContent()).toContain('80%');
    await shares.getByText('Below 85%').waitFor();
    await shares.getByRole('img', { name: '100%, no answer, and 60%' }).waitFor();
    await shares.getByText(/^\d+ more late answers, and it falls below \d+%$/).waitFor();
    const hours = page.getByRole('table', { name: 'Waits by hour of the day' });
    await poll(() => hours.getByRole('row').count()).toBe(25);
    expect(await violationsOn(page)).toEqual([]);
  });

  it('open the conversations behind a member, an hour and a day, and from there the chat', async () => {
    const { page } = window;
    await page.goto(`${window.url}/orders/team?lang=en`);
    await page.getByRole('button', { name: 'Anna' }).click();
    const panel = page.getByRole('region', { name: 'Waits: Anna' });
    await panel.getByText('1.5 hr').waitFor();
    expect(parts.at(-1)?.answeredBy).toBe(ANNA);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Answered elsewhere' }).click();
    await poll(() => parts.at(-1)?.answeredBy === 'elsewhere');
    const hours = page.getByRole('region', { name: 'Waits by hour of the day' });
    await hours.getByRole('button', { name: 'As a table' }).click();
    await hours.getByRole('button', { name: '09:00' }).click();
    await page.getByRole('region', { name: 'Waits: 09:00' }).getByText('No answer').waitFor();
    expect(parts.at(-1)).toMatchObject({ hour: 9, period: 'past7days' });
    await page.getByRole('img', { name: 'Time to answer (minutes)' }).click({ position: { x: 120, y: 60 } });
    await poll(() => parts.at(-1)?.bucket !== undefined);
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Somchai' }).click();
    await page.waitForURL(/\/chat\/all/);
  });

  it('are exported in the language of the screen', async () => {
    const { page, backend } = window;
    let locale: string | undefined;
    backend.model.answerWith(CALLS.teamFigures.exportTeamFigures, (input) => {
      locale = input.locale;
      return succeeded({ fileName: 'team-7-days-2026-11-25.xlsx', file: 'UEs=' });
    });
    await page.goto(`${window.url}/orders/team?lang=en`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as a workbook' }).click();
    expect((await saved).suggestedFilename()).toBe('team-7-days-2026-11-25.xlsx');
    expect(locale).toBe('en');
  });
});
