import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { PHRASE_BOOKS } from './phrases/index.ts';
import { placeOf } from './phrases/places.ts';
import type { PhraseBook } from './phrases/types.ts';
import type { TradeBook } from './trade.ts';
import { createTradeBook } from './trade-book.ts';
import { MONEY, tradeCountryOf } from './trading/country.ts';
import { TRADE_WORDS } from './trading/words/index.ts';
import type { Shop } from './types.ts';
import { createWorld, type SimulatedWorld } from './world.ts';

/** Every country that a shop may be in, with its currency and the language of its buyers. */
const COUNTRIES = [
  ['ID', 'IDR', 'id'],
  ['TW', 'TWD', 'zh'],
  ['VN', 'VND', 'vi'],
  ['TH', 'THB', 'th'],
  ['MY', 'MYR', 'ms'],
  ['PH', 'PHP', 'tl'],
  ['SG', 'SGD', 'en'],
  ['BR', 'BRL', 'pt'],
  ['GB', 'GBP', 'en'],
  ['MX', 'MXN', 'es'],
  ['CL', 'CLP', 'es'],
  ['CO', 'COP', 'es'],
  ['PL', 'PLN', 'pl'],
  ['ES', 'EUR', 'es'],
  ['FR', 'EUR', 'fr'],
] as const;
/** Where no coins below the unit are in use. */
const WHOLE = ['CLP', 'COP', 'VND', 'IDR', 'THB', 'TWD', 'PHP'];

let directory: string;
let world: SimulatedWorld;
let book: TradeBook;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'countries-'));
  const now = () => Date.UTC(2026, 10, 20, 8);
  world = createWorld({ seed: 'one', journalPath: join(directory, 'journal'), now });
  book = createTradeBook(world);
});
afterAll(() => {
  world.close();
  rmSync(directory, { recursive: true });
});
const shopsIn = (country: string): readonly Shop[] => world.shops.filter((shop) => shop.country === country);

test.each(COUNTRIES)(
  '%s trades in %s and has buyers, cities and couriers of its own',
  (country, currency, language) => {
    const { currency: used, language: spoken, hasCents } = tradeCountryOf(country);
    expect([used, spoken, hasCents]).toEqual([currency, language, !WHOLE.includes(currency)]);
    const { cities, couriers } = placeOf(country);
    expect(cities.length).toBeGreaterThanOrEqual(5);
    expect(couriers.length).toBeGreaterThanOrEqual(3);
    const [shop] = shopsIn(country);
    if (shop === undefined) throw new Error(`no shop in ${country}`);
    const trade = book.of(shop.marketplace, shop.shopId);
    expect(new Set([trade.currency, ...trade.products.map((product) => product.currency)])).toEqual(
      new Set([currency]),
    );
    const step = hasCents ? MONEY / 100 : MONEY;
    const amounts = [
      ...trade.products.flatMap(({ price, salePrice, variants }) => [
        price,
        salePrice,
        ...variants.map((one) => one.price),
      ]),
      ...trade.orders.flatMap(({ total, shippingFee }) => [total, shippingFee]),
      ...trade.vouchers.flatMap(({ amountOff, minimumSpend }) => [amountOff ?? 0, minimumSpend]),
    ];
    expect(amounts.filter((amount) => !Number.isSafeInteger(amount) || amount % step !== 0)).toEqual([]);
    expect(trade.orders.every(({ address }) => cities.some((city) => address.endsWith(city)))).toBe(true);
  },
);

test('a voucher names its amount as people of the country write it', () => {
  const namesIn = (country: string) =>
    shopsIn(country).flatMap(({ marketplace, shopId }) =>
      book.of(marketplace, shopId).vouchers.flatMap(({ name, amountOff }) => (amountOff === null ? [] : [name])),
    );
  for (const [country, format] of [
    ['PL', /^\d+ zł rabatu$/],
    ['FR', /^\d+ € de remise$/],
    ['CL', /^\$\d+ de descuento$/],
    ['SG', /^S\$\d+ off your order$/],
  ] as const) {
    const names = namesIn(country);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !format.test(name))).toEqual([]);
  }
});

/** How much a book has to say, by its parts. */
const breadthOf = ({
  topics,
  given,
  family,
  products,
  variants,
  handles,
  nudges,
  longBuyer,
  longSeller,
}: PhraseBook) => [
  topics.length,
  new Set(topics.flat().map((turn) => ('card' in turn ? turn.card : 'say'))).size,
  ...[given, family, products, variants, handles, nudges, longBuyer, longSeller].map((part) => new Set(part).size),
];

test('each language has a book of its own words, and none has less to say than the smallest before', () => {
  const least = [12, 7, 10, 10, 12, 8, 10, 7, 2, 1];
  for (const language of LANGUAGES) {
    const phrases = PHRASE_BOOKS[language];
    expect(phrases.language).toBe(language);
    const breadth = breadthOf(phrases);
    expect([language, breadth.map((count, at) => Math.min(count, least[at] ?? 0))]).toEqual([language, least]);
    expect(phrases.handles.filter((handle) => !/^[a-z0-9._]+$/.test(handle))).toEqual([]);
    const texts = JSON.stringify([phrases, TRADE_WORDS[language]]);
    const known = /^\{(product|variant|order|days|price|courier|city|percent|amount)\}$/;
    expect((texts.match(/\{[a-z]+\}/g) ?? []).filter((slot) => !known.test(slot))).toEqual([]);
  }
  expect(new Set(LANGUAGES.map((language) => TRADE_WORDS[language].ratingReply)).size).toBe(LANGUAGES.length);
});

test('in the demo a seller has a local shop and a cross-border shop in Thailand, the latter in a sub-account', () => {
  const logins = world.logins.filter(({ marketplace, seller }) => marketplace === 'shopee' && seller === 'demo');
  const thai = shopsIn('TH').flatMap(({ shopId, isCb }) => {
    const login = logins.find(({ shopIds }) => shopIds.includes(shopId));
    return login === undefined ? [] : [{ isCb, kind: login.kind, country: login.country }];
  });
  expect(thai).toEqual([
    { isCb: true, kind: 'merchant', country: 'CNSC' },
    { isCb: false, kind: 'shop', country: 'TH' },
  ]);
});
