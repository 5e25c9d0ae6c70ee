import pg from 'pg';
import type { Scope } from './database.ts';

/**
 * One moment of the database as a member may read it, over a connection of its own: a reader that takes long sees
 * everything as it was when it began, and holds nobody up. Row security judges what it sees.
 */
export interface Snapshot {
  /** Rows in portions of `size`, as the reader takes them. */
  rows<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
    size: number,
  ): AsyncGenerator<readonly Row[]>;
  close(): Promise<void>;
}

/** A snapshot whose reader takes nothing for this long is given up, because it holds old rows back (our choice). */
const TAKEN_WITHIN_MS = 120_000;

export async function openSnapshot(config: pg.ClientConfig, { accountId, memberId, shops }: Scope): Promise<Snapshot> {
  const client = new pg.Client({
    ...config,
    options: `-c role=pasar_app -c jit=off -c idle_in_transaction_session_timeout=${TAKEN_WITHIN_MS}`,
    application_name: 'pasar_snapshot',
  });
  // A connection that breaks between two statements only emits this event; the next statement rejects.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(
      `select set_config('pasar.account_id', $1, true), set_config('pasar.member_id', $2, true),
         set_config('pasar.shops', $3, true)`,
      [accountId, memberId ?? '', shops],
    );
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    async *rows<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[], size: number) {
      await client.query(`declare portion no scroll cursor for ${text}`, [...values]);
      for (;;) {
        const { rows } = await client.query<Row>(`fetch ${size} from portion`);
        if (rows.length > 0) yield rows;
        if (rows.length < size) break;
      }
      await client.query('close portion');
    },
    close: () => client.end(),
  };
}
