import {
  type CALLS,
  type CallInput,
  type CallOutput,
  type QuickReplyPart,
  type QuickReplyView,
  reasonText,
} from '@pasar/api';
import type { Locale } from '@pasar/domain';
import writeExcelFile from 'write-excel-file/node';
import { siteName } from '../../files/sites.ts';
import { readSpreadsheet } from '../../files/spreadsheet/read.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { LongContext, MemberContext } from '../handler.ts';
import { addGroup, type GroupRow, selectGroups } from './groups.ts';
import { newReplyIds, type ReplyFacts, selectReplies, titleOf, writeReplies } from './replies.ts';
import { tellQuickReplies } from './tell.ts';
import { BETWEEN_TEXTS, CELL_LENGTH, type ParsedWorkbook, parseWorkbook, type WorkbookRow } from './workbook-rows.ts';
import { COLUMNS, HEADINGS } from './workbook-words.ts';

type Calls = typeof CALLS.quickReplies;
type Context = Pick<MemberContext, 'transaction' | 'member' | 'now' | 'locale'>;

interface NamedShop {
  readonly shop_id: string;
  readonly name: string;
}
/** The shops that the member sees, by the names that the shop list shows. */
const selectShops = async (transaction: Transaction): Promise<readonly NamedShop[]> =>
  (await transaction.query<NamedShop>('select shop_id, coalesce(alias, name) as name from shop')).rows;

/** The file is read before the transaction begins. */
export async function importContents(
  context: Omit<Context, 'transaction'> & Pick<LongContext, 'database'>,
  { file }: CallInput<Calls['importContents']>,
): Promise<Answer<CallOutput<Calls['importContents']>>> {
  const read = await readSpreadsheet(Buffer.from(file, 'base64'), context.locale, CELL_LENGTH);
  if (read.kind === 'tooLarge') return fail('import_too_large');
  if (read.kind === 'unreadable') return fail('spreadsheet_unreadable');
  return context.database.within(context.member.scope, async (transaction) => {
    const shops = await selectShops(transaction);
    const shopsOf = (name: string) => shops.filter((shop) => shop.name === name).map((shop) => shop.shop_id);
    const parsed = parseWorkbook(read.rows, shopsOf);
    return parsed.ok ? take({ ...context, transaction }, parsed) : fail(parsed.reason);
  });
}

async function take(
  context: Context,
  { rows, refused }: Extract<ParsedWorkbook, { ok: true }>,
): Promise<Answer<CallOutput<Calls['importContents']>>> {
  const { transaction, member, locale } = context;
  const groups = new Map<string, GroupRow>();
  // Shared groups come first, so that a shared group is found before a personal one of the same name.
  for (const group of await selectGroups(transaction)) if (!groups.has(group.name)) groups.set(group.name, group);
  const known = new Map(
    (await selectReplies(context, null)).map((reply) => [keyOf(reply.groupId, reply.title), reply]),
  );
  const wanted = new Map<string, { readonly known: QuickReplyView | null; readonly rows: WorkbookRow[] }>();
  for (const row of rows) {
    const group = groups.get(row.group) ?? (await addGroup(context, row.group, false));
    groups.set(row.group, group);
    const key = keyOf(group.group_id, titleOf(row.title, textParts(row)));
    const of = wanted.get(key) ?? { known: known.get(key) ?? null, rows: [] };
    of.rows.push(row);
    wanted.set(key, of);
  }
  const replies = [...wanted.values()];
  const newIds = await newReplyIds(transaction, replies.filter((reply) => reply.known === null).length);
  const ids = newIds.values();
  await writeReplies(
    context,
    replies.map((reply) => {
      const id = reply.known?.replyId ?? ids.next().value;
      const group = groups.get(reply.rows[0]?.group ?? '');
      if (id === undefined || group === undefined) throw new Error('a reply of the file has no id or no group');
      return { id, facts: factsOf(group.group_id, reply) };
    }),
  );
  await tellQuickReplies(transaction, member, null);
  return success({
    added: newIds.length,
    changed: replies.length - newIds.length,
    refused: refused.map((row) => ({ ...row, why: reasonText(row.reason, locale) })),
  });
}

const keyOf = (groupId: string, title: string): string => JSON.stringify([groupId, title]);
const textParts = ({ texts }: WorkbookRow): readonly QuickReplyPart[] =>
  texts.map((text) => ({ kind: 'text' as const, text }));

/** What the rows of one reply make of it: their texts, and what the known reply has besides. */
function factsOf(
  groupId: string,
  { known, rows }: { readonly known: QuickReplyView | null; readonly rows: readonly WorkbookRow[] },
): ReplyFacts {
  const replaced = (before: readonly QuickReplyPart[], row: WorkbookRow): QuickReplyPart[] => [
    ...textParts(row),
    ...before.filter(({ kind }) => kind !== 'text'),
  ];
  const first = rows.find(({ language }) => language === null);
  const ofAll = first ?? (known === null ? rows[0] : undefined);
  const variants = new Map((known?.variants ?? []).map(({ language, parts }) => [language, parts]));
  for (const row of rows) {
    if (row.language !== null) variants.set(row.language, replaced(variants.get(row.language) ?? [], row));
  }
  const scope = ofAll ?? rows[0];
  return {
    groupId,
    title: scope === undefined ? '' : scope.title,
    parts: ofAll === undefined ? (known?.parts ?? []) : replaced(known?.parts ?? [], ofAll),
    variants: [...variants].map(([language, parts]) => ({ language, parts })),
    sites: scope?.sites ?? [],
    shopIds: scope?.shopIds ?? null,
  };
}

/** Formatted as text, so that nothing a person wrote is taken for a number or a formula. */
const cell = (value: string) => ({ value, type: String, format: '@', wrap: true });
const WIDTHS = [{ width: 20 }, { width: 28 }, { width: 70 }, { width: 12 }, { width: 26 }, { width: 30 }];

export async function exportContents(
  context: Pick<Context, 'transaction' | 'member' | 'locale'>,
): Promise<Answer<CallOutput<Calls['exportContents']>>> {
  const { transaction, locale } = context;
  const groups = new Map((await selectGroups(transaction)).map((group) => [group.group_id, group.name]));
  const shops = new Map((await selectShops(transaction)).map((shop) => [shop.shop_id, shop.name]));
  const replies = await selectReplies(context, null);
  const rows = replies.flatMap((reply) => rowsOf(reply, groups.get(reply.groupId) ?? '', shops));
  const file = await writeRows(rows, locale);
  return success({ fileName: 'pasar-quick-replies.xlsx', file: file.toString('base64') });
}

/** One row for each language in which the reply has a text. */
function rowsOf(
  { title, parts, variants, sites, shopIds }: QuickReplyView,
  group: string,
  shops: ReadonlyMap<string, string>,
): readonly (readonly string[])[] {
  const siteNames = sites.map(({ platform, country }) => siteName({ marketplace: platform, country })).join(', ');
  const shopNames = (shopIds ?? []).flatMap((id) => shops.get(id) ?? []).join(', ');
  return [{ language: '', parts }, ...variants].flatMap(({ language, parts: said }) => {
    const texts = said.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
    return texts.length === 0
      ? []
      : [[group, title, texts.join(`\n${BETWEEN_TEXTS}\n`), language, siteNames, shopNames]];
  });
}

const writeRows = (rows: readonly (readonly string[])[], locale: Locale): Promise<Buffer> =>
  writeExcelFile(
    [
      COLUMNS.map((column) => ({ ...cell(HEADINGS[locale][column]), fontWeight: 'bold' as const })),
      ...rows.map((row) => row.map(cell)),
    ],
    { sheet: 'Quick replies', columns: WIDTHS },
  ).toBuffer();
