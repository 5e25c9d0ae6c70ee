import { LOCALES, type Locale } from '@pasar/domain';

type Column = 'buyer' | 'shop';

/** The headings of rows of buyers, in each language. */
const HEADINGS: Readonly<Record<Locale, Readonly<Record<Column, readonly string[]>>>> = {
  'zh-CN': { buyer: ['买家', '买家ID', '买家名称', '用户名'], shop: ['店铺', '店铺ID', '店铺名称'] },
  'zh-TW': { buyer: ['買家', '買家ID', '買家名稱', '使用者名稱'], shop: ['商店', '商店ID', '商店名稱'] },
  en: { buyer: ['Buyer', 'Buyer ID', 'Buyer name', 'Username'], shop: ['Shop', 'Shop ID', 'Shop name'] },
  th: { buyer: ['ผู้ซื้อ', 'รหัสผู้ซื้อ', 'ชื่อผู้ซื้อ', 'ชื่อผู้ใช้'], shop: ['ร้าน', 'รหัสร้าน', 'ชื่อร้าน'] },
};
const wordOf = (cell: string) => cell.replace(/[\s*_]/g, '').toLowerCase();
const WORDS: ReadonlyMap<string, Column> = new Map(
  LOCALES.flatMap((locale) =>
    (['buyer', 'shop'] as const).flatMap((column) =>
      HEADINGS[locale][column].map((heading) => [wordOf(heading), column] as const),
    ),
  ),
);

/** The index of each column. */
export interface Layout {
  readonly buyer: number;
  readonly shop: number | undefined;
  /** Whether the first row holds the headings. */
  readonly hasHeadings: boolean;
}

/** Without headings the first column is the buyer and the second the shop, so that a plain list can be pasted. */
export function layoutOf(row: readonly (string | null)[]): Layout {
  const columns = row.map((cell) => WORDS.get(wordOf(cell ?? '')));
  const at = (column: Column) => columns.indexOf(column);
  if (at('buyer') < 0) return { buyer: 0, shop: 1, hasHeadings: false };
  return { buyer: at('buyer'), shop: at('shop') < 0 ? undefined : at('shop'), hasHeadings: true };
}
