/** A row of a shop's order list that Pasar cannot read is set aside with its bytes; the others are read. */
import { parseExactJson, type WireAnswer } from '@pasar/connector-kit';
import { LAZADA_FIXTURES } from '@pasar/connector-lazada/fixtures';
import { SHOPEE_FIXTURES } from '@pasar/connector-shopee/fixtures';
import { TIKTOK_FIXTURES } from '@pasar/connector-tiktok/fixtures';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

interface Example {
  readonly answer: WireAnswer;
  readonly read: (answer: WireAnswer) => unknown;
}
/** Of each marketplace the call whose rows the order book keeps, and the name of its list of rows. */
const LISTS: readonly (readonly [list: string, examples: readonly Example[]])[] = [
  [
    'orders',
    SHOPEE_FIXTURES.filter(({ call }) => call.key.includes('get_order_list_by_order_ids')).map(
      ({ call, answer, scope }) => ({ answer, read: (given) => call.fromWire(given, scope) }),
    ),
  ],
  [
    'dataSource',
    LAZADA_FIXTURES.filter(({ call }) => call.key === 'lazada-seller GET order-data').map(
      ({ call, answer, scope }) => ({ answer, read: (given) => call.fromWire(given, scope) }),
    ),
  ],
  [
    'main_orders',
    TIKTOK_FIXTURES.filter(({ call }) => call.key.endsWith('/trade/orders/list')).map(({ call, answer, scope }) => ({
      answer,
      read: (given) => call.fromWire(given, scope),
    })),
  ],
];
const page = z.object({
  ok: z.literal(true),
  value: z.looseObject({ items: z.array(z.unknown()), unreadable: z.array(z.object({ bytes: z.unknown() })) }),
});

describe('an order that cannot be read', () => {
  it.each(LISTS)('%s: is set aside, and the orders beside it are read', (list, examples) => {
    const filled = examples.filter(({ answer }) => answer.text.includes(`"${list}":[{`));
    expect(filled.length).toBeGreaterThan(0);
    for (const { answer, read } of filled) {
      const text = answer.text.replace(`"${list}":[`, `"${list}":[{"strange":true},`);
      const before = page.parse(read(answer)).value;
      const after = page.parse(read({ ...answer, text, json: parseExactJson(text) })).value;
      expect(after.items).toEqual(before.items);
      expect(
        after.unreadable.map(({ bytes }) => Buffer.from(z.instanceof(Uint8Array).parse(bytes)).toString()),
      ).toEqual(['{"strange":true}']);
    }
  });
});
