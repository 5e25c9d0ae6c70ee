import { Readable } from 'node:stream';
import { accountExportPath, CALLS, opens } from '@pasar/api';
import { refusal } from '@pasar/domain';
import type { FastifyInstance } from 'fastify';
import { ExportTooLarge, exportAccount } from '../features/data/export-account.ts';
import { type ExportProgress, tellExport, useTicket } from '../features/data/export-state.ts';
import { logFailure } from '../log.ts';
import { findSession } from '../records/sessions.ts';
import type { Database, Scope } from '../storage/database.ts';
import type { Snapshot } from '../storage/snapshot.ts';
import { SESSION_COOKIE } from './cookies.ts';
import { requestLocale } from './locale.ts';
import { sendRefusal } from './routes.ts';

export interface AccountExportOptions {
  readonly database: Database;
  readonly emptyMeansAll: boolean;
  readonly now: () => number;
  readonly openSnapshot: (scope: Scope) => Promise<Snapshot>;
}

/** How often the progress is written down while the file is made. */
const TOLD_EVERY_MS = 1_000;
/** A browser that takes nothing for this long has gone (our choice). */
const TAKEN_WITHIN_MS = 60_000;

/** The download of an account, for whoever may ask for it and holds the ticket of `beginExport`. */
export function mountAccountExport(app: FastifyInstance, options: AccountExportOptions): void {
  const { database, emptyMeansAll, now } = options;
  app.get<{ Params: { ticket: string } }>(
    accountExportPath(':ticket'),
    { exposeHeadRoute: false },
    async (request, reply) => {
      const refuse = (reason: Parameters<typeof refusal>[0]) =>
        sendRefusal(reply, refusal(reason), requestLocale(request.headers['accept-language']));
      const token = request.cookies[SESSION_COOKIE];
      const session = token === undefined ? null : await findSession(database, token, emptyMeansAll);
      if (session === null) return refuse('authorization_expired');
      const { grant, scope } = session.member;
      if (!opens(grant, CALLS.data.beginExport.access)) return refuse('no_permission');
      if (!(await useTicket(database, scope, request.params.ticket, now()))) return refuse('not_found');
      reply.raw.setTimeout(TAKEN_WITHIN_MS, () => reply.raw.destroy());
      const day = new Date(now()).toISOString().slice(0, 10);
      reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="pasar-account-${day}.zip"`);
      return reply.send(
        Readable.from(written(options, scope, (error) => logFailure(request.log, 'export_failed', error))),
      );
    },
  );
}

/** The bytes of the file. However it ends, the end is written down. */
async function* written(
  { database, now, openSnapshot }: AccountExportOptions,
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
