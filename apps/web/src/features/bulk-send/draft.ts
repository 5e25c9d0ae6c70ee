import type { AutomaticPart, BulkSendConditions, BulkSendTarget, BulkSendTaskView } from '@pasar/api';
import { BULK_SEND_LIMITS, type ShopId } from '@pasar/domain';

/** A part with a name of its own, so that a row keeps its field while others come and go. */
export interface DraftPart {
  readonly key: string;
  readonly part: AutomaticPart;
}
export const drafted = (part: AutomaticPart): DraftPart => ({ key: crypto.randomUUID(), part });

/** A task as it stands in the form. */
export interface Draft {
  readonly name: string;
  readonly target: BulkSendTarget;
  readonly parts: readonly DraftPart[];
  readonly conditions: BulkSendConditions;
  /** Seconds, as they are typed. */
  readonly interval: string;
  readonly isTimed: boolean;
  /** As the field of the browser has it, `2026-11-26T14:05`. */
  readonly sendTime: string;
}

export const EVERYBODY: BulkSendTarget = { kind: 'matching', listing: { tab: 'all' } };

export const emptyDraft = (target: BulkSendTarget): Draft => ({
  name: '',
  target,
  parts: [drafted({ kind: 'text', text: '' })],
  conditions: { idleDays: null, hasNoOpenOrders: false, skipOrderCare: true, writtenDays: null },
  interval: String(BULK_SEND_LIMITS.intervalSeconds.usual),
  isTimed: false,
  sendTime: '',
});

/** A task like another one, to be sent anew. */
export const draftOf = (task: BulkSendTaskView): Draft => ({
  ...emptyDraft(task.buyerListJson),
  name: task.taskName,
  parts: task.content.parts.map(drafted),
  conditions: task.conditionJson,
  interval: String(task.interval),
});

/** What the preview is asked about. */
export const messageOf = ({ target, parts, conditions, interval }: Draft) => ({
  interval,
  content: { parts: parts.map(({ part }) => part), variants: [] },
  conditionJson: conditions,
  buyerListJson: target,
});

/** What is saved. */
export const taskOf = (draft: Draft) => ({
  taskName: draft.name,
  ...(draft.isTimed
    ? { taskType: 'timed' as const, sendTime: new Date(draft.sendTime).getTime() || 0 }
    : { taskType: 'immediate' as const }),
  ...messageOf(draft),
});

/** The one shop whose products and vouchers may be sent; null where there is none or more than one. */
export function onlyShop(target: BulkSendTarget): ShopId | null {
  if (target.kind === 'matching') return target.listing.shopId ?? null;
  if (target.kind === 'named') return null;
  const [shopId, ...others] = target.shopIds;
  return shopId !== undefined && others.length === 0 ? shopId : null;
}

/** The variables that a target can fill in. */
export const variablesOf = (target: BulkSendTarget) =>
  target.kind === 'orders' || target.kind === 'orderNumbers'
    ? (['buyer', 'shop', 'order', 'product', 'tracking'] as const)
    : (['buyer', 'shop'] as const);
