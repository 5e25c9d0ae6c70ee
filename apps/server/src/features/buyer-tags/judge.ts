import type { JudgedTagRow } from '@pasar/api';
import { BUYER_TAG_LIMITS, type Marketplace, type ReasonCode, type ShopId } from '@pasar/domain';
import type { Cell } from '../../files/spreadsheet/cells.ts';
import { type Layout, layoutOf } from './words.ts';

/** A conversation whose buyer may be meant. */
export interface Candidate {
  readonly conversationId: string;
  readonly shopId: ShopId;
  readonly marketplace: Marketplace;
  readonly platformShopId: string;
  /** The name and the alias of the shop. */
  readonly shopNames: readonly string[];
  readonly buyerId: string;
  readonly buyerName: string;
  readonly hasTag: boolean;
  /** How many tags the buyer has in the shop. */
  readonly tagCount: number;
}

/** What was found for the word of a row. */
export interface Found {
  readonly candidates: readonly Candidate[];
  /** So many names contain the word that not all were compared. */
  readonly isCommon: boolean;
}
export const NOTHING: Found = { candidates: [], isCommon: false };

/** What a row says. */
export interface TagRow {
  readonly rowNumber: number;
  readonly buyer: Cell;
  readonly shop: Cell;
}

const SHOWN_LENGTH = 80;
const cellAt = (row: readonly Cell[], at: number | undefined): Cell => {
  const cell = at === undefined ? '' : row[at];
  return cell === undefined ? '' : (cell?.trim() ?? null);
};

/** The rows of a file without its headings and empty rows, or why there are none. */
export function rowsOf(cells: readonly (readonly Cell[])[]): readonly TagRow[] | ReasonCode {
  const numbered = cells
    .map((row, at) => ({ row, rowNumber: at + 1 }))
    .filter(({ row }) => row.some((cell) => cell === null || cell.trim() !== ''));
  const [first] = numbered;
  if (first === undefined) return 'buyer_tag_file_empty';
  const layout: Layout = layoutOf(first.row);
  const rows = layout.hasHeadings ? numbered.slice(1) : numbered;
  if (rows.length === 0) return 'buyer_tag_file_empty';
  if (rows.length > BUYER_TAG_LIMITS.rows) return 'buyer_tag_rows_too_many';
  return rows.map(({ row, rowNumber }) => ({
    rowNumber,
    buyer: cellAt(row, layout.buyer),
    shop: cellAt(row, layout.shop),
  }));
}

export interface Judged {
  readonly row: JudgedTagRow;
  /** The conversations whose buyers get the tag. */
  readonly conversationIds: readonly string[];
}

/** Judges every row by the buyers as they are; changes nothing. */
export function judge(rows: readonly TagRow[], found: ReadonlyMap<string, Found>): readonly Judged[] {
  const taken = new Set<string>();
  return rows.map((row) => {
    const { verdict, conversationIds } = verdictOf(row, found, taken);
    const shown = (cell: Cell) => (cell ?? '').slice(0, SHOWN_LENGTH).toWellFormed();
    return {
      row: { rowNumber: row.rowNumber, buyer: shown(row.buyer), shop: shown(row.shop), verdict },
      conversationIds,
    };
  });
}

interface Verdict {
  readonly verdict: JudgedTagRow['verdict'];
  readonly conversationIds: readonly string[];
}
const fault = (why: Extract<JudgedTagRow['verdict'], { kind: 'fault' }>['fault']): Verdict => ({
  verdict: { kind: 'fault', fault: why },
  conversationIds: [],
});

function verdictOf({ buyer, shop }: TagRow, found: ReadonlyMap<string, Found>, taken: Set<string>): Verdict {
  if (buyer === null || shop === null) return fault('notText');
  if (buyer === '') return fault('incomplete');
  const { candidates, isCommon } = found.get(buyer) ?? NOTHING;
  const meant = shop === '' ? candidates : candidates.filter((candidate) => isCalled(candidate, shop));
  const [first] = meant;
  if (first === undefined) return fault(isCommon ? 'common' : 'unknown');
  const isSame = (one: Candidate) => one.marketplace === first.marketplace && one.buyerId === first.buyerId;
  if (!meant.every(isSame)) return fault('ambiguous');
  // A buyer may have several conversations with a shop: the first of them is the newest.
  const ofShops = [...Map.groupBy(meant, (one) => one.shopId).values()].flatMap(([newest]) => newest ?? []);
  const without = ofShops.filter((one) => !one.hasTag);
  if (without.length === 0) return { verdict: { kind: 'same', buyerName: first.buyerName }, conversationIds: [] };
  const added = without.filter((one) => !taken.has(one.conversationId));
  if (added.length === 0) return fault('repeated');
  if (added.some((one) => one.tagCount >= BUYER_TAG_LIMITS.ofBuyer)) return fault('full');
  for (const one of added) taken.add(one.conversationId);
  return {
    verdict: { kind: 'add', buyerName: first.buyerName, shopIds: added.map((one) => one.shopId) },
    conversationIds: added.map((one) => one.conversationId),
  };
}

function isCalled({ platformShopId, shopNames }: Candidate, word: string): boolean {
  const sought = word.toLowerCase();
  return platformShopId === word || shopNames.some((name) => name.toLowerCase() === sought);
}
