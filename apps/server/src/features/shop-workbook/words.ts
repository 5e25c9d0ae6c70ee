import { LOCALES, type Locale } from '@pasar/domain';

export const COLUMNS = ['site', 'shopId', 'name', 'alias', 'unbind'] as const;
type Column = (typeof COLUMNS)[number];

/** The headings of a workbook of shops, in the language of the person who asks for it. */
export const HEADINGS: Readonly<Record<Locale, Readonly<Record<Column, string>>>> = {
  'zh-CN': { site: '站点', shopId: '店铺ID', name: '店铺名称', alias: '别名', unbind: '解绑' },
  'zh-TW': { site: '站點', shopId: '商店ID', name: '商店名稱', alias: '別名', unbind: '解綁' },
  en: { site: 'Site', shopId: 'Shop ID', name: 'Name', alias: 'Alias', unbind: 'Unbind' },
  th: { site: 'ไซต์', shopId: 'รหัสร้าน', name: 'ชื่อร้าน', alias: 'ชื่อเรียก', unbind: 'ยกเลิกการผูก' },
};
const wordOf = (cell: string) => cell.replace(/[\s*]/g, '').toLowerCase();
const WORDS: ReadonlyMap<string, Column> = new Map(
  LOCALES.flatMap((locale) => COLUMNS.map((column) => [wordOf(HEADINGS[locale][column]), column] as const)),
);

/** The index of each column that the sheet has. */
export type Layout = Readonly<Partial<Record<Column, number>>> & { readonly shopId: number };

/** The columns by their headings, in any language and order; null without the id of a shop. */
export function layoutOf(row: readonly (string | null)[]): Layout | null {
  const found: Partial<Record<Column, number>> = {};
  for (const [at, cell] of row.entries()) {
    const column = WORDS.get(wordOf(cell ?? ''));
    if (column !== undefined) found[column] ??= at;
  }
  const { shopId } = found;
  return shopId === undefined ? null : { ...found, shopId };
}

/** What a person may write where a shop is to be unbound, and where it is not. */
const YES = new Set(['yes', 'y', 'x', '1', 'true', 'unbind', '是', '解绑', '解綁', '✓', '√', 'ใช่']);
const NO = new Set(['', 'no', 'n', '0', 'false', '否', 'ไม่']);

/** Null for a word that may mean either: nobody's shop is unbound by a guess. */
export function isUnbindWord(cell: string): boolean | null {
  const word = cell.trim().toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : null;
}
