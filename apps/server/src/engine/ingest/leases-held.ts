import type { Send } from '../../storage/database.ts';
import { type IngestItem, type OwnedConnection, ownerKey } from './types.ts';

/** The owners whose leases are lost. Nothing may be written in their name. */
export class LeasesLost extends Error {
  readonly owners: ReadonlyMap<string, OwnedConnection>;
  constructor(owners: ReadonlyMap<string, OwnedConnection>) {
    super('a lease was lost');
    this.name = 'LeasesLost';
    this.owners = owners;
  }
}

/** Locks the leases of the items' owners, so that they stay held until the commit. @throws LeasesLost */
export async function holdLeases(send: Send, items: readonly IngestItem[]): Promise<void> {
  const owners = new Map(items.map((item) => [ownerKey(item.owner), item.owner]));
  const found = await send<{ connection_id: string; token: string }>({
    name: 'held-leases',
    text: `select connection_id, token from connection_lease
           where (connection_id, token) in (select * from unnest($1::uuid[], $2::bigint[]))
             and expires_at > clock_timestamp()
           order by connection_id for share`,
    values: [[...owners.values()].map((owner) => owner.connectionId), [...owners.values()].map((owner) => owner.token)],
  });
  for (const row of found.rows) owners.delete(`${row.connection_id}/${row.token}`);
  if (owners.size > 0) throw new LeasesLost(owners);
}
