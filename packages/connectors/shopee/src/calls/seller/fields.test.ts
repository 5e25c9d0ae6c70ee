import { describe, expect, it } from 'vitest';
import { nextPage, textAmount, unitsAmount } from './fields.ts';
import { printFormatsOf } from './logistics.ts';
import { orderStatusOf, orderTabOf, returnStatusOf } from './order-status.ts';
import { timesOf } from './periods.ts';
import { keywordOf } from './products.ts';

describe('amounts', () => {
  it('of the newer calls are units of 1/100,000, exact whatever their size', () => {
    const cases: readonly (readonly [number | string, string])[] = [
      [0, '0'],
      [1, '0.00001'],
      [1_990_000, '19.9'],
      [-350_000, '-3.5'],
      [-1, '-0.00001'],
      ['9007199254740993001', '90071992547409.93001'],
    ];
    expect(cases.map(([units]) => unitsAmount.parse(units))).toEqual(cases.map(([, amount]) => amount));
    expect(unitsAmount.safeParse(0.5).success).toBe(false);
  });
  it('of the older calls are decimal strings, never rounded', () => {
    expect(['19.90', '0.00', '7', 7, '-3.50', '90071992547409.93001'].map((text) => textAmount.parse(text))).toEqual([
      '19.9',
      '0',
      '7',
      '7',
      '-3.5',
      '90071992547409.93001',
    ]);
    for (const text of ['', '1e3', '1,000.00', 'NaN', 0.1]) expect(textAmount.safeParse(text).success).toBe(false);
  });
});

describe('codes', () => {
  it('of orders become the app words, and a request to cancel an open order comes first', () => {
    expect([1, 2, 3, 4, 7, 8, 9, 12, 5].map((code) => orderStatusOf(code, false))).toEqual([
      'unpaid',
      'wait_seller_send',
      'wait_receiver_confirm',
      'finished',
      'in_cancel',
      'cancelled',
      'refund',
      'finished',
      'unknown',
    ]);
    expect([orderStatusOf(2, true), orderStatusOf(8, true)]).toEqual(['in_cancel', 'cancelled']);
    expect([orderTabOf(null), orderTabOf('finished'), orderTabOf('refund')]).toEqual([100, 500, 600]);
  });
  it('of refunds are numbered from 1', () => {
    expect([0, 1, 4, 7, 8].map(returnStatusOf)).toEqual([
      'unknown',
      'apply',
      'wait_response',
      'return_goods_in_process',
      'unknown',
    ]);
  });
});

describe('what countries add', () => {
  it('to a waybill: SG and TH a packing list, BR a declaration', () => {
    expect((['SG', 'TH', 'BR', 'MY'] as const).map((country) => printFormatsOf(country))).toEqual([
      ['waybill', 'packing_list'],
      ['waybill', 'packing_list'],
      ['waybill', 'declaration'],
      ['waybill'],
    ]);
  });
  it('to a day: it begins at midnight where the shop is', () => {
    const now = Date.UTC(2026, 10, 21, 18, 30, 15, 250);
    // 02:30:15 of the 22nd in Singapore, 15:30:15 of the 21st in São Paulo.
    expect(timesOf('real_time', 'SG', now)).toEqual({ from: Date.UTC(2026, 10, 21, 16), to: now });
    expect(timesOf('yesterday', 'SG', now)).toEqual({
      from: Date.UTC(2026, 10, 20, 16),
      to: Date.UTC(2026, 10, 21, 16),
    });
    expect(timesOf('past7days', 'BR', now)).toEqual({ from: Date.UTC(2026, 10, 14, 3), to: Date.UTC(2026, 10, 21, 3) });
  });
});

describe('searches and pages', () => {
  it('by seller SKU only the first word counts', () => {
    const search = (field: 'name' | 'sellerSku', keyword: string) => keywordOf({ field, keyword, cursor: null });
    expect([search('sellerSku', '  A-1  red '), search('name', ' red bag '), search('sellerSku', '  ')]).toEqual([
      'A-1',
      'red bag',
      '',
    ]);
  });
  it('a page that reaches the total is the last', () => {
    expect([nextPage(1, 40, 40), nextPage(1, 40, 41), nextPage(2, 40, 41)]).toEqual([null, '2', null]);
  });
});
