import {
  type AutomaticContent,
  automaticMediaPath,
  type BulkSendConditions,
  type BulkSendTarget,
  type BulkSendTaskView,
  type ConversationView,
} from '@pasar/api';
import { BULK_SEND_LIMITS, type ConversationId, type ShopId } from '@pasar/domain';
import { type DraftVariants, draftVariants } from '../../base/parts/parts-draft.ts';
import type { PartsUse } from '../../base/parts/parts-use.ts';
import { fromLocalTime } from './local-time.ts';

/** A task as it stands in the form. */
export interface Draft {
  readonly name: string;
  readonly target: BulkSendTarget;
  readonly variants: DraftVariants;
  readonly conditions: BulkSendConditions;
  /** Seconds, as they are typed. */
  readonly interval: string;
  readonly isTimed: boolean;
  /** As the field of the browser has it. */
  readonly sendTime: string;
}

export const EVERYBODY = { kind: 'matching', listing: { tab: 'all' } } as const satisfies BulkSendTarget;

export const emptyDraft = (target: BulkSendTarget): Draft => ({
  name: '',
  target,
  variants: draftVariants(null),
  conditions: { idleDays: null, hasNoOpenOrders: false, skipOrderCare: true, writtenDays: null },
  interval: String(BULK_SEND_LIMITS.intervalSeconds.usual),
  isTimed: false,
  sendTime: '',
});

/** A task like another one, to be sent anew, without the shops that the window does not know: they are unbound. */
export const draftOf = (task: BulkSendTaskView, shops: ReadonlySet<ShopId>): Draft => ({
  ...emptyDraft(amongShops(task.buyerListJson, shops)),
  name: task.taskName,
  variants: draftVariants(task.content),
  conditions: task.conditionJson,
  interval: String(task.interval),
});

function amongShops(target: BulkSendTarget, shops: ReadonlySet<ShopId>): BulkSendTarget {
  switch (target.kind) {
    case 'named':
      return target;
    case 'matching': {
      const left = target.shopIds?.filter((shopId) => shops.has(shopId)) ?? [];
      // Without any shop the list would be that of all shops.
      return left.length === 0 ? target : { ...target, shopIds: left };
    }
    default:
      return { ...target, shopIds: target.shopIds.filter((shopId) => shops.has(shopId)) };
  }
}

/** What the preview says something about: not the name and not the start. */
export const previewedOf = ({ target, variants, conditions, interval }: Draft) =>
  JSON.stringify([target, variants, conditions, interval]);

/** What the preview is asked about. */
export const messageOf = ({ target, conditions, interval }: Draft, content: AutomaticContent) => ({
  interval,
  content,
  conditionJson: conditions,
  buyerListJson: target,
});

/** What is saved. */
export const taskOf = (draft: Draft, content: AutomaticContent) => ({
  taskName: draft.name,
  ...(draft.isTimed
    ? { taskType: 'timed' as const, sendTime: fromLocalTime(draft.sendTime) }
    : { taskType: 'immediate' as const }),
  ...messageOf(draft, content),
});

/** The shops that a target names. */
export function shopsOf(target: BulkSendTarget): readonly ShopId[] {
  switch (target.kind) {
    case 'named':
      return [];
    case 'matching':
      return target.listing.shopId === undefined ? (target.shopIds ?? []) : [target.listing.shopId];
    default:
      return target.shopIds;
  }
}

/**
 * The one shop whose products and vouchers may be sent; null where there is none or more than one, or where the window does
 * not know the shop of a picked conversation.
 */
export function onlyShop(
  target: BulkSendTarget,
  shown: ReadonlyMap<ConversationId, Pick<ConversationView, 'shopId'>>,
): ShopId | null {
  const shopIds =
    target.kind === 'named' ? new Set(target.conversationIds.map((id) => shown.get(id)?.shopId)) : shopsOf(target);
  const [shopId, ...others] = shopIds;
  return shopId !== undefined && others.length === 0 ? shopId : null;
}

const USE = {
  most: BULK_SEND_LIMITS.parts,
  hasVideos: false,
  mediaPath: automaticMediaPath,
  noShop: 'goods.ofTarget',
} as const;

/** An order is known where the target is one of orders. */
export const partsUseOf = (target: BulkSendTarget): PartsUse => ({
  ...USE,
  variables:
    target.kind === 'orders' || target.kind === 'orderNumbers'
      ? ['buyer', 'shop', 'order', 'tracking', 'product', 'amount']
      : ['buyer', 'shop'],
});
