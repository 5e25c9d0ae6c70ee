import { LOCALES, type Locale } from '@pasar/domain';

export const COLUMNS = ['group', 'title', 'text', 'language', 'sites', 'shops'] as const;
export type Column = (typeof COLUMNS)[number];

/** The headings of a workbook of quick replies, in the language of the person who exports it. */
export const HEADINGS: Readonly<Record<Locale, Readonly<Record<Column, string>>>> = {
  'zh-CN': { group: '分组', title: '标题', text: '内容', language: '语言', sites: '站点', shops: '店铺' },
  'zh-TW': { group: '分組', title: '標題', text: '內容', language: '語言', sites: '站點', shops: '商店' },
  en: { group: 'Group', title: 'Title', text: 'Text', language: 'Language', sites: 'Sites', shops: 'Shops' },
  th: { group: 'กลุ่ม', title: 'ชื่อ', text: 'ข้อความ', language: 'ภาษา', sites: 'ไซต์', shops: 'ร้าน' },
};

const WORDS: ReadonlyMap<string, Column> = new Map(
  LOCALES.flatMap((locale) => COLUMNS.map((column) => [HEADINGS[locale][column].toLowerCase(), column] as const)),
);

/** The index of each column that the sheet has. */
export type Layout = Readonly<Partial<Record<Column, number>>> & { readonly group: number; readonly text: number };

/** The columns by their headings, in any language and order; null without a group and a text. */
export function layoutOf(row: readonly (string | null)[]): Layout | null {
  const found: Partial<Record<Column, number>> = {};
  for (const [at, cell] of row.entries()) {
    const column = WORDS.get((cell ?? '').replace(/[\s*]/g, '').toLowerCase());
    if (column !== undefined) found[column] ??= at;
  }
  const { group, text } = found;
  return group === undefined || text === undefined ? null : { ...found, group, text };
}
