/** A shop's products, vouchers, quick replies and stickers. */
import type { Random } from '../random.ts';
import type { ShopTrade, TradeProduct, TradeVoucher } from '../trade.ts';
import { MONEY } from './country.ts';
import { DAY_MS, drawPrice, type ShopPlanOfTrade, type TradePlan, times } from './plan.ts';

const picture = (id: string): string => `/sim/pictures/${id}.png`;

/**
 * Every third product comes from a supplier whose number all shops keep as their seller SKU, so shops of one seller sell
 * some products under the same SKU.
 */
const skuOf = ({ shop }: TradePlan, index: number): string =>
  `${index % 3 === 0 ? 'PASAR' : shop.country}-${1_000 + index}`;

function productOf(plan: TradePlan, random: Random, index: number): TradeProduct {
  const { book, words, country } = plan;
  const productId = plan.id(`product/${index}`);
  const name = book.products[index % book.products.length] ?? '';
  const edition = words.editions[Math.floor(index / book.products.length) % words.editions.length] ?? '';
  const sellerSku = skuOf(plan, index);
  const price = drawPrice(plan, random);
  const percent = random.chance(0.6) ? random.integer(5, 40) : 0;
  const step = country.hasCents ? MONEY / 100 : MONEY;
  const salePrice = Math.max(step, Math.round((price * (100 - percent)) / 100 / step) * step);
  const first = random.integer(0, book.variants.length - 1);
  return {
    productId,
    title: `${name} · ${edition}`,
    imagePath: picture(productId),
    sellerSku,
    currency: country.currency,
    price,
    salePrice,
    isOnline: index % 15 !== 14,
    variants: times(random.integer(1, 4), (at) => ({
      skuId: plan.id(`product/${index}/sku/${at}`),
      name: book.variants[(first + at) % book.variants.length] ?? '',
      sellerSku: `${sellerSku}-${at + 1}`,
      price: salePrice,
      stock: random.chance(0.1) ? 0 : random.integer(1, 300),
    })),
  };
}

/** 30 to 60 products, every fifteenth of them offline. */
export function productsOf(plan: TradePlan): TradeProduct[] {
  const random = plan.random('products');
  return times(random.integer(30, 60), (index) => productOf(plan, random, index));
}

/** The period of a voucher: four are in the future, four are current, four are over. */
function windowOf(plan: ShopPlanOfTrade, random: Random, index: number): Pick<TradeVoucher, 'startsAt' | 'endsAt'> {
  const from = [random.integer(5, 20), -random.integer(2, 12), -random.integer(40, 60)][index % 3] ?? 0;
  const days = index % 3 === 2 ? random.integer(7, 30) : random.integer(30, 90);
  const startsAt = plan.seededAt + from * DAY_MS;
  return { startsAt, endsAt: startsAt + days * DAY_MS };
}

export function vouchersOf(plan: ShopPlanOfTrade): TradeVoucher[] {
  const random = plan.random('vouchers');
  const { words, country } = plan;
  return times(12, (index) => {
    const percent = index % 2 === 0 ? random.integer(1, 6) * 5 : null;
    const units = random.integer(1, 6) * country.dollar;
    const total = random.integer(2, 40) * 25;
    const window = windowOf(plan, random, index);
    return {
      voucherId: plan.id(`voucher/${index}`),
      voucherCode: `${plan.shop.country}${random
        .integer(36 ** 5, 36 ** 6 - 1)
        .toString(36)
        .toUpperCase()}`,
      name:
        percent === null
          ? words.amountVoucher.replace('{amount}', () => country.amount.replace('#', `${units}`))
          : words.percentVoucher.replace('{percent}', `${percent}`),
      percent,
      amountOff: percent === null ? units * MONEY : null,
      minimumSpend: random.integer(2, 10) * 5 * country.dollar * MONEY,
      ...window,
      total,
      used: window.startsAt > plan.seededAt ? 0 : random.integer(0, total),
    };
  });
}

export const quickRepliesOf = (plan: TradePlan): ShopTrade['quickReplies'] =>
  plan.words.quickReplies.map(([name, ...texts], group) => ({
    groupId: plan.id(`quick/${group}`),
    name,
    replies: texts.map((text, index) => ({ replyId: plan.id(`quick/${group}/${index}`), text })),
  }));

const SYMBOLS = [
  ...['smile', 'laugh', 'wink', 'shy', 'love', 'kiss', 'cool', 'surprised', 'crying', 'angry', 'sleepy', 'thinking'],
  ...['thumbs up', 'thumbs down', 'ok', 'clap', 'thanks', 'heart', 'rose', 'gift', 'star', 'fire', 'party', 'bye'],
];

export const stickersOf = (plan: TradePlan): ShopTrade['stickers'] =>
  SYMBOLS.map((word, index) => {
    const stickerId = plan.id(`sticker/${index}`);
    const packageId = plan.id(`stickers/${Math.floor(index / 12)}`);
    return { stickerId, packageId, symbol: `[${word}]`, imagePath: picture(stickerId) };
  });
