import { describe, expect, it } from 'vitest';
import { parseWorkbook } from './workbook-rows.ts';

const HEAD = ['Group', 'Title', 'Text', 'Language', 'Sites', 'Shops'];
const shopsOf = (name: string) => (name === 'Rumah' ? ['shop-1'] : []);
const parse = (...rows: readonly (readonly (string | null)[])[]) => parseWorkbook([HEAD, ...rows], shopsOf);
const reasonsOf = (...rows: readonly (readonly (string | null)[])[]) => {
  const parsed = parse(...rows);
  return parsed.ok ? parsed.refused.map(({ rowNumber, reason }) => [rowNumber, reason]) : parsed.reason;
};

describe('a workbook of quick replies', () => {
  it('is read by its headings, in any language and order', () => {
    const parsed = parseWorkbook(
      [
        ['内容', '分组', '语言'],
        ['สวัสดีค่ะ', '问候', 'TH'],
      ],
      shopsOf,
    );
    expect(parsed).toMatchObject({ ok: true, rows: [{ group: '问候', texts: ['สวัสดีค่ะ'], language: 'th', title: '' }] });
  });

  it('reads several texts, sites and shops of a reply', () => {
    const parsed = parse(['Greetings', 'Hello', 'Hello\n---\nHow can I help?', '', 'Shopee MY、Lazada TH', 'Rumah']);
    expect(parsed).toMatchObject({
      rows: [
        {
          texts: ['Hello', 'How can I help?'],
          sites: [
            { platform: 'shopee', country: 'MY' },
            { platform: 'lazada', country: 'TH' },
          ],
          shopIds: ['shop-1'],
        },
      ],
    });
  });

  it('names each row that breaks a rule, and takes the others', () => {
    expect(
      reasonsOf(
        ['', 'Hello', 'Hello'],
        ['Greetings', 'Hello', ' '],
        ['Greetings', 'Hello', 'Hello'],
        ['Greetings', 'Hello', 'Hello again'],
        ['Greetings', 'Hello', 'Hola', 'xx'],
        ['Greetings', 'A', 'x'.repeat(2_001)],
        ['Greetings', 'B', 'x', '', 'Amazon US'],
        ['Greetings', 'C', 'x', '', '', 'Nobody'],
        ['Greetings', 'D', null],
        ['Greetings', 'E', '---\n---'],
      ),
    ).toEqual([
      [2, 'quick_reply_row_incomplete'],
      [3, 'quick_reply_row_incomplete'],
      [5, 'quick_reply_row_repeated'],
      [6, 'quick_reply_language_unknown'],
      [7, 'quick_reply_row_too_long'],
      [8, 'quick_reply_site_unknown'],
      [9, 'quick_reply_shop_unknown'],
      [10, 'import_cell_not_text'],
      [11, 'quick_reply_row_incomplete'],
    ]);
  });

  it('is refused as a whole without its columns, and without a row', () => {
    expect(parseWorkbook([['Site', 'Account']], shopsOf)).toEqual({ ok: false, reason: 'quick_reply_columns_missing' });
    expect(parseWorkbook([], shopsOf)).toEqual({ ok: false, reason: 'quick_reply_file_empty' });
    expect(parse(['', ' '])).toEqual({ ok: false, reason: 'quick_reply_file_empty' });
  });
});
