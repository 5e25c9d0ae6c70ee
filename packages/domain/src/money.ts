import type { Money } from './goods.ts';

const DECIMAL = /^([0-9]{1,15})(?:\.([0-9]{1,6}))?$/;
const PLACES = 6;

/** An amount in millionths; null for a text that is no decimal. No amount passes through a double. */
function millionths({ amount }: Money): bigint | null {
  const [, whole, places = ''] = DECIMAL.exec(amount) ?? [];
  return whole === undefined ? null : BigInt(whole + places.padEnd(PLACES, '0'));
}

/** A sum for each currency, in the order of their first amounts. `isWhole` is false when an amount could not be read. */
export function sumByCurrency(amounts: readonly Money[]): {
  readonly sums: readonly Money[];
  readonly isWhole: boolean;
} {
  const sums = new Map<string, bigint>();
  let isWhole = true;
  for (const money of amounts) {
    const value = millionths(money);
    if (value === null) isWhole = false;
    else sums.set(money.currency, (sums.get(money.currency) ?? 0n) + value);
  }
  return { sums: [...sums].map(([currency, sum]) => ({ amount: decimal(sum), currency })), isWhole };
}

function decimal(sum: bigint): string {
  const digits = String(sum).padStart(PLACES + 1, '0');
  const places = digits.slice(-PLACES).replace(/0+$/, '');
  const whole = digits.slice(0, -PLACES);
  return places === '' ? whole : `${whole}.${places}`;
}

/** False also where the two cannot be compared. */
export function isAtLeast(money: Money, least: Money): boolean {
  const [amount, bound] = [millionths(money), millionths(least)];
  return money.currency === least.currency && amount !== null && bound !== null && amount >= bound;
}

/** By how many whole percents `price` is below `oldPrice`; null where it is not, or where the two cannot be compared. */
export function discountPercent(price: Money | null, oldPrice: Money | null): number | null {
  if (price === null || oldPrice === null || price.currency !== oldPrice.currency) return null;
  const now = millionths(price);
  const before = millionths(oldPrice);
  if (now === null || before === null || now >= before) return null;
  const percent = Number(((before - now) * 100n + before / 2n) / before);
  return percent === 0 ? null : percent;
}

/** An amount as a product message names it (spec 1 §3): the currency, and the amount with thousands apart. */
export function moneyWords({ amount, currency }: Money): string {
  const [whole = '', places] = amount.split('.');
  const grouped = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ',');
  return `${currency} ${places === undefined ? grouped : `${grouped}.${places}`}`;
}
