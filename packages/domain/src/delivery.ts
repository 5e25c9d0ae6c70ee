import type { PlatformMessageId } from './ids.ts';
import type { Refusal } from './reasons.ts';

/**
 * The life of one outgoing message. `claimed` and `intent` belong to one server process; `intent` is committed before
 * the first byte leaves, so a message found in `intent` later may or may not have been accepted. A picture is uploaded
 * while its delivery is `claimed`. An upload sends no message, so it may fail, be repeated or be forgotten, and leaves
 * no doubt.
 *
 *     pending -> claimed -> intent -> confirmed
 *        ^          |         |----> refused ----> pending (a person retries)
 *        |----------+         |----> pending      (refused before acceptance: wait, reopen)
 *        |  (abandoned, or an upload that may heal: postponed)
 *        |--------------------+----> doubted -> confirmed | pending (known to de-duplicate) | unconfirmed
 *                                               unconfirmed -> confirmed | doubted (a person asks to look again)
 *     pending, claimed -> dismissed (an automatic message that is not wanted any more)
 *     refused, unconfirmed -> dismissed (a person has dealt with it) -> confirmed (it turned up after all)
 */
export type Delivery =
  | { readonly state: 'pending'; readonly attempt: number; readonly notBefore: number }
  | { readonly state: 'claimed'; readonly attempt: number }
  | { readonly state: 'intent'; readonly attempt: number; readonly intentAt: number }
  | { readonly state: 'doubted'; readonly attempt: number; readonly intentAt: number; readonly lookUntil: number }
  | { readonly state: 'confirmed'; readonly attempt: number; readonly platformMessageId: PlatformMessageId }
  | { readonly state: 'refused'; readonly attempt: number; readonly refusal: Refusal }
  | { readonly state: 'unconfirmed'; readonly attempt: number; readonly intentAt: number }
  | { readonly state: 'dismissed'; readonly attempt: number };
export type DeliveryState = Delivery['state'];

export type DeliveryEvent =
  | { readonly event: 'claim' }
  | { readonly event: 'abandon' }
  | { readonly event: 'intend'; readonly at: number }
  | { readonly event: 'accept'; readonly platformMessageId: PlatformMessageId }
  | { readonly event: 'refuse'; readonly refusal: Refusal }
  | { readonly event: 'postpone'; readonly notBefore: number }
  | { readonly event: 'doubt'; readonly lookUntil: number }
  | { readonly event: 'giveUp' }
  | { readonly event: 'retry'; readonly at: number }
  | { readonly event: 'withdraw' }
  | { readonly event: 'dismiss' };
export type DeliveryEventName = DeliveryEvent['event'];

/** Which state each event leads to. A state refuses the events that have no entry. */
export const DELIVERY_TRANSITIONS: Readonly<
  Record<DeliveryState, Readonly<Partial<Record<DeliveryEventName, DeliveryState>>>>
> = {
  pending: { claim: 'claimed', refuse: 'refused', accept: 'confirmed', withdraw: 'dismissed' },
  claimed: {
    abandon: 'pending',
    postpone: 'pending',
    intend: 'intent',
    refuse: 'refused',
    accept: 'confirmed',
    withdraw: 'dismissed',
  },
  intent: { accept: 'confirmed', refuse: 'refused', postpone: 'pending', doubt: 'doubted' },
  doubted: { accept: 'confirmed', postpone: 'pending', giveUp: 'unconfirmed' },
  unconfirmed: { accept: 'confirmed', doubt: 'doubted', dismiss: 'dismissed' },
  refused: { retry: 'pending', accept: 'confirmed', dismiss: 'dismissed' },
  dismissed: { accept: 'confirmed' },
  confirmed: {},
};

/** The next delivery, or null when the state does not take the event. */
export function reduceDelivery(current: Delivery, event: DeliveryEvent): Delivery | null {
  if (DELIVERY_TRANSITIONS[current.state][event.event] === undefined) return null;
  const { attempt } = current;
  switch (event.event) {
    case 'claim':
      return { state: 'claimed', attempt: attempt + 1 };
    case 'abandon':
      return { state: 'pending', attempt, notBefore: 0 };
    case 'intend':
      return { state: 'intent', attempt, intentAt: event.at };
    case 'accept':
      return { state: 'confirmed', attempt, platformMessageId: event.platformMessageId };
    case 'refuse':
      return { state: 'refused', attempt, refusal: event.refusal };
    case 'postpone':
      return { state: 'pending', attempt, notBefore: event.notBefore };
    case 'doubt':
      return 'intentAt' in current
        ? { state: 'doubted', attempt, intentAt: current.intentAt, lookUntil: event.lookUntil }
        : null;
    case 'giveUp':
      return 'intentAt' in current ? { state: 'unconfirmed', attempt, intentAt: current.intentAt } : null;
    case 'retry':
      return { state: 'pending', attempt: 0, notBefore: event.at };
    case 'dismiss':
    case 'withdraw':
      return { state: 'dismissed', attempt };
  }
}

/** The five words that a person sees for the eight states. A dismissed delivery is no longer shown. */
export const DELIVERY_MARKS = ['pending', 'sent', 'unconfirmed', 'failed', 'dismissed'] as const;
export type DeliveryMark = (typeof DELIVERY_MARKS)[number];
export const DELIVERY_MARK: Readonly<Record<DeliveryState, DeliveryMark>> = {
  pending: 'pending',
  claimed: 'pending',
  intent: 'pending',
  doubted: 'pending',
  confirmed: 'sent',
  refused: 'failed',
  unconfirmed: 'unconfirmed',
  dismissed: 'dismissed',
};
