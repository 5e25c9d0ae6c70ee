import type { Locale } from '@pasar/domain';
import writeExcelFile, { type Feature, type Image } from 'write-excel-file/node';
import { siteChoices } from '../../files/sites.ts';
import { IMPORT_LIMITS } from './import-limits.ts';
import { HEADINGS } from './import-words.ts';

/** The account of the example row, which an import ignores. */
export const EXAMPLE_ACCOUNT = 'example@shop.example';

const WIDTHS = [{ width: 26 }, { width: 34 }, { width: 24 }];
/** Formatted as text, so that accounts that look like numbers keep their leading zeros. */
const TEXT_FORMAT = '@';

const cell = (value: string) => ({ value, type: String, format: TEXT_FORMAT });
const bold = (value: string) => ({ ...cell(value), fontWeight: 'bold' as const });

/**
 * Offers the sites of the second sheet in the first column of the first sheet. Excel takes a longer list only from
 * cells. A site may be typed in another way too, so that Excel refuses nothing.
 */
const siteList = (count: number): Feature<Image['content']> => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        // In the order of the schema: after the cells, before the margins of the page.
        transform: (content, _options, { sheetIndex }) =>
          sheetIndex === 0 ? content.replace('</sheetData>', `</sheetData>${validationOf(count)}`) : content,
      },
    },
  },
});
const validationOf = (count: number): string =>
  `<dataValidations count="1"><dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="A2:A${IMPORT_LIMITS.rows + 1}"><formula1>Sites!$A$1:$A$${count}</formula1></dataValidation></dataValidations>`;

/** A workbook whose first sheet has these rows, and a list of all sites for its first column. */
function writeRows(
  rows: readonly (readonly ReturnType<typeof cell>[])[],
  columns: readonly { readonly width: number }[],
  locale: Locale,
): Promise<Buffer> {
  const sites = siteChoices(locale);
  return writeExcelFile(
    [
      { data: rows.map((row) => [...row]), sheet: 'Shops', columns: [...columns] },
      { data: sites.map((site) => [cell(site)]), sheet: 'Sites', columns: [{ width: 34 }] },
    ],
    { features: [siteList(sites.length)] },
  ).toBuffer();
}

/** The template: headings in the person's language, and an example row. */
export function writeTemplate(locale: Locale): Promise<Buffer> {
  const { site, account, password } = HEADINGS[locale];
  const [example = ''] = siteChoices(locale);
  return writeRows(
    [[site, account, password].map(bold), [example, EXAMPLE_ACCOUNT, '********'].map(cell)],
    WIDTHS,
    locale,
  );
}

/** A marketplace's words may fill a page. */
const fitting = (why: string): string =>
  why.length > IMPORT_LIMITS.cellLength ? `${why.slice(0, IMPORT_LIMITS.cellLength - 1)}…` : why;

/** The failed rows, to be filled in again. Passwords are left empty; the reasons stand beside them. */
export function writeFailedRows(
  rows: readonly { readonly site: string; readonly identifier: string; readonly why: string }[],
  locale: Locale,
): Promise<Buffer> {
  const { site, account, password, reason } = HEADINGS[locale];
  return writeRows(
    [
      [site, account, password, reason].map(bold),
      ...rows.map((row) => [row.site, row.identifier, '', fitting(row.why)].map(cell)),
    ],
    [...WIDTHS, { width: 60 }],
    locale,
  );
}
