import { Readable } from 'node:stream';
import { accountExportPath, CALLS, opens } from '@pasar/api';
import { refusal } from '@pasar/domain';
import type { FastifyInstance } from 'fastify';
import { type DownloadOptions, download } from '../features/data/download.ts';
import { logFailure } from '../log.ts';
import { findSession } from '../records/sessions.ts';
import { SESSION_COOKIE } from './cookies.ts';
import { requestLocale } from './locale.ts';
import { sendRefusal } from './routes.ts';

export interface AccountExportOptions extends DownloadOptions {
  readonly emptyMeansAll: boolean;
}

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
      const bytes = await download(options, scope, request.params.ticket, (error) =>
        logFailure(request.log, 'export_failed', error),
      );
      if (bytes === null) return refuse('not_found');
      reply.raw.setTimeout(TAKEN_WITHIN_MS, () => reply.raw.destroy());
      const day = new Date(now()).toISOString().slice(0, 10);
      reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="pasar-account-${day}.zip"`);
      return reply.send(Readable.from(bytes));
    },
  );
}
