import {
  challengeView,
  type ImportRowView,
  type ShopImportView,
  type SignInView,
  shopImportView,
  signInView,
} from '@pasar/api';
import { IMPORT_ROW_STATE, IMPORT_ROW_STATES, type Refusal, refusal } from '@pasar/domain';
import type { Scope, Transaction } from '../storage/database.ts';
import type { ShopImportTable, SignInTable } from '../storage/gen/tables.ts';
import { appendChanges, type NewChange } from './change-feed.ts';

const SIGN_IN = [
  'sign_in_id',
  'member_id',
  'marketplace',
  'country',
  'identifier',
  'connection_id',
  'ip_subject_id',
  'import_id',
  'row_number',
  'corrects_import_id',
  'corrects_row',
  'state',
  'attempts',
  'challenge',
  'challenged_at',
  'refusal_reason',
  'refusal_detail',
  'shop_ids',
  'created_at',
] as const satisfies readonly (keyof SignInTable)[];
export type SignInRow = Readonly<Pick<SignInTable, (typeof SIGN_IN)[number]>>;
export const SIGN_IN_COLUMNS = SIGN_IN.join(', ');

const refusalOf = (row: Pick<SignInRow, 'refusal_reason' | 'refusal_detail'>) =>
  row.refusal_reason === null ? null : { reason: row.refusal_reason, detail: row.refusal_detail };

export const toSignInView = (row: SignInRow): SignInView =>
  signInView.parse({
    signInId: row.sign_in_id,
    marketplace: row.marketplace,
    country: row.country,
    identifier: row.identifier,
    connectionId: row.connection_id,
    ipSubjectId: row.ip_subject_id,
    state: row.state,
    challenge: row.state === 'challenged' ? challengeView.parse(row.challenge) : null,
    refusal: refusalOf(row),
    shopIds: row.shop_ids,
    createdAt: Number(row.created_at),
  });

export const toImportRowView = (row: SignInRow): ImportRowView => ({
  rowNumber: row.corrects_row ?? row.row_number ?? 0,
  site: {
    marketplace: signInView.shape.marketplace.parse(row.marketplace),
    country: signInView.shape.country.parse(row.country),
  },
  identifier: row.identifier,
  state: IMPORT_ROW_STATE[row.state],
  refusal: signInView.shape.refusal.parse(refusalOf(row)) ?? impliedRefusal(row),
  signInId: row.sign_in_id,
});

/**
 * In an import, a row that waits for a person or was cancelled counts as failed, although the marketplace refused
 * nothing.
 */
function impliedRefusal(row: SignInRow): Refusal | null {
  if (row.state === 'cancelled') return refusal('sign_in_cancelled');
  if (row.state !== 'challenged') return null;
  const DEMAND = { captcha: 'captcha_needed', code: 'verification_needed', identity: 'identity_check_needed' } as const;
  return refusal(DEMAND[challengeView.parse(row.challenge).kind]);
}

/** The sign-ins by hand that stand in place of failed rows of an import. A cancelled one leaves its row as it was. */
export const CORRECTS_A_ROW = `state <> 'cancelled' and corrects_import_id`;

/** Of a row of the import `i`: nobody has corrected it. */
const isAsItWas = (rowNumber: string) =>
  `not exists (select from sign_in by_hand where ${CORRECTS_A_ROW} = i.import_id and corrects_row = ${rowNumber})`;

type ImportRow = Readonly<Pick<ShopImportTable, 'import_id' | 'member_id' | 'file_name' | 'created_at'>> & {
  /** How many of its rows are in each state: the sign-in by hand of a row, else the row itself. */
  readonly counts: Readonly<Record<string, string>> | null;
};
/** One import, or the newest twenty of an account, with its rows counted by state. */
export async function selectImports(
  transaction: Transaction,
  which: { readonly importId: string } | { readonly seenBy: Scope },
): Promise<ShopImportView[]> {
  const [column, id] = 'importId' in which ? ['import_id', which.importId] : ownerOf(which.seenBy);
  const found = await transaction.query<ImportRow>({
    name: `imports-by-${column}`,
    text: `select i.import_id, i.member_id, i.file_name, i.created_at,
       (select json_object_agg(state, number) from (select state, count(*)::text as number from (
         select state from sign_in given where import_id = i.import_id and ${isAsItWas('given.row_number')}
         union all
         select 'failed' from jsonb_array_elements(i.refused_rows) given where ${isAsItWas("(given->>'rowNumber')::int")}
         union all
         select state from sign_in where ${CORRECTS_A_ROW} = i.import_id
       ) standing group by state) counted) as counts
     from shop_import i where i.${column} = $1 order by i.created_at desc limit 20`,
    values: [id],
  });
  return found.rows.map(toImportView);
}

/** The main account sees the imports of all members, a sub-account its own. */
const ownerOf = (scope: Scope) =>
  scope.shops === 'all' ? (['account_id', scope.accountId] as const) : (['member_id', scope.memberId] as const);

function toImportView(row: ImportRow): ShopImportView {
  const counts: Record<string, number> = Object.fromEntries(IMPORT_ROW_STATES.map((state) => [state, 0]));
  for (const [state, number] of Object.entries(row.counts ?? {})) {
    const shown = IMPORT_ROW_STATE[signInView.shape.state.parse(state)];
    counts[shown] = (counts[shown] ?? 0) + Number(number);
  }
  return shopImportView.parse({
    importId: row.import_id,
    fileName: row.file_name,
    createdAt: Number(row.created_at),
    counts,
  });
}

/** Locks the import until the commit, so that counts that are told never go back. */
async function countImport(transaction: Transaction, importId: string): Promise<ShopImportView | undefined> {
  await transaction.query('select from shop_import where import_id = $1 for no key update', [importId]);
  return (await selectImports(transaction, { importId }))[0];
}

/**
 * Tells the state of a sign-in to the windows of its member, and the progress of the import whose row it is or
 * corrects. A row of an import that meets a challenge is told like any other sign-in from then on. Must come last in its transaction, with its other
 * changes (`before`): the import is locked ahead of the change counter.
 */
export async function tellSignIn(
  transaction: Transaction,
  accountId: Scope['accountId'],
  row: SignInRow,
  before: readonly NewChange[] = [],
): Promise<SignInView> {
  const view = toSignInView(row);
  const importId = row.import_id ?? row.corrects_import_id;
  const shopImport = importId === null ? undefined : await countImport(transaction, importId);
  const aimed = { shopId: null, memberId: row.member_id };
  await appendChanges(transaction, accountId, [
    ...before,
    ...(shopImport === undefined ? [] : [{ change: { kind: 'shopImport' as const, shopImport }, ...aimed }]),
    ...(row.import_id !== null && row.challenged_at === null
      ? []
      : [{ change: { kind: 'signIn' as const, signIn: view }, ...aimed }]),
  ]);
  return view;
}
