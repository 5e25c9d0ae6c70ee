/**
 * The end of a service conversation, and its new beginning. `closeConversation` with the buyer's id is known (facts 3.2).
 * Ours: the reason in it, `restartConversation`, and the codes of the refusals.
 */
import type { ClosingForm, ClosingReason, ReasonCode } from '@pasar/domain';
import { z } from 'zod';
import { fromEnvelope } from '../wire/envelope.ts';
import { type SiteCall, wirePost } from '../wire/scope.ts';

const CHAT = '/chat/api/seller';

/** Ours: the numbers of the marketplace's form. */
const REASON_CODES: Readonly<Record<ClosingReason, number>> = {
  solved: 1,
  buyer_silent: 2,
  not_for_us: 3,
  spam: 4,
  other: 99,
};
const REFUSALS: ReadonlyMap<number, ReasonCode> = new Map([
  [20_101, 'reason_form_required'],
  [20_102, 'another_member_chatting'],
]);
const done = fromEnvelope(
  z.unknown().transform(() => null),
  null,
  REFUSALS,
);

/** Idempotent: a conversation that is closed stays closed. */
export const closeConversationCall: SiteCall<{ readonly pigeonUid: string; readonly form: ClosingForm | null }, null> =
  {
    tag: 'ours',
    repeat: 'idempotent',
    toWire: ({ pigeonUid, form }) =>
      wirePost(`${CHAT}/closeConversation`, {
        pigeonUid,
        ...(form === null ? {} : { reasonCode: REASON_CODES[form.reason], reasonText: form.words }),
      }),
    fromWire: done,
  };

export const restartConversationCall: SiteCall<{ readonly pigeonUid: string }, null> = {
  tag: 'ours',
  repeat: 'idempotent',
  toWire: ({ pigeonUid }) => wirePost(`${CHAT}/restartConversation`, { pigeonUid }),
  fromWire: done,
};
