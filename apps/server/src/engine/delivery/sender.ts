import type { ConnectorSession, SendOutcome } from '@pasar/connector-kit';
import {
  asDeliveryId,
  asPlatformConversationId,
  type DeliveryEvent,
  LIMITS,
  type MessageContent,
  type MessageFacts,
  OWN_LIMITS,
  type refusal,
} from '@pasar/domain';
import { logEvent, logFailure } from '../../log.ts';
import { type DeliveryStep, type RunnerContext, submit, toConversationRef } from '../connection/runner-context.ts';
import { turnsOf } from '../turns.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type Lane,
  recordIntent,
  recordReopening,
  returnLostClaims,
} from './ledger.ts';
import { MOST_ATTEMPTS, prepare, quoteFacts, refusalOf } from './prepare.ts';

/**
 * Most messages of one shop on the wire at the same time: of persons, and beside them those that are automatic, so that a
 * person's message waits for none of these (our choice).
 */
const LANES = [
  { isAutomatic: false, most: 4 },
  { isAutomatic: true, most: 2 },
] as const;

/** What the sender needs from the runner, and tells it when the login is no longer valid. */
export interface SenderPorts {
  readonly session: () => ConnectorSession | null;
  readonly onLoggedOut: () => void;
}

/**
 * Takes due rows of the ledger to the wire, a picture after its upload. One wire attempt per claim. Only the ledger
 * repeats a message, with the same key, and only after a refusal that came before the message was accepted.
 */
export class Sender {
  readonly #context: RunnerContext;
  readonly #ports: SenderPorts;
  readonly #underWay = new Map<Promise<void>, Pick<Lane, 'shopId' | 'isAutomatic'> & { readonly deliveryId: string }>();
  #pumping: Promise<void> | null = null;
  #isAgain = false;
  #isStopped = false;
  /**
   * Rows may be claimed that this sender does not know of: the answer to its claim, or to an earlier sender's, was lost.
   */
  #mayHoldMore = true;

  constructor(context: RunnerContext, ports: SenderPorts) {
    this.#context = context;
    this.#ports = ports;
  }

  /** Sends the due messages. A call during a run makes the run look again, and never starts a second one. */
  async pump(): Promise<void> {
    this.#isAgain = true;
    if (this.#pumping !== null) return;
    this.#pumping = this.#run();
    try {
      await this.#pumping;
    } finally {
      this.#pumping = null;
    }
  }

  async #run(): Promise<void> {
    while (this.#isAgain && !this.#isStopped) {
      this.#isAgain = false;
      const lanes = this.#freeLanes();
      if (lanes.length === 0 || this.#ports.session() === null || !this.#context.isHeld()) return;
      this.#step('claim.before');
      const claimed = await this.#claim(lanes);
      if (claimed.length > 0) this.#step('claim.after');
      for (const delivery of claimed) this.#start(delivery);
      this.#isAgain ||= claimed.length > 0;
    }
  }

  async #claim(lanes: readonly Lane[]): Promise<ClaimedDelivery[]> {
    if (this.#mayHoldMore) {
      await returnLostClaims(
        this.#context,
        [...this.#underWay.values()].map(({ deliveryId }) => deliveryId),
      );
    }
    this.#mayHoldMore = true;
    const claimed = await claimDeliveries(this.#context, lanes);
    this.#mayHoldMore = false;
    return claimed;
  }

  /** Resolves when the sender claims nothing more and none of its messages is on the wire. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#pumping?.catch(() => undefined);
    await Promise.allSettled(this.#underWay.keys());
  }

  #freeLanes(): Lane[] {
    const busy = [...this.#underWay.values()];
    return [...this.#context.owner.shopIds.values()]
      .flatMap((shopId) =>
        LANES.map(({ isAutomatic, most }) => {
          const taken = busy.filter((other) => other.shopId === shopId && other.isAutomatic === isAutomatic).length;
          return { shopId, isAutomatic, free: most - taken };
        }),
      )
      .filter(({ free }) => free > 0);
  }

  #step(step: DeliveryStep): void {
    this.#context.onStep(step, this.#context.connector.marketplace);
  }

  #start(delivery: ClaimedDelivery): void {
    const { shop_id: shopId, delivery_id: deliveryId, cause } = delivery;
    const isAutomatic = cause !== null;
    const turns = turnsOf(this.#context.database);
    const isOver = isAutomatic ? null : turns.memberSends();
    const run = (isAutomatic ? turns.behindMembers() : Promise.resolve())
      .then(() => this.#deliver(delivery))
      .catch((error) => {
        logFailure(this.#context.log, 'delivery_broke_off', error, { deliveryId });
        return this.#breakOff(delivery);
      })
      .finally(() => {
        isOver?.();
        this.#underWay.delete(run);
        // A message that could not be claimed now, or whose claim was not answered, is found by the next look.
        this.pump().catch((error) => logFailure(this.#context.log, 'deliveries_not_claimed', error));
      });
    this.#underWay.set(run, { shopId, deliveryId, isAutomatic });
  }

  /**
   * Both events are applied and the committed state decides: a row in intent accepts the doubt, a claimed row the
   * abandonment.
   */
  async #breakOff(delivery: ClaimedDelivery): Promise<void> {
    const lookUntil = this.#context.clock.now() + this.#context.doubt.windowMs;
    await this.#settle(delivery, { event: 'doubt', lookUntil }, null);
    await this.#settle(delivery, { event: 'abandon' }, null);
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const session = this.#ports.session();
    if (session === null) return this.#settle(delivery, { event: 'abandon' }, null);
    const prepared = await prepare(this.#context, session, delivery, (step) => this.#step(step));
    if (prepared.kind === 'not yet') {
      if (prepared.isLoggedOut) this.#ports.onLoggedOut();
      return this.#settle(delivery, prepared.event, null);
    }
    if (delivery.cause !== null) await turnsOf(this.#context.database).behindMembers();
    this.#step('intent.before');
    const intent = await recordIntent(this.#context, delivery.delivery_id);
    switch (intent) {
      case 'recorded':
        break;
      case 'held':
        return this.#settle(delivery, { event: 'abandon' }, null);
      case 'over':
        return this.#settle(delivery, { event: 'withdraw' }, null);
      case 'lost':
        return;
    }
    this.#step('intent.after');
    if (!this.#context.isHeld()) return;
    this.#step('wire.before');
    const outcome = await prepared.send();
    this.#step('wire.after');
    const { event, accepted } = await this.#judge(session, delivery, prepared.content, outcome);
    this.#step('settle.before');
    await this.#settle(delivery, event, accepted);
    this.#step('settle.after');
  }

  async #judge(
    session: ConnectorSession,
    delivery: ClaimedDelivery,
    content: MessageContent,
    outcome: SendOutcome,
  ): Promise<{ event: DeliveryEvent; accepted: MessageFacts | null }> {
    const now = this.#context.clock.now();
    switch (outcome.kind) {
      case 'accepted':
        return {
          event: { event: 'accept', platformMessageId: outcome.platformMessageId },
          accepted: this.#acceptedMessage(delivery, content, outcome),
        };
      case 'inDoubt':
        logEvent(this.#context.log, 'delivery_in_doubt', { deliveryId: delivery.delivery_id });
        return { event: { event: 'doubt', lookUntil: now + this.#context.doubt.windowMs }, accepted: null };
      case 'refused': {
        const again = await this.#notBefore(session, delivery, outcome, now);
        return {
          event:
            again === null
              ? { event: 'refuse', refusal: refusalOf(delivery, outcome.refusal) }
              : { event: 'postpone', notBefore: again },
          accepted: null,
        };
      }
    }
  }

  /** The earliest time of another attempt at a refused message, or null when a person must decide. */
  async #notBefore(
    session: ConnectorSession,
    delivery: ClaimedDelivery,
    outcome: Extract<SendOutcome, { kind: 'refused' }>,
    now: number,
  ): Promise<number | null> {
    if (outcome.next.kind === 'reopen') return (await this.#reopen(session, delivery)) ? now : null;
    // Of the attempt that found the conversation closed and the attempt after the reopening, only one counts.
    const counted = delivery.attempt - (delivery.reopened_at === null ? 0 : 1);
    if (counted >= MOST_ATTEMPTS) return null;
    switch (outcome.next.kind) {
      case 'stop':
        return null;
      case 'wait':
        return now + outcome.next.delayMs;
      case 'login':
        this.#ports.onLoggedOut();
        return now + LIMITS.tooManyRequestsWaitMs;
    }
  }

  /**
   * Spec 2 §4: the send to a closed conversation is repeated once, after the conversation was reopened. False: a person
   * must decide.
   */
  async #reopen(session: ConnectorSession, delivery: ClaimedDelivery): Promise<boolean> {
    if (session.reopen === null || delivery.reopened_at !== null) return false;
    const reopened = await session.reopen(toConversationRef(this.#context.owner, delivery));
    return reopened.ok && recordReopening(this.#context, delivery, reopened.value);
  }

  #acceptedMessage(
    delivery: ClaimedDelivery,
    content: MessageContent,
    outcome: Extract<SendOutcome, { kind: 'accepted' }>,
  ): MessageFacts {
    return {
      platformShopId: toConversationRef(this.#context.owner, delivery).platformShopId,
      platformConversationId: asPlatformConversationId(delivery.platform_conversation_id),
      platformMessageId: outcome.platformMessageId,
      position: outcome.position,
      sentAt: outcome.sentAt,
      author: 'seller',
      content,
      status: 'available',
      quote: quoteFacts(delivery),
      idempotencyKey: delivery.client_id,
    };
  }

  async #settle(delivery: ClaimedDelivery, event: DeliveryEvent, accepted: MessageFacts | null): Promise<void> {
    const { owner } = this.#context;
    const deliveryId = asDeliveryId(delivery.delivery_id);
    await submit(this.#context, [{ kind: 'delivery', owner, deliveryId, event, accepted }]);
  }
}

/**
 * Refuses the oldest waiting message of a person in each conversation of a connection that will not come back by itself, so
 * that the person is told. The messages behind it are refused by the next calls. Automatic messages wait for the login.
 */
export async function refuseWaiting(context: RunnerContext, reason: ReturnType<typeof refusal>): Promise<void> {
  const free = OWN_LIMITS.ingestBatchSize;
  const lanes = [...context.owner.shopIds.values()].map((shopId) => ({ shopId, isAutomatic: false, free }));
  const waiting = await claimDeliveries(context, lanes);
  await submit(
    context,
    waiting.map((delivery) => ({
      kind: 'delivery' as const,
      owner: context.owner,
      deliveryId: asDeliveryId(delivery.delivery_id),
      event: { event: 'refuse' as const, refusal: reason },
      accepted: null,
    })),
  );
}
