import { type CALLS, type CallInput, type CallOutput, type ImportRowView, reasonText } from '@pasar/api';
import { type Locale, REASON_CODES, refusal } from '@pasar/domain';
import { z } from 'zod';
import { siteName } from '../../files/sites.ts';
import { readSpreadsheet } from '../../files/spreadsheet/read.ts';
import { appendChanges, notifySignIn } from '../../records/change-feed.ts';
import {
  CORRECTS_A_ROW,
  SIGN_IN_COLUMNS,
  type SignInRow,
  selectImports,
  toImportRowView,
} from '../../records/sign-ins.ts';
import { whyNotBy } from '../../records/subjects.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import type { ShopImportTable } from '../../storage/gen/tables.ts';
import { type Answer, fail, success } from '../answer.ts';
import { parseImport, type RefusedRow, type ShopImportRow } from './import-file.ts';
import { IMPORT_LIMITS } from './import-limits.ts';
import { writeFailedRows, writeTemplate } from './import-template.ts';
import type { SignInContext } from './sign-in.ts';

type Shops = typeof CALLS.signIn;
/** A file is read before the transaction begins. */
type LongContext = Omit<SignInContext, 'transaction'> & { readonly database: Database };

/**
 * Every whole row becomes a sign-in that waits for its turn; the others are stored with their reasons. When the file as
 * a whole is refused, nothing is stored.
 */
export async function importShops(
  context: LongContext,
  input: CallInput<Shops['importShops']>,
): Promise<Answer<CallOutput<Shops['importShops']>>> {
  const read = await readSpreadsheet(Buffer.from(input.file, 'base64'), context.locale, IMPORT_LIMITS.cellLength);
  if (read.kind === 'tooLarge') return fail('import_too_large');
  if (read.kind === 'unreadable') return fail('spreadsheet_unreadable');
  const parsed = parseImport(read.rows);
  if (!parsed.ok) return fail(parsed.reason);
  return context.database.within(context.member.scope, (transaction) =>
    begin({ ...context, transaction }, input, parsed),
  );
}

async function begin(
  context: SignInContext,
  input: CallInput<Shops['importShops']>,
  { rows, refused }: { readonly rows: readonly ShopImportRow[]; readonly refused: readonly RefusedRow[] },
): Promise<Answer<CallOutput<Shops['importShops']>>> {
  const { transaction, member, now } = context;
  const { fileName, ipSubjectId } = input;
  const whyNot = await whyNotBy(transaction, member, ipSubjectId);
  if (whyNot !== null) return fail(whyNot);
  const stored = await transaction.query<{ import_id: string }>(
    `insert into shop_import (account_id, member_id, file_name, created_at, refused_rows) values ($1, $2, $3, $4, $5)
     returning import_id`,
    [member.scope.accountId, member.view.memberId, fileName, now, JSON.stringify(refused)],
  );
  const importId = stored.rows[0]?.import_id;
  if (importId === undefined) return fail('request_exception');
  await storeRows(context, { importId, ipSubjectId }, rows);
  const [shopImport] = await selectImports(transaction, { importId });
  if (!shopImport) return fail('request_exception');
  await notifySignIn(transaction);
  await appendChanges(transaction, member.scope.accountId, [
    { change: { kind: 'shopImport', shopImport }, shopId: null, memberId: member.view.memberId },
  ]);
  return success({ shopImport });
}

async function storeRows(
  { transaction, member, secrets, now }: SignInContext,
  { importId, ipSubjectId }: { readonly importId: string; readonly ipSubjectId: string | undefined },
  rows: readonly ShopImportRow[],
): Promise<void> {
  const { accountId } = member.scope;
  const inserted = await transaction.query<{ sign_in_id: string; row_number: number }>(
    `insert into sign_in (account_id, member_id, import_id, created_at, ip_subject_id, row_number, marketplace, country,
       identifier, connection_id)
     select $1, $2, $3, $4, $9, item.row_number, item.marketplace, item.country, item.identifier,
       (select connection_id from connection c where c.marketplace = item.marketplace and c.identifier = item.identifier
         and c.country = item.country)
     from unnest($5::int[], $6::text[], $7::text[], $8::text[]) as item (row_number, marketplace, country, identifier)
     returning sign_in_id, row_number`,
    [
      accountId,
      member.view.memberId,
      importId,
      now,
      rows.map((row) => row.rowNumber),
      rows.map((row) => row.marketplace),
      rows.map((row) => row.country),
      rows.map((row) => row.identifier),
      ipSubjectId ?? null,
    ],
  );
  const passwords = new Map(rows.map((row) => [row.rowNumber, row.password]));
  for (const { sign_in_id: ownerId, row_number } of inserted.rows) {
    await secrets.store(transaction, { accountId, ownerId, field: 'password' }, passwords.get(row_number) ?? '');
  }
}

const toFile = (fileName: string, bytes: Buffer) => success({ fileName, file: bytes.toString('base64') });

export const importTemplate = async ({ locale }: LongContext): Promise<Answer<CallOutput<Shops['importTemplate']>>> =>
  toFile('pasar-shops.xlsx', await writeTemplate(locale));

export const imports = async ({ transaction, member }: SignInContext): Promise<Answer<CallOutput<Shops['imports']>>> =>
  success({ imports: await selectImports(transaction, { seenBy: member.scope }) });

export async function importRows(
  { transaction }: SignInContext,
  { importId }: CallInput<Shops['importRows']>,
): Promise<Answer<CallOutput<Shops['importRows']>>> {
  const rows = await selectRows(transaction, importId);
  return rows === null ? fail('not_found') : success({ rows });
}

export async function exportFailedRows(
  { transaction, locale }: SignInContext,
  { importId }: CallInput<Shops['exportFailedRows']>,
): Promise<Answer<CallOutput<Shops['exportFailedRows']>>> {
  const rows = (await selectRows(transaction, importId))?.filter((row) => row.state === 'failed') ?? [];
  if (rows.length === 0) return fail('not_found');
  const failed = rows.map((row) => ({
    site: typeof row.site === 'string' ? row.site : siteName(row.site),
    identifier: row.identifier,
    why: explain(row.refusal, locale),
  }));
  return toFile('pasar-shops-failed.xlsx', await writeFailedRows(failed, locale));
}

function explain(refusal: ImportRowView['refusal'], locale: Locale): string {
  if (refusal === null) return '';
  const text = reasonText(refusal.reason, locale);
  return refusal.detail ? `${text} (${refusal.detail})` : text;
}

const refusedRowsShape = z.array(
  z.object({ rowNumber: z.number(), site: z.string(), identifier: z.string(), reason: z.enum(REASON_CODES) }),
);

/** Every row of the file as it stands now, by its number; null for an import that the member does not see. */
async function selectRows(transaction: Transaction, importId: string): Promise<ImportRowView[] | null> {
  const found = await transaction.query<Pick<ShopImportTable, 'refused_rows'>>(
    'select refused_rows from shop_import where import_id = $1',
    [importId],
  );
  const [shopImport] = found.rows;
  if (!shopImport) return null;
  const begun = await transaction.query<SignInRow>(`select ${SIGN_IN_COLUMNS} from sign_in where import_id = $1`, [
    importId,
  ]);
  const refused = refusedRowsShape
    .parse(shopImport.refused_rows)
    .map(
      ({ reason, ...row }): ImportRowView => ({ ...row, state: 'failed', refusal: refusal(reason), signInId: null }),
    );
  const corrected = await transaction.query<SignInRow>(
    `select ${SIGN_IN_COLUMNS} from sign_in where ${CORRECTS_A_ROW} = $1`,
    [importId],
  );
  const rows = [...refused, ...begun.rows.map(toImportRowView), ...corrected.rows.map(toImportRowView)];
  // The sign-in by hand of a row replaces it.
  return [...new Map(rows.map((row) => [row.rowNumber, row])).values()].toSorted(
    (left, right) => left.rowNumber - right.rowNumber,
  );
}
