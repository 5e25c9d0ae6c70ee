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
import type { Database } from '../../storage/database.ts';
import type { ConversationTable } from '../../storage/gen/tables.ts';
import { type Batcher, type Ingested, setAside } from '../ingest/batcher.ts';
import type { IngestItem, OwnedConnection } from '../ingest/types.ts';

/**
 * The durable and wire steps of one delivery, in order. Whoever watches them may stop the process at any: what is
 * committed must be enough to go on.
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
/** Where a picture is sent, between the claim and the intent. */
export const UPLOAD_STEPS = ['upload.before', 'upload.after'] as const;
export type DeliveryStep = (typeof DELIVERY_STEPS | typeof UPLOAD_STEPS)[number];
export type StepWatcher = (step: DeliveryStep, marketplace: Marketplace) => void;

/** How long, and how often, a message in doubt is looked for. */
export interface DoubtTiming {
  readonly windowMs: number;
  readonly lookIntervalMs: number;
}

/** What the parts of a connection's runner share. */
export interface RunnerContext {
  readonly database: Database;
  readonly batcher: Batcher;
  readonly connector: Connector;
  readonly owner: OwnedConnection;
  readonly clock: Clock;
  readonly log: Logger;
  readonly doubt: DoubtTiming;
  readonly onStep: StepWatcher;
  /** Whether the lease still holds by this process's own reckoning; what it writes is checked again in the database. */
  readonly isHeld: () => boolean;
}

/** Submits in the connection's name. */
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

/** How a conversation is named to the connector. */
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

/** The session ended or must be started anew; the runner decides what that means. */
export class SessionLost extends Error {
  readonly outcome: Extract<Outcome<never>, { ok: false }>;
  constructor(outcome: Extract<Outcome<never>, { ok: false }>) {
    super(outcome.refusal.reason);
    this.name = 'SessionLost';
    this.outcome = outcome;
  }
}

/** The value, or null where only this one thing was refused. @throws SessionLost when nothing else would fare better. */
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

/** Sets aside what a page held and nobody could read. */
export async function keepUnreadable(context: RunnerContext, page: Page<unknown>, shopId: string): Promise<void> {
  const { accountId, connectionId } = context.owner;
  for (const item of page.unreadable) await setAside(context.database, accountId, { ...item, connectionId, shopId });
}

/** The value of an outcome. @throws SessionLost with the refusal. */
export function demand<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new SessionLost(outcome);
}
