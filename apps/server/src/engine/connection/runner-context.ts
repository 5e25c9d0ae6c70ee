import type { Clock } from '@pasar/bridge';
import type { Connector, ConversationRef, Outcome, Page } from '@pasar/connector-kit';
import {
  asBuyerId,
  asPlatformConversationId,
  asPlatformShopId,
  asShopId,
  isAboutSession,
  type Marketplace,
  type PlatformShopId,
  type ShopId,
} from '@pasar/domain';
import type { Logger } from 'pino';
import { z } from 'zod';
import { logEvent } from '../../log.ts';
import type { LogEventName } from '../../log-events.ts';
import { setAside } from '../../records/quarantine.ts';
import type { Database } from '../../storage/database.ts';
import type { ConversationTable } from '../../storage/gen/tables.ts';
import type { Batcher, Ingested } from '../ingest/batcher.ts';
import type { IngestItem, OwnedConnection } from '../ingest/types.ts';
import type { PageTurns } from './readings/page-turns.ts';

/**
 * The steps of one delivery, in order: writes to the database and requests to the marketplace. A test may stop the
 * process at any of them; the committed rows must then be enough to go on.
 */
export const DELIVERY_STEPS = [
  'claim.before',
  'claim.after',
  'intent.before',
  'intent.after',
  'wire.before',
  'wire.after',
  'settle.before',
  'settle.after',
] as const;
/** Steps of the upload of a picture, between the claim and the intent. */
export const UPLOAD_STEPS = ['upload.before', 'upload.after'] as const;
export type DeliveryStep = (typeof DELIVERY_STEPS | typeof UPLOAD_STEPS)[number];
export type StepWatcher = (step: DeliveryStep, marketplace: Marketplace) => void;

/** How long, and how often, the engine looks for a message in doubt. */
export interface DoubtTiming {
  readonly windowMs: number;
  readonly lookIntervalMs: number;
}

/** What the parts of a connection's runner share. */
export interface RunnerContext {
  readonly database: Database;
  readonly batcher: Batcher;
  /** Of all connections of the process. */
  readonly pageTurns: PageTurns;
  readonly connector: Connector;
  readonly owner: OwnedConnection;
  readonly clock: Clock;
  readonly log: Logger;
  readonly doubt: DoubtTiming;
  readonly onStep: StepWatcher;
  /** Whether the lease still holds by this process's own clock. The database checks it again at each write. */
  readonly isHeld: () => boolean;
}

/** Submits items of this connection. */
export const submit = (context: RunnerContext, items: readonly IngestItem[]): Promise<Ingested> =>
  context.batcher.submit(context.owner.accountId, items);

export const event = (
  context: RunnerContext,
  domainEvent: Extract<IngestItem, { kind: 'event' }>['event'],
): IngestItem => ({
  kind: 'event',
  owner: context.owner,
  event: domainEvent,
});

export type ConversationRefRow = Readonly<
  Pick<ConversationTable, 'conversation_id' | 'shop_id' | 'platform_conversation_id' | 'buyer_id' | 'address'>
>;
const addressShape = z.record(z.string(), z.string());

/** Names a stored conversation to the connector. */
export function toConversationRef(owner: OwnedConnection, row: ConversationRefRow): ConversationRef {
  return {
    platformShopId: platformShopOf(owner, asShopId(row.shop_id)),
    platformConversationId: asPlatformConversationId(row.platform_conversation_id),
    buyerId: asBuyerId(row.buyer_id),
    address: addressShape.parse(row.address),
  };
}

function platformShopOf(owner: OwnedConnection, shopId: ShopId): PlatformShopId {
  for (const [platformShopId, own] of owner.shopIds) if (own === shopId) return platformShopId;
  return asPlatformShopId('');
}

/** The session ended or cannot go on. The runner decides whether it logs in again. */
export class SessionLost extends Error {
  readonly outcome: Extract<Outcome<never>, { ok: false }>;
  constructor(outcome: Extract<Outcome<never>, { ok: false }>) {
    super(outcome.refusal.reason);
    this.name = 'SessionLost';
    this.outcome = outcome;
  }
}

/** The value; null when only this request was refused. @throws SessionLost when all other requests would fail too */
export function ask<Value>(
  { log }: Pick<RunnerContext, 'log'>,
  outcome: Outcome<Value>,
  event: LogEventName,
): Value | null {
  if (outcome.ok) return outcome.value;
  if (isAboutSession(outcome.refusal.reason)) throw new SessionLost(outcome);
  logEvent(log, event, { reason: outcome.refusal.reason });
  return null;
}

/** Sets aside the unreadable items of a page. */
export async function keepUnreadable(context: RunnerContext, page: Page<unknown>, shopId: string): Promise<void> {
  const { accountId, connectionId } = context.owner;
  for (const item of page.unreadable) await setAside(context.database, accountId, { ...item, connectionId, shopId });
}

/** The value of an outcome. @throws SessionLost with the refusal */
export function demand<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new SessionLost(outcome);
}
