import type { CALLS, CallInput, CallOutput } from '@pasar/api';
import {
  holds,
  type PermissionKey,
  type Question,
  questionOf,
  SEARCH_KINDS,
  SEARCH_LIMITS,
  type SearchKind,
} from '@pasar/domain';
import { searchPrefix } from '../../records/search-index.ts';
import { shopIdsOf } from '../../records/shops-of-filter.ts';
import type { Transaction } from '../../storage/database.ts';
import { type Answer, success } from '../answer.ts';
import type { MemberContext } from '../handler.ts';
import { type Found, readHits } from './hits.ts';
import { tsqueryOf } from './tsquery.ts';

type Call = typeof CALLS.search.searchEverything;
type Input = CallInput<Call>;
type Output = CallOutput<Call>;

/** The key that opens each kind: as the calls that show it otherwise (decision 13). */
const KEYS: Readonly<Record<SearchKind, PermissionKey>> = {
  message: 'chat',
  buyer: 'chat',
  product: 'chat',
  note: 'chat',
  teamNote: 'chat',
  order: 'order',
  remark: 'remark',
};

interface FoundRow {
  readonly kind: SearchKind;
  readonly found: number;
  readonly subject_id: string | null;
  readonly at: string | null;
}
const NOTHING: Output = { counts: [], hits: [], next: null, isWhole: true };

export async function searchEverything(
  { transaction, member }: Pick<MemberContext, 'transaction' | 'member'>,
  input: Input,
): Promise<Answer<Output>> {
  const question = questionOf(input.words);
  const kinds = SEARCH_KINDS.filter((kind) => holds(member.grant, KEYS[kind]));
  if (question === null || kinds.length === 0) return success(NOTHING);
  const { accountId } = member.scope;
  const most = input.kind === undefined ? SEARCH_LIMITS.ofEach : SEARCH_LIMITS.page + 1;
  const [rows, isWhole] = await Promise.all([
    find(transaction, { accountId, question, kinds, most, input }),
    isAllIndexed(transaction, accountId),
  ]);
  const counts = SEARCH_KINDS.flatMap((kind) => {
    const found = rows.find((row) => row.kind === kind)?.found ?? 0;
    const isMore = found > SEARCH_LIMITS.counted;
    return found === 0 ? [] : [{ kind, found: Math.min(found, SEARCH_LIMITS.counted), isMore }];
  });
  const told = rows.flatMap(({ kind, subject_id: id, at }): Found[] =>
    id === null || at === null || (input.kind !== undefined && kind !== input.kind) ? [] : [{ kind, id, at }],
  );
  const page = input.kind === undefined ? told : told.slice(0, SEARCH_LIMITS.page);
  const last = page.at(-1);
  return success({
    counts,
    hits: await readHits(transaction, accountId, page, question),
    next: told.length > page.length && last !== undefined ? `${last.at}.${last.id}` : null,
    isWhole,
  });
}

interface Search {
  readonly accountId: string;
  readonly question: Question;
  readonly kinds: readonly SearchKind[];
  readonly most: number;
  readonly input: Input;
}
async function find(
  transaction: Transaction,
  { accountId, question, kinds, most, input }: Search,
): Promise<readonly FoundRow[]> {
  const isNarrow = input.shopIds !== undefined || input.marketplaces !== undefined || input.countries !== undefined;
  const shops = isNarrow ? await shopIdsOf(transaction, input) : null;
  const [placeAt, placeId] = /^(\d{1,18})\.([0-9a-f-]{36})$/.exec(input.cursor ?? '')?.slice(1) ?? [];
  const found = await transaction.query<FoundRow>({
    name: 'search-everything',
    text: `select kind, found, subject_id, at
           from pasar_search($1, $2, $3, $4, $5, $6, $7, $8, $9, ${SEARCH_LIMITS.counted})`,
    values: [
      kinds,
      kinds.map((kind) => tsqueryOf(question, searchPrefix(accountId, kind))),
      shops,
      input.writer ?? null,
      input.from ?? 0,
      input.to ?? Number.MAX_SAFE_INTEGER,
      placeAt ?? null,
      placeId ?? null,
      most,
    ],
  });
  return found.rows;
}

async function isAllIndexed(transaction: Transaction, accountId: string): Promise<boolean> {
  const found = await transaction.query({
    name: 'search-backlog',
    text: 'select from search_due where account_id = $1 and is_backlog limit 1',
    values: [accountId],
  });
  return found.rowCount === 0;
}
