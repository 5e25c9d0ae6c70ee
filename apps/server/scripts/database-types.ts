import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePgTsGenerator, type Output, processDatabase } from 'kanel';
import { startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts';
import { migrateDatabase } from '../src/storage/migrate.ts';

/**
 * Writes the types of the tables' rows as a freshly migrated PostgreSQL describes them, into the file that the server
 * imports. With `--check` nothing is written, and a difference is an error.
 */
const FILE = join(import.meta.dirname, '../src/storage/gen/tables.ts');

/**
 * Columns whose values only the server writes, and that hold a type of the domain; an array holds elements of it. All
 * other columns have the type that pg gives: 64-bit integers are strings, and JSON is unknown until it is parsed.
 */
const DOMAIN_TYPES: Readonly<Record<string, string>> = {
  'bulk_send_item.care_kind': 'OrderCareKind',
  'bulk_send_item.state': 'BulkItemState',
  'bulk_send_task.care_kind': 'OrderCareKind',
  'bulk_send_task.cause': 'SendCause',
  'bulk_send_task.reason': 'ReasonCode',
  'bulk_send_task.state': 'BulkSendState',
  'bulk_send_task.type': 'BulkSendType',
  'client_report.kind': "'cnsc_login' | 'unknown_message_type' | 'unknown_value' | 'proxy_stat'",
  'connection.line': 'RoutingLine',
  'connection.marketplace': 'Marketplace',
  'connection.refusal_reason': 'ReasonCode',
  'connection.state': 'ConnectionStateName',
  'conversation.buyer_read_position': 'Position',
  'conversation.history': "'unknown' | 'more' | 'complete'",
  'conversation.last_position': 'Position',
  'conversation.last_reply_position': 'Position',
  'conversation.seller_read_position': 'Position',
  'conversation.status': 'ConversationStatus',
  'conversation.synced_position': 'Position',
  'delivery.cause': 'AutomaticCause',
  'delivery.anchor_position': 'Position',
  'delivery.refusal_reason': 'ReasonCode',
  'delivery.state': 'DeliveryState',
  'delivery_image.type': 'ImageType',
  'domain_switch.country': 'Country',
  'domain_switch.result': 'DomainSwitchResult',
  'ip_subject.proxy_type': 'ProxyKind',
  'ip_subject.scope': 'ProxyScope',
  'ip_subject.type': 'ProxyType',
  'message.author': 'Author',
  'message.cause': 'AutomaticCause',
  'message.marks': 'MessageMark',
  'message.position': 'Position',
  'message.status': 'MessageStatus',
  'order_care_content.care_kind': 'OrderCareKind',
  'order_care_content.country': 'Country',
  'quick_reply_picture.type': 'ImageType',
  'reading.refusal_reason': 'ReasonCode',
  'reading.state': 'ReadingState',
  'reading.subject': 'ListSubject',
  'reading_setting.subject': 'ReadingSubject',
  'search_due.kind': "Exclude<SearchKind, 'product'> | 'history'",
  'search_entry.kind': 'SearchKind',
  'search_entry.writer': 'SearchWriter',
  'response_rule.country': 'Country',
  'response_rule.counts': "'first' | 'all'",
  'response_rule.marketplace': 'Marketplace',
  'response_rule_change.country': 'Country',
  'response_rule_change.marketplace': 'Marketplace',
  'seen_list.subject': 'ReadingSubject',
  'shop.marketplace': 'Marketplace',
  'shop_order.parcel_stage': 'ParcelStage',
  'sign_in.country': 'Country',
  'sign_in.marketplace': 'Marketplace',
  'sign_in.refusal_reason': 'ReasonCode',
  'sign_in.state': 'SignInState',
};

/** The types of PostgreSQL as pg gives their values. */
const VALUES: Readonly<Record<string, string>> = {
  'pg_catalog.bool': 'boolean',
  'pg_catalog.bytea': 'Buffer',
  'pg_catalog.int4': 'number',
  'pg_catalog.int8': 'string',
  'pg_catalog.json': 'unknown',
  'pg_catalog.jsonb': 'unknown',
  // As its digits: an amount passes through no double.
  'pg_catalog.numeric': 'string',
  'pg_catalog.text': 'string',
  'pg_catalog.timestamptz': 'Date',
  'pg_catalog.tsvector': 'string',
  'pg_catalog.uuid': 'string',
};

/** What the name of every generated type ends with. */
const ROW = 'Table';

const pascal = (name: string): string => name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
const isNameOfDomain = (type: string): boolean => /^\w+$/.test(type);

function typeOf(table: string, column: string, type: string) {
  const known = DOMAIN_TYPES[`${table}.${column}`] ?? VALUES[type];
  if (known === undefined) throw new Error(`${table}.${column}: no type is known for ${type}`);
  const typeImports =
    `${table}.${column}` in DOMAIN_TYPES && isNameOfDomain(known)
      ? [{ name: known, path: '@pasar/domain', isAbsolute: true, importAsType: true, isDefault: false }]
      : [];
  return { name: known, typeImports };
}

/**
 * Leaves out the types for inserts, updates and ids, because statements are plain SQL. Sorted, so that the output is
 * stable.
 */
function onlyRows(output: Output): Output {
  const contents = Object.entries(output).map(([path, file]) => {
    if (file.fileType !== 'typescript') throw new Error(`${path} is no TypeScript`);
    const rows = file.declarations
      .filter((declaration) => declaration.declarationType === 'interface' && declaration.name.endsWith(ROW))
      .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
    return [path, { ...file, declarations: rows }] as const;
  });
  return Object.fromEntries(contents);
}

async function generate(folder: string): Promise<string> {
  const embedded = await startEmbeddedPostgres(join(folder, 'data'), () => undefined);
  const path = join(folder, 'tables');
  try {
    await migrateDatabase(embedded.connection);
    await processDatabase({
      connection: { ...embedded.connection },
      schemaNames: ['public'],
      filter: ({ kind }) => kind === 'table',
      generators: [
        makePgTsGenerator({
          customTypeMap: VALUES,
          getMetadata: ({ name }, generateFor) => ({
            name: `${pascal(name)}${generateFor === 'selector' ? ROW : ''}`,
            comment: [],
            path,
            exportAs: 'named',
          }),
          getPropertyMetadata: (property, { name: table }, _generateFor, builtin) => {
            return { ...builtin, comment: [], typeOverride: typeOf(table, property.name, property.type.fullName) };
          },
          preRenderHooks: [onlyRows],
        }),
      ],
      postRenderHooks: [
        (_path: string, lines: string[]) => ['// Generated from the migrations: npm run generate:tables', ...lines],
      ],
    });
  } finally {
    await embedded.stop();
  }
  return `${path}.ts`;
}

const folder = mkdtempSync(join(tmpdir(), 'pasar-tables-'));
try {
  const fresh = await generate(folder);
  if (!process.argv.includes('--check')) copyFileSync(fresh, FILE);
  else if (readFileSync(fresh, 'utf8') !== readFileSync(FILE, 'utf8')) {
    console.error('src/storage/gen/tables.ts differs from the migrations: npm run generate:tables');
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
