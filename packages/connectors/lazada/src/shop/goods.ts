/** Products, vouchers, stickers and phrases. */
import type { GoodsCalls, Outcome } from '@pasar/connector-kit';
import { type ProductSearch, refusal, type Sticker } from '@pasar/domain';
import type { Calling } from '../auth/line.ts';
import { emojiList } from '../calls/media.ts';
import { parsePageNumber, toPage } from '../calls/pages.ts';
import {
  CARD_PAGE_SIZE,
  MANAGER_PAGE_SIZE,
  type ProductFilter,
  productCards,
  productManagerList,
} from '../calls/products.ts';
import { quickReplyList } from '../calls/quick-replies.ts';
import { voucherSearch } from '../calls/vouchers.ts';

/**
 * Most pages of the search that are read for one voucher, because no call of the seller site tells one voucher (our
 * choice).
 */
const VOUCHER_PAGES = 5;

/** Of a search by seller SKU only the first word counts (spec 2 §5). */
function filterOf({ keyword, field }: ProductSearch): ProductFilter | null {
  const words = keyword.trim();
  if (words === '') return null;
  return field === 'name'
    ? { by: 'title', keyword: words }
    : { by: 'sellerSku', keyword: words.split(/\s+/)[0] ?? words };
}

export function createGoodsCalls(line: Calling): GoodsCalls {
  /** The shop's emoji, kept as long as the session (spec 2 §7.4). A failure is not kept. */
  let stickers: Promise<Outcome<readonly Sticker[]>> | null = null;
  const fetchStickers = async (): Promise<Outcome<readonly Sticker[]>> => {
    const list = await line.call(emojiList, null);
    if (!list.ok) stickers = null;
    return list.ok ? { ok: true, value: list.value.items } : list;
  };

  return {
    // Without a keyword the chat's product cards are listed; only the product manager can search.
    async searchProducts(_shop, search) {
      const page = parsePageNumber(search.cursor);
      if (!page.ok) return page;
      const filter = filterOf(search);
      const pageSize = filter === null ? CARD_PAGE_SIZE : MANAGER_PAGE_SIZE;
      const rows =
        filter === null
          ? await line.call(productCards, { page: page.value })
          : await line.call(productManagerList, { page: page.value, filter });
      return rows.ok ? { ok: true, value: toPage(rows.value, page.value, pageSize) } : rows;
    },

    async productDetail(_shop, productId) {
      const rows = await line.call(productManagerList, { page: 1, filter: { by: 'itemId', keyword: productId } });
      if (!rows.ok) return rows;
      const product = rows.value.items.find((item) => item.productId === productId);
      return product === undefined
        ? { ok: false, refusal: refusal('not_found', 'no such product'), canRetry: false }
        : { ok: true, value: product };
    },

    async listVouchers(_shop, { status, cursor }) {
      const page = parsePageNumber(cursor);
      if (!page.ok) return page;
      const rows = await line.call(voucherSearch, { page: page.value, status });
      return rows.ok ? { ok: true, value: toPage(rows.value, page.value, CARD_PAGE_SIZE) } : rows;
    },

    async voucherDetail(_shop, { voucherId }) {
      for (let page = 1; page <= VOUCHER_PAGES; page += 1) {
        const rows = await line.call(voucherSearch, { page, status: null });
        if (!rows.ok) return rows;
        const voucher = rows.value.items.find((item) => item.voucherId === voucherId);
        if (voucher !== undefined) return { ok: true, value: voucher };
        if (toPage(rows.value, page, CARD_PAGE_SIZE).next === null) break;
      }
      return { ok: false, refusal: refusal('not_found', 'no such voucher'), canRetry: false };
    },

    listStickers() {
      stickers ??= fetchStickers();
      return stickers;
    },

    async quickReplies() {
      const groups = await line.call(quickReplyList, null);
      return groups.ok ? { ok: true, value: groups.value.items } : groups;
    },
  };
}
