import type { Database, Scope } from '../../storage/database.ts';
import type { Snapshot } from '../../storage/snapshot.ts';
import { ExportTooLarge, exportAccount } from './export-account.ts';
import { type ExportProgress, tellExport, useTicket } from './export-state.ts';

export interface DownloadOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly openSnapshot: (scope: Scope) => Promise<Snapshot>;
}

/** How often the progress is written down while the file is made. */
const TOLD_EVERY_MS = 1_000;

/** The bytes of an export, for a ticket of `beginExport`; null for a ticket that opens nothing. */
export async function download(
  options: DownloadOptions,
  scope: Scope,
  ticket: string,
  onFailure: (error: unknown) => void,
): Promise<AsyncGenerator<Uint8Array> | null> {
  const isUsed = await useTicket(options.database, scope, ticket, options.now());
  return isUsed ? written(options, scope, onFailure) : null;
}

/** The bytes of the file. However it ends, the end is written down. */
async function* written(
  { database, now, openSnapshot }: DownloadOptions,
  scope: Scope,
  onFailure: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  let progress: ExportProgress = { tablesDone: 0, tablesTotal: 0, rowsDone: 0, bytes: 0 };
  let end: 'done' | 'failed' | 'too_large' = 'failed';
  let toldAt = 0;
  try {
    const snapshot = await openSnapshot(scope);
    try {
      const onProgress = (next: ExportProgress) => {
        progress = next;
      };
      for await (const bytes of exportAccount(snapshot, { accountId: scope.accountId, now: now(), onProgress })) {
        yield bytes;
        if (now() - toldAt < TOLD_EVERY_MS) continue;
        toldAt = now();
        await tellExport(database, scope, 'running', progress, toldAt);
      }
      end = 'done';
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    if (error instanceof ExportTooLarge) end = 'too_large';
    else onFailure(error);
    throw error;
  } finally {
    await tellExport(database, scope, end, progress, now());
  }
}
