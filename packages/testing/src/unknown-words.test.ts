/**
 * A status that Pasar does not know loses nothing: the row is kept, has the status `unknown`, and names the
 * wire's status.
 */
import { type CallKey, parseExactJson, type WireAnswer } from '@pasar/connector-kit';
import { LAZADA_FIXTURES } from '@pasar/connector-lazada/fixtures';
import { SHOPEE_FIXTURES } from '@pasar/connector-shopee/fixtures';
import { TIKTOK_FIXTURES } from '@pasar/connector-tiktok/fixtures';
import { describe, expect, it } from 'vitest';

/** By call: the known status in its example's answer, the status that replaces it, and the expected result. */
const CASES: readonly (readonly [
  key: CallKey,
  known: RegExp,
  strange: string,
  told: Readonly<Record<string, string>>,
])[] = [
  ['shopee-chat GET order/{id}', /"status_ext":\d+/, '"status_ext":99', { status: 'unknown', wireStatus: '99' }],
  [
    'shopee-chat GET orders/orders_by_buyer_id',
    /"status_ext":\d+/,
    '"status_ext":99',
    { status: 'unknown', wireStatus: '99' },
  ],
  ['shopee-seller GET return/list', /"status":\d+/, '"status":77', { status: 'unknown', wireStatus: '77' }],
  ['shopee-seller GET return/detail', /"status":\d+/, '"status":77', { status: 'unknown', wireStatus: '77' }],
  ['shopee-chat GET offers/{id}', /"pending"/, '"haggling"', { status: 'unknown', wireStatus: 'haggling' }],
  ['shopee-chat GET video/upload_status', /"processing"/, '"melting"', { status: 'unknown', wireStatus: 'melting' }],
  [
    'shopee-seller GET logistics/get_print_waybill_type',
    /"THERMAL"/,
    '"PARCHMENT"',
    { waybillType: 'unknown', wireType: 'PARCHMENT' },
  ],
  ['shopee-chat GET vouchers', /"fe_status":\d+/, '"fe_status":9', { status: 'unknown', wireStatus: '9' }],
  ['lazada-gateway GET order-cards', /"topack"/, '"teleported"', { status: 'unknown', wireStatus: 'teleported' }],
  [
    'lazada-seller GET order-data',
    /"tabStatus":"[a-zA-Z_]+"/,
    '"tabStatus":"teleported"',
    { status: 'unknown', wireStatus: 'teleported' },
  ],
  [
    'lazada-seller GET voucher-search',
    /"status":"[A-Z_]+"/,
    '"status":"DREAMT"',
    { status: 'unknown', wireStatus: 'DREAMT' },
  ],
  [
    'lazada-seller GET voucher-search',
    /"PERCENTAGE_DISCOUNT_OFF"/,
    '"CASHBACK"',
    { kind: 'unknown', wireType: 'CASHBACK' },
  ],
  [
    'tiktok-seller POST /api/v2/trade/orders/list',
    /"sku_display_status":\d+/,
    '"sku_display_status":999',
    { status: 'unknown', wireStatus: '999' },
  ],
  [
    'tiktok-chat GET getOrderDetail',
    /"sku_display_status":\d+/,
    '"sku_display_status":999',
    // An open reverse order takes precedence over the status.
    { status: 'in_cancel', wireStatus: '999 reverse 1' },
  ],
];

interface Example {
  readonly answer: WireAnswer;
  readonly result: unknown;
  readonly read: (answer: WireAnswer) => unknown;
}
const EXAMPLES = new Map<CallKey, Example>(
  [
    ...SHOPEE_FIXTURES.map(({ call, answer, scope, result }) => ({
      key: call.key,
      example: { answer, result, read: (given: WireAnswer) => call.fromWire(given, scope) },
    })),
    ...LAZADA_FIXTURES.map(({ call, answer, scope, result }) => ({
      key: call.key,
      example: { answer, result, read: (given: WireAnswer) => call.fromWire(given, scope) },
    })),
    ...TIKTOK_FIXTURES.map(({ call, answer, scope, result }) => ({
      key: call.key,
      example: { answer, result, read: (given: WireAnswer) => call.fromWire(given, scope) },
    })),
  ]
    .toReversed()
    .map(({ key, example }) => [key, example]),
);

/** Every object inside the value, including the value itself. */
function objectsIn(value: unknown): readonly object[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
const rowsOf = (value: unknown): number | null =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)
    ? value.items.length
    : null;

describe('an unknown status', () => {
  it.each(CASES)('%s: %s', (key, known, strange, told) => {
    const example = EXAMPLES.get(key);
    if (example === undefined) throw new Error(`no example of ${key}`);
    const text = example.answer.text.replace(known, strange);
    expect(text).not.toBe(example.answer.text);
    const outcome = example.read({ ...example.answer, text, json: parseExactJson(text) });
    expect(outcome).toMatchObject({ ok: true });
    expect(objectsIn(outcome)).toContainEqual(expect.objectContaining(told));
    const [page] = objectsIn(outcome).slice(1);
    expect(rowsOf(page)).toBe(rowsOf(example.result));
    expect(objectsIn(outcome).filter((found) => 'unreadable' in found)).not.toContainEqual(
      expect.objectContaining({ unreadable: expect.arrayContaining([expect.anything()]) }),
    );
  });
});
