import type { ConversationView, MemberView, MessageView, QuickReplyPart } from '@pasar/api';
import type { OrderCard } from '@pasar/domain';
import { holeOf, type Variable as Known } from '../../../base/parts/texts.ts';
import type { OrderInHand } from '../place/order-in-hand.ts';

/** What a quick reply may leave open. */
export const VARIABLES = ['buyer', 'shop', 'order', 'tracking', 'product', 'agent'] as const satisfies readonly Known[];
export type Variable = (typeof VARIABLES)[number];
/** Null where the open conversation gives no value. */
export type Values = Readonly<Record<Variable, string | null>>;

const HOLE = new RegExp(`\\{(${VARIABLES.join('|')})\\}`, 'g');

export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hole'; readonly variable: Variable; readonly value: string | null };

/** The text in pieces. Values are taken as they are: a hole in a buyer's name is no hole. */
export function segmentsOf(text: string, values: Values): readonly Segment[] {
  return text.split(HOLE).flatMap((piece, index): Segment[] => {
    // Of every two pieces the second is the name of a hole.
    if (index % 2 === 0) return piece === '' ? [] : [{ kind: 'text', text: piece }];
    const variable = VARIABLES.find((name) => name === piece);
    return variable === undefined ? [] : [{ kind: 'hole', variable, value: values[variable] }];
  });
}

/** Holes without a value stay as they were written, so that the person sees them. */
export const fillIn = (text: string, values: Values): string =>
  segmentsOf(text, values)
    .map((segment) => (segment.kind === 'text' ? segment.text : (segment.value ?? holeOf(segment.variable))))
    .join('');

/** The first hole of a text that was filled in; null for none. */
export function firstHole(text: string): { readonly from: number; readonly to: number } | null {
  const found = text.matchAll(HOLE).next().value;
  return found === undefined ? null : { from: found.index, to: found.index + found[0].length };
}

export const fillParts = (parts: readonly QuickReplyPart[], values: Values): readonly QuickReplyPart[] =>
  parts.map((part) => (part.kind === 'text' ? { ...part, text: fillIn(part.text, values) } : part));

/** The variables of the parts that have no value. */
export function missingIn(parts: readonly QuickReplyPart[], values: Values): readonly Variable[] {
  const missing = parts.flatMap((part) =>
    part.kind !== 'text'
      ? []
      : segmentsOf(part.text, values).flatMap((segment) =>
          segment.kind === 'hole' && segment.value === null ? [segment.variable] : [],
        ),
  );
  return VARIABLES.filter((variable) => missing.includes(variable));
}

/**
 * The values of a conversation. The order is the one in hand, otherwise that of the newest card in view, as the product
 * is. A tracking number belongs to that same order.
 */
export function valuesOf(
  conversation: Pick<ConversationView, 'buyer'> | null,
  shopName: string | null,
  member: Pick<MemberView, 'name'> | null,
  messages: readonly MessageView[],
  inHand: OrderInHand | null,
): Values {
  const order = inHand ?? orderIn(messages);
  const products = messages.findLast(({ content }) => content.type === 'products')?.content;
  return {
    buyer: worded(conversation?.buyer.name),
    shop: worded(shopName),
    order: worded(order?.orderNumber ?? order?.orderId),
    tracking: worded(order === null ? null : (inHand?.trackingNumber ?? trackingIn(messages, order))),
    product: products?.type === 'products' ? worded(products.products[0]?.title) : null,
    agent: worded(member?.name),
  };
}

type Named = Pick<OrderCard, 'orderId' | 'orderNumber'>;

/** The order of the newest card of an order; null for none. */
function orderIn(messages: readonly MessageView[]): Named | null {
  const card = messages.findLast(({ content }) => 'order' in content)?.content;
  return card !== undefined && 'order' in card ? card.order : null;
}

/** What the newest card about a parcel of the order says; a marketplace names the order by its id or its number. */
function trackingIn(messages: readonly MessageView[], { orderId, orderNumber }: Named): string | null {
  const parcels = messages.flatMap(({ content }) => (content.type === 'logistics' ? [content.logistics] : []));
  const ofOrder = parcels.findLast((parcel) => parcel.orderId === orderId || parcel.orderId === orderNumber);
  return ofOrder?.trackingNumber ?? null;
}

const worded = (value: string | null | undefined): string | null => (value?.trim() ? value : null);
