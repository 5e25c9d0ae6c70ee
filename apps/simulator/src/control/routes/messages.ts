import { isKind, MESSAGE_KINDS } from '../../world/kinds.ts';
import type { Conversation, Marketplace, Quote } from '../../world/types.ts';
import { type ControlContext, requireConversation, requireHands } from '../context.ts';
import { badRequest, notFound } from '../errors.ts';
import { defineRoute, noBody, noParams, noQuery, type Route } from '../route.ts';
import { acceptedSchema, ledgerFilterSchema, ledgerSchema, newMessageSchema } from '../schemas.ts';

type Content = Readonly<Record<string, unknown>>;

function checkKind(marketplace: Marketplace, kind: string): void {
  if (isKind(marketplace, kind)) return;
  throw badRequest(
    `kind: ${marketplace} has no message kind "${kind}"; it has ${MESSAGE_KINDS[marketplace].join(', ')}`,
  );
}

/** The content of a message: a text becomes `{text}`, a card is taken as it is. */
function contentOf(kind: string, content: string | Content): Content {
  if (kind !== 'text') {
    if (typeof content === 'string') throw badRequest(`content: a message of the kind "${kind}" holds an object`);
    return content;
  }
  const text = typeof content === 'string' ? content : content.text;
  if (typeof text !== 'string' || text.trim() === '') throw badRequest('content: the text is empty');
  return typeof content === 'string' ? { text } : content;
}

function quoteOf(context: ControlContext, { marketplace, messages }: Conversation, messageId: string): Quote {
  requireHands(context, marketplace, 'quotes');
  const quoted = messages.find((message) => message.messageId === messageId);
  if (quoted === undefined) throw notFound('unknownMessage', `there is no message ${messageId} in this conversation`);
  const { text } = quoted.content;
  return { messageId, hint: typeof text === 'string' ? text : quoted.kind };
}

export const messageRoutes = (context: ControlContext): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/sim/messages',
    summary: "A buyer writes, or the seller answers in the marketplace's own app",
    params: noParams,
    query: noQuery,
    body: newMessageSchema,
    response: acceptedSchema,
    handle({ body }) {
      const { marketplace, shopId, buyerId, kind, from, quoteMessageId } = body;
      const conversation = requireConversation(context, body);
      checkKind(marketplace, kind);
      const content = contentOf(kind, body.content);
      const { message } = context.world.post({
        marketplace,
        shopId,
        buyerId,
        from,
        kind,
        content,
        idempotencyKey: null,
        honoursKey: true,
        quote: quoteMessageId === undefined ? null : quoteOf(context, conversation, quoteMessageId),
      });
      return { messageId: message.messageId, ledgerId: message.ledgerId };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/sim/ledger',
    summary: 'Every message accepted since the world began, once, in the order of acceptance',
    params: noParams,
    query: ledgerFilterSchema,
    body: noBody,
    response: ledgerSchema,
    handle: ({ query: { marketplace = null, shopId = null, buyerId = null } }) => ({
      entries: [...context.world.ledger({ marketplace, shopId, buyerId })],
    }),
  }),
];
