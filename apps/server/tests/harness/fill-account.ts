import { createHash } from 'node:crypto';
import type pg from 'pg';
import { listTables } from '../../src/backup/shape.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  /** The table and column that it refers to. */
  readonly refers: string | null;
  readonly refers_to: string | null;
}

/** Values where the schema alone does not tell one that it takes. */
const VALUES: Readonly<Record<string, unknown>> = {
  'member.shop_rule': 'all',
  'member.is_main': true,
  'account_export.state': 'done',
  // Not in use, so that a login asks for no code.
  'second_factor.confirmed_at': null,
  'webhook.off_reason': 'gone',
  'webhook_delivery.state': 'delivered',
  'remark.status': 'finished',
  // Of a saved remark, so no member's any more.
  'remark_picture.member_id': null,
  'entrance_code.purpose': 'reset',
  // The action that it takes back, of which there is none.
  'bulk_action.undoes': null,
  'bulk_send_task.cause': 'orderCare',
  'sign_in.country': 'SG',
  'shop.marketplace': 'shopee',
  'connection.marketplace': 'shopee',
  'message.content': { type: 'text', text: 'hello' },
  'message.author': 'buyer',
  'message.status': 'available',
  'delivery.content': { type: 'text', text: 'hello' },
  'delivery.state': 'confirmed',
};

/**
 * A row in every table that belongs to an account, made from the schema: every column has a value, the rows refer to
 * each other, and every text and every byte holds `mark`. Returns the
 * values by `table.column`.
 */
export async function fillAccount(owner: pg.Client, mark: string): Promise<ReadonlyMap<string, unknown>> {
  const made = new Map<string, unknown>();
  const tables = [...(await listTables(owner)), { schema: 'public', name: 'change' }];
  for (const { name } of tables.filter(({ schema }) => schema === 'public')) {
    const columns = await columnsOf(owner, name);
    if (!columns.some((column) => column.name === 'account_id')) continue;
    const values = columns.map((column) => sampleOf(made, name, column, mark));
    await owner.query(
      `insert into ${name} (${columns.map((column) => column.name).join(', ')})
       values (${columns.map((_, place) => `$${place + 1}`).join(', ')}) on conflict do nothing`,
      values,
    );
    for (const [place, column] of columns.entries()) made.set(`${name}.${column.name}`, values[place]);
  }
  return made;
}

async function columnsOf(owner: pg.Client, table: string): Promise<readonly Column[]> {
  const found = await owner.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       (select r.relname from pg_constraint f join pg_class r on r.oid = f.confrelid where f.conrelid = a.attrelid
          and f.contype = 'f' and f.conkey = array[a.attnum] limit 1) as refers,
       (select b.attname from pg_constraint f join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[1]
          where f.conrelid = a.attrelid and f.contype = 'f' and f.conkey = array[a.attnum] limit 1) as refers_to
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
    [table],
  );
  return found.rows;
}

function sampleOf(made: Map<string, unknown>, table: string, { name, type, refers, refers_to }: Column, mark: string) {
  const place = `${table}.${name}`;
  if (place in VALUES) return VALUES[place];
  if (refers !== null && made.has(`${refers}.${refers_to}`)) return made.get(`${refers}.${refers_to}`);
  // Columns without a foreign key that name a row by the name of its key.
  const same = [...made].find(([known]) => type === 'uuid' && known.endsWith(`.${name}`));
  if (same !== undefined) return same[1];
  switch (type) {
    case 'uuid':
      return uuidOf(`${mark} ${place}`);
    case 'text':
      return `${mark} ${place}`;
    case 'bytea':
      return Buffer.from(`${mark} ${place}`);
    case 'boolean':
      return false;
    case 'jsonb':
    case 'json':
      return JSON.stringify({ mark: `${mark} ${place}` });
    case 'timestamp with time zone':
      return new Date(0);
    case 'uuid[]':
      return [uuidOf(`${mark} ${place}`)];
    case 'bytea[]':
      return [Buffer.from(`${mark} ${place}`)];
    case 'text[]':
      return [`${mark} ${place}`];
    case 'bigint[]':
    case 'integer[]':
    case 'smallint[]':
      return [1];
    default:
      return 1;
  }
}

/** The same for the same words. */
const uuidOf = (words: string): string =>
  createHash('md5')
    .update(words)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
