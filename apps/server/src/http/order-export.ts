import { Readable } from 'node:stream';
import { CALLS, ORDER_EXPORT_PATH, type OrderExportInput, opens, orderExportInput } from '@pasar/api';
import { refusal } from '@pasar/domain';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { exportOrders, type OrderExportOptions } from '../features/order-book/export.ts';
import { logFailure } from '../log.ts';
import { findSession } from '../records/sessions.ts';
import type { Database } from '../storage/database.ts';
import { credentialOf } from './credential.ts';
import { requestLocale } from './locale.ts';
import { sendRefusal } from './routes.ts';

export interface OrderExportRouteOptions extends OrderExportOptions {
  readonly database: Database;
  readonly emptyMeansAll: boolean;
  readonly now: () => number;
}

/** A browser that takes nothing for this long has gone (our choice). */
const TAKEN_WITHIN_MS = 60_000;
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const query = z.object({
  asked: z.string().transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('no JSON');
      return z.NEVER;
    }
  }),
});

/** Null for what cannot be read, and for a time zone that does not exist. */
function askedOf(raw: unknown): OrderExportInput | null {
  const read = query.safeParse(raw);
  const asked = orderExportInput.safeParse(read.data?.asked);
  if (!asked.success) return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: asked.data.timeZone });
    return asked.data;
  } catch {
    return null;
  }
}

/** The orders of a filter as a file, for whoever may list them. */
export function mountOrderExport(app: FastifyInstance, options: OrderExportRouteOptions): void {
  const { database, emptyMeansAll, now } = options;
  app.get(ORDER_EXPORT_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const locale = requestLocale(request.headers['accept-language']);
    const refuse = (reason: Parameters<typeof refusal>[0]) => sendRefusal(reply, refusal(reason), locale);
    const token = credentialOf(request);
    const session = token === null ? null : await findSession(database, token, emptyMeansAll);
    if (session === null) return refuse('authorization_expired');
    const { grant, scope } = session.member;
    if (!opens(grant, CALLS.orderBook.searchOrderList.access)) return refuse('no_permission');
    const asked = askedOf(request.query);
    if (asked === null) return refuse('invalid_request');
    const bytes = Readable.from(exportOrders(options, scope, asked, asked.locale ?? locale));
    bytes.on('error', (error) => logFailure(request.log, 'export_failed', error));
    reply.raw.setTimeout(TAKEN_WITHIN_MS, () => reply.raw.destroy());
    const day = new Date(now()).toISOString().slice(0, 10);
    return reply
      .header('content-type', TYPES[asked.kind])
      .header('content-disposition', `attachment; filename="pasar-orders-${day}.${asked.kind}"`)
      .send(bytes);
  });
}
