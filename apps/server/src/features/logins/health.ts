import type { CALLS, CallOutput } from '@pasar/api';
import { expectedLife } from '@pasar/domain';
import type { Transaction } from '../../storage/database.ts';
import type { ConnectionTable } from '../../storage/gen/tables.ts';
import { type Answer, success } from '../answer.ts';

type Row = Pick<ConnectionTable, 'connection_id' | 'identifier' | 'failed_since' | 'away_since'> & {
  readonly signed_in_at: string | null;
  /** Past lives that the marketplace ended, of this login, and of the account's other logins at the marketplace. */
  readonly own_lives: readonly string[];
  readonly other_lives: readonly string[];
};

/** The logins of which the member sees a shop. */
export async function loginHealth({
  transaction,
}: {
  readonly transaction: Transaction;
}): Promise<Answer<CallOutput<typeof CALLS.logins.loginHealth>>> {
  const found = await transaction.query<Row>({
    name: 'login-health',
    text: `with ended as (
        select l.connection_id, c.marketplace, l.ended_at - l.began_at as life
        from login_life l join connection c using (connection_id) where l.is_expired)
      select c.connection_id, c.identifier, c.failed_since, c.away_since,
        (select max(began_at) from login_life l where l.connection_id = c.connection_id) as signed_in_at,
        array(select life from ended where ended.connection_id = c.connection_id) as own_lives,
        array(select life from ended where ended.marketplace = c.marketplace
          and ended.connection_id <> c.connection_id) as other_lives
      from connection c where exists (select from shop s where s.connection_id = c.connection_id)
      order by c.connection_id`,
    values: [],
  });
  return success({
    logins: found.rows.map((row) => ({
      connectionId: row.connection_id,
      identifier: row.identifier,
      signedInAt: timeOf(row.signed_in_at),
      failedSince: timeOf(row.failed_since),
      awaySince: timeOf(row.away_since),
      expected: expectedLife(row.own_lives.map(Number), row.other_lives.map(Number)),
    })),
  });
}

const timeOf = (value: string | null): number | null => (value === null ? null : Number(value));
