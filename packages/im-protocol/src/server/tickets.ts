/**
 * Tickets, which permit writing: 2005. A ticket is signed, for one user, one conversation and one kind of client, and
 * expires (IM-V20).
 */
import { isFieldSet } from '@bufbuild/protobuf';
import { TicketType } from '../gen/im_proto/enums_pb.ts';
import { GetTicketRequestBodySchema } from '../gen/im_proto/media_pb.ts';
import { STATUS } from '../status.ts';
import { oneToOneId } from './conversations.ts';
import { type Call, done, type Handler, type Refusal, refuse } from './decision.ts';
import { findMember, invalid } from './lookups.ts';
import { openSealed, sealText } from './sec-uid.ts';
import { DEPRECATED_TICKET } from './vocabulary.ts';

export const ticket: Handler<'ticket'> = (call, body) => {
  if (!Object.values<number>(TicketType).includes(body.ticketType)) return invalid('ticket_type is unknown');
  if (body.conversationShortId === 0n && body.toId <= 0n) return invalid('no conversation and no to_id');
  const conversationType = isFieldSet(body, GetTicketRequestBodySchema.field.conversationType)
    ? body.conversationType
    : 0;
  const name =
    body.conversationShortId === 0n
      ? { conversationId: oneToOneId(call.userId, body.toId.toString()), conversationShortId: 0n, conversationType }
      : { conversationId: '', conversationShortId: body.conversationShortId, conversationType };
  const found = findMember(call, name);
  if (found.kind === 'refused') return found;
  const endsAt = call.now + call.host.limits.ticketMs;
  const text = ['ticket', body.ticketType, call.userId, found.conversation.shortId, endsAt].join(':');
  return done(() => ({ ticket: sealText(call.host.secret, text) }));
};

/** Null when the ticket is valid for the caller in this conversation, else status 2. */
export function refusedTicket(call: Call, given: string, shortId: string): Refusal | null {
  const [what, , userId, forShortId, endsAt] = openSealed(call.host.secret, given)?.split(':') ?? [];
  const isGood =
    what === 'ticket' && userId === call.userId && forShortId === shortId && Number(endsAt ?? 0) > call.now;
  return isGood ? null : refuse(STATUS.INVALID_TICKET, 'invalid ticket');
}

/** For commands with an optional ticket: an empty text, and shop chat's literal, count as no ticket. */
export const refusedOptionalTicket = (call: Call, given: string, shortId: string): Refusal | null =>
  given === '' || given === DEPRECATED_TICKET ? null : refusedTicket(call, given, shortId);
