import type { Money } from './goods.ts';

const DECIMAL = /^([0-9]{1,15})(?:\.([0-9]{1,6}))?$/;
const PLACES = 6;

/** An amount in millionths; null for a text that is no decimal. No amount passes through a double. */
function millionths({ amount }: Money): bigint | null {
  const [, whole, places = ''] = DECIMAL.exec(amount) ?? [];
  return whole === undefined ? null : BigInt(whole + places.padEnd(PLACES, '0'));
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
