import type { CALLS, CallInput, CallOutput, TeamFigureSums } from '@pasar/api';
import writeExcelFile from 'write-excel-file/node';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { type FiguresContext, teamFigures } from './figures.ts';
import { type FigureColumn, WORDS } from './words.ts';

type Call = typeof CALLS.teamFigures.exportTeamFigures;
type Cell = string | number | null;

/** Times to an answer stand in the file as minutes, with which a workbook can calculate. */
const COLUMNS: { readonly [Column in FigureColumn]: (sums: TeamFigureSums) => number | null } = {
  firstWaits: ({ firstWaits }) => firstWaits,
  firstMedian: ({ firstMedian }) => minutesOf(firstMedian),
  waits: ({ waits }) => waits,
  answered: ({ answered }) => answered,
  median: ({ median }) => minutesOf(median),
  nineTenths: ({ nineTenths }) => minutesOf(nineTenths),
  conversations: ({ conversations }) => conversations,
  received: ({ received }) => received,
  sent: ({ sent }) => sent,
  answeredBuyers: ({ answeredBuyers }) => answeredBuyers,
  orderedBuyers: ({ orderedBuyers }) => orderedBuyers,
};
const NAMES = Object.keys(COLUMNS) as FigureColumn[];
const SPEED = ['waits', 'answered', 'median', 'nineTenths'] as const;

const minutesOf = (took: number | null): number | null => (took === null ? null : Math.round(took / 600) / 100);

/** The sheets: members, shops, and hours of the day. */
export async function exportTeamFigures(
  context: FiguresContext & Pick<MemberContext, 'locale'>,
  { locale = context.locale, ...input }: CallInput<Call>,
): Promise<Answer<CallOutput<Call>>> {
  const counted = await teamFigures(context, input);
  if (!counted.ok) return counted;
  const { members, shops, hours, asOf } = counted.data;
  const words = WORDS[locale];
  const known = await context.transaction.query<{ shop_id: string; name: string }>({
    name: 'names-of-shops',
    text: 'select shop_id, coalesce(alias, name) as name from shop',
  });
  const shopNames = new Map(known.rows.map((row) => [row.shop_id, row.name]));
  const figuresOf = (sums: TeamFigureSums): Cell[] => NAMES.map((column) => COLUMNS[column](sums));
  const heading = (first: string, columns: readonly FigureColumn[]): Cell[] => [
    first,
    ...columns.map((column) => words.column[column]),
  ];
  const sheets = [
    {
      sheet: words.members,
      rows: [
        heading(words.member, NAMES),
        ...members.map(({ memberId, name, now }) => [
          memberId === null ? words.elsewhere : (name ?? words.gone),
          ...figuresOf(now),
        ]),
      ],
    },
    {
      sheet: words.shops,
      rows: [
        heading(words.shop, NAMES),
        ...shops.map(({ shopId, now }) => [shopNames.get(shopId) ?? shopId, ...figuresOf(now)]),
      ],
    },
    {
      sheet: words.hours,
      rows: [
        heading(words.hour, SPEED),
        ...hours.map(({ hour, waits, answered, median, nineTenths }) => [
          `${String(hour).padStart(2, '0')}:00`,
          waits,
          answered,
          minutesOf(median),
          minutesOf(nineTenths),
        ]),
      ],
    },
  ];
  const file = await writeExcelFile(sheets.map(({ sheet, rows }) => ({ sheet, data: rows.map(cellsOf) }))).toBuffer();
  const day = new Date(asOf).toISOString().slice(0, 10);
  return success({ fileName: `${FILE_NAMES[input.period]}-${day}.xlsx`, file: file.toString('base64') });
}

const FILE_NAMES = {
  real_time: 'team-today',
  yesterday: 'team-yesterday',
  past7days: 'team-7-days',
  past30days: 'team-30-days',
} as const;

const cellsOf = (row: readonly Cell[], index: number) =>
  row.map((value) =>
    value === null
      ? null
      : typeof value === 'number'
        ? { value, type: Number }
        : { value, type: String, ...(index === 0 && { fontWeight: 'bold' as const }) },
  );
