/** What only some chats have: typing, recall, deletion, ratings, and other members of the customer service. */
import { type ControlContext, requireConversation, requireHands } from '../context.ts';
import { ControlError, notFound } from '../errors.ts';
import { defineRoute, noParams, noQuery, type Route } from '../route.ts';
import { deletionSchema, ratingSchema, recallSchema, seatSchema, typingSchema } from '../schemas.ts';

export const handRoutes = (context: ControlContext): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/sim/typing',
    summary: 'The buyer writes, or has stopped',
    params: noParams,
    query: noQuery,
    body: typingSchema,
    response: typingSchema,
    handle({ body }) {
      const conversation = requireConversation(context, body);
      const refusal = requireHands(context, body.marketplace, 'typing').typing(conversation, body.isTyping);
      if (refusal !== null) throw new ControlError(409, 'typingRefused', refusal);
      return body;
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sim/recalls',
    summary: "The buyer, or the seller in the own app, takes a message back, within the chat's own rules",
    params: noParams,
    query: noQuery,
    body: recallSchema,
    response: recallSchema,
    handle({ body }) {
      const conversation = requireConversation(context, body);
      const hands = requireHands(context, body.marketplace, 'recall');
      if (!conversation.messages.some(({ messageId }) => messageId === body.messageId)) {
        throw notFound('unknownMessage', `there is no message ${body.messageId} in this conversation`);
      }
      const refusal = hands.recall(conversation, body.messageId, body.by);
      if (refusal !== null) throw new ControlError(409, 'recallRefused', refusal);
      return body;
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sim/deletions',
    summary: "The seller deletes the conversation in the marketplace's own pages",
    params: noParams,
    query: noQuery,
    body: deletionSchema,
    response: deletionSchema,
    handle({ body }) {
      const conversation = requireConversation(context, body);
      const refusal = requireHands(context, body.marketplace, 'deletion').deleteConversation(conversation);
      if (refusal !== null) throw new ControlError(409, 'deletionRefused', refusal);
      return body;
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sim/ratings',
    summary: 'The buyer rates the service on a card that the shop sent',
    params: noParams,
    query: noQuery,
    body: ratingSchema,
    response: ratingSchema,
    handle({ body }) {
      const conversation = requireConversation(context, body);
      const refusal = requireHands(context, body.marketplace, 'ratings').rate(conversation, body.messageId, body.stars);
      if (refusal !== null) throw new ControlError(409, 'ratingRefused', refusal);
      return body;
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sim/seats',
    summary: "Another member of the shop's customer service chats with the buyer, or has stopped",
    params: noParams,
    query: noQuery,
    body: seatSchema,
    response: seatSchema,
    handle({ body }) {
      const conversation = requireConversation(context, body);
      requireHands(context, body.marketplace, 'seats').chat(conversation, body.isChatting);
      return body;
    },
  }),
];
