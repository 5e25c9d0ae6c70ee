import { UNFINISHED_STATUSES } from '@pasar/domain';
import { z } from 'zod';
import { hasOrderIn } from './conversation-list.ts';
import type { Give } from './ordered-list.ts';

/** What of a stored target is asked again right before each message; of the other kinds nothing is. */
const asked = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tag'), buyerTagIds: z.array(z.string()) }),
  z.object({ kind: z.literal('orders'), statuses: z.array(z.string()).optional() }),
  z.object({
    kind: z.literal('matching'),
    listing: z.object({
      buyerTagId: z.string().optional(),
      orderStatus: z.string().optional(),
      hasNoOpenOrders: z.boolean().optional(),
    }),
  }),
  // Picked rows, and imported or read lists, say nothing that a buyer could leave. Such a list may be long, so it is not read.
  z.object({ kind: z.enum(['named', 'orderNumbers', 'fans']) }),
]);
export type AskedAgain = z.infer<typeof asked>;

export const askedAgainOf = ({ target }: { readonly target: unknown }): AskedAgain => asked.parse(target);

/**
 * The condition that the buyer has left the target since the task was saved; null: nobody can. It is about the buyer of a
 * conversation `c`, and about the order `o` by which the buyer was chosen. Each question is a look-up by an index.
 */
export function hasLeft(target: AskedAgain, give: Give): string | null {
  switch (target.kind) {
    case 'tag':
      return hasNoTag(target.buyerTagIds, give);
    case 'orders':
      return target.statuses === undefined
        ? null
        : `not coalesce(o.status = any(${give(target.statuses)}::text[]), false)`;
    case 'matching': {
      const { buyerTagId, orderStatus, hasNoOpenOrders } = target.listing;
      const left = [
        ...(buyerTagId === undefined ? [] : [hasNoTag([buyerTagId], give)]),
        ...(orderStatus === undefined ? [] : [`${hasOrderIn(`o.status = ${give(orderStatus)}`)} is null`]),
        ...(hasNoOpenOrders === true
          ? [`${hasOrderIn(`o.status = any(${give(UNFINISHED_STATUSES)}::text[])`)} is not null`]
          : []),
      ];
      return left.length === 0 ? null : `(${left.join(' or ')})`;
    }
    default:
      return null;
  }
}

/** A tag belongs to the buyer of a shop, who may have two conversations. */
const hasNoTag = (tagIds: readonly string[], give: Give): string =>
  `not exists (select from buyer_tag_relation t where t.shop_id = c.shop_id and t.buyer_id = c.buyer_id
     and t.tag_id = any(${give(tagIds)}::uuid[]))`;
