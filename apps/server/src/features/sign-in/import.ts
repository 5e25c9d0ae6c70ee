import { type CALLS, type CallInput, type CallOutput, type ImportRowView, reasonText } from '@pasar/api';
import type { Locale } from '@pasar/domain';
import { appendChanges, notifySignIn } from '../../records/change-feed.ts';
import { SIGN_IN_COLUMNS, type SignInRow, selectImports, toImportRowView } from '../../records/sign-ins.ts';
import { whyNotBy } from '../../records/subjects.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import {
  nameCells,
  parseImport,
  type ShopImportRow,
  siteName,
  writeFailedRows,
  writeTemplate,
} from './import-template.ts';
import type { SignInContext } from './sign-in.ts';
import { readSpreadsheet } from './spreadsheet/read.ts';

type Shops = typeof CALLS.signIn;
/** A file is read before the transaction begins. */
type LongContext = Omit<SignInContext, 'transaction'> & { readonly database: Database };

/** Every row becomes a sign-in that waits for its turn. When the file as a whole is refused, no sign-in is made. */
export async function importShops(
  context: LongContext,
  input: CallInput<Shops['importShops']>,
): Promise<Answer<CallOutput<Shops['importShops']>>> {
  const read = await readSpreadsheet(Buffer.from(input.file, 'base64'));
  if (read.kind === 'tooLarge') return fail('import_too_large');
  if (read.kind === 'unreadable') return fail('import_unreadable');
  if (read.kind === 'cells') return fail(read.reason, nameCells(read.cells));
  const parsed = parseImport(read.rows);
  if (!parsed.ok) return fail(parsed.reason, parsed.detail);
  return context.database.within(context.member.scope, (transaction) =>
    begin({ ...context, transaction }, input, parsed.rows),
  );
}

async function begin(
  context: SignInContext,
  input: CallInput<Shops['importShops']>,
  rows: readonly ShopImportRow[],
): Promise<Answer<CallOutput<Shops['importShops']>>> {
  const { transaction, member, now } = context;
  const { fileName, ipSubjectId } = input;
  const whyNot = await whyNotBy(transaction, member, ipSubjectId);
  if (whyNot !== null) return fail(whyNot);
  const stored = await transaction.query<{ import_id: string }>(
    `insert into shop_import (account_id, member_id, file_name, created_at) values ($1, $2, $3, $4) returning import_id`,
    [member.scope.accountId, member.view.memberId, fileName, now],
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

export const importTemplate = async (): Promise<Answer<CallOutput<Shops['importTemplate']>>> =>
  toFile('pasar-shops.xlsx', await writeTemplate());

export const imports = async ({ transaction, member }: SignInContext): Promise<Answer<CallOutput<Shops['imports']>>> =>
  success({ imports: await selectImports(transaction, { seenBy: member.scope }) });

export async function importRows(
  { transaction }: SignInContext,
  { importId }: CallInput<Shops['importRows']>,
): Promise<Answer<CallOutput<Shops['importRows']>>> {
  const rows = await selectRows(transaction, importId);
  return rows.length === 0 ? fail('not_found') : success({ rows: rows.map(toImportRowView) });
}

export async function exportFailedRows(
  { transaction, locale }: SignInContext,
  { importId }: CallInput<Shops['exportFailedRows']>,
): Promise<Answer<CallOutput<Shops['exportFailedRows']>>> {
  const rows = (await selectRows(transaction, importId)).map(toImportRowView).filter((row) => row.state === 'failed');
  if (rows.length === 0) return fail('not_found');
  const failed = rows.map((row) => ({
    site: siteName(row.marketplace, row.country),
    identifier: row.identifier,
    why: explain(row.refusal, locale),
  }));
  return toFile('pasar-shops-failed.xlsx', await writeFailedRows(failed));
}

function explain(refusal: ImportRowView['refusal'], locale: Locale): string {
  if (refusal === null) return '';
  const text = reasonText(refusal.reason, locale);
  return refusal.detail ? `${text} (${refusal.detail})` : text;
}

async function selectRows(transaction: Transaction, importId: string): Promise<readonly SignInRow[]> {
  const found = await transaction.query<SignInRow>(
    `select ${SIGN_IN_COLUMNS} from sign_in where import_id = $1 order by row_number`,
    [importId],
  );
  return found.rows;
}
