import { REMARK_KINDS, REMARK_STATUSES } from '@pasar/domain';
import { z } from 'zod';
import { time } from './order-book.ts';
import { conversationId, shopId } from './views.ts';

export const remarkKind = z.enum(REMARK_KINDS);
export const remarkStatus = z.enum(REMARK_STATUSES);

export const remarkView = z.object({
  remarkId: z.uuid(),
  shopId,
  buyerName: z.string(),
  /** The newest conversation of the shop with the buyer; null for none. */
  conversationId: conversationId.nullable(),
  kind: remarkKind,
  status: remarkStatus,
  content: z.string(),
  orderNumber: z.string().nullable(),
  /** In the order in which they were added. */
  pictureIds: z.array(z.uuid()),
  /** Who is to do it; null for nobody, or for a member who is deleted. */
  assignee: z.object({ memberId: z.uuid(), name: z.string() }).nullable(),
  dueAt: time.nullable(),
  /** The author's name, which stays when the member is deleted. */
  author: z.string(),
  createdAt: time,
  finishedAt: time.nullable(),
  finishedBy: z.string().nullable(),
});
export type RemarkView = z.infer<typeof remarkView>;
