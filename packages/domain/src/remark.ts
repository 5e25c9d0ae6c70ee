/** What a remark is about (spec 1 §3): before the sale or after it. */
export const REMARK_KINDS = ['pre_sales', 'after_sales'] as const;
export type RemarkKind = (typeof REMARK_KINDS)[number];

/** Pending or processed, as the wire names them (spec 2 §5). */
export const REMARK_STATUSES = ['wait', 'finished'] as const;
export type RemarkStatus = (typeof REMARK_STATUSES)[number];

/** A remark waits until somebody has done what it says. A finished one can be set back. */
export type RemarkState =
  | { readonly status: 'wait' }
  | { readonly status: 'finished'; readonly finishedAt: number; readonly finishedBy: string };

/** Who finished it first stays: two members who finish a remark at once do not write over each other. */
export function finishRemark(
  before: RemarkState,
  by: { readonly now: number; readonly name: string },
): Extract<RemarkState, { readonly status: 'finished' }> {
  return before.status === 'finished' ? before : { status: 'finished', finishedAt: by.now, finishedBy: by.name };
}

/** Numbers of remarks. */
export const REMARK_LIMITS = {
  /** Pictures of a remark, and bytes of each (spec 1 §5). */
  pictures: 5,
  pictureBytes: 2 * 1024 * 1024,
  /** Most characters of a remark (our choice). */
  length: 2_000,
  /** Most characters of its order number (our choice): longer than any of a marketplace. */
  orderNumberLength: 64,
  /** Most remarks about a buyer in one shop (our choice). */
  ofBuyer: 200,
  /** Most remarks that are finished, set back, planned or deleted at once (our choice): a page of the list. */
  atOnce: 200,
  /** Most rows of an exported file (our choice). */
  exported: 10_000,
  /** Most pictures of a member that no saved remark names (our choice), and how long each is kept (our choice). */
  unclaimed: 20,
  unclaimedMs: 86_400_000,
} as const;
