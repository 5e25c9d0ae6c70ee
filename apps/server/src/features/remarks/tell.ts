import { asShopId, type ConversationId } from '@pasar/domain';
import { appendChanges, type NewChange } from '../../records/change-feed.ts';
import type { Member } from '../../records/members.ts';
import { remarkChanges } from '../../records/remark-work.ts';
import type { Transaction } from '../../storage/database.ts';

/** A remark that somebody gets to do. */
export interface AssignedRemark {
  readonly remarkId: string;
  readonly shopId: string;
  readonly conversationId: ConversationId | null;
  readonly buyerName: string;
}

/** Tells the windows that see one of the shops. The change holds no remark: a screen that shows remarks fetches them. */
export async function tellRemarks(
  transaction: Transaction,
  member: Member,
  shopIds: Iterable<string>,
  /** To whom these remarks are assigned now; a member who takes them is not told. */
  given: { readonly to: string; readonly remarks: readonly AssignedRemark[] } | null = null,
): Promise<void> {
  const { memberId, name: by } = member.view;
  const told = given === null || given.to === memberId ? [] : given.remarks;
  await appendChanges(transaction, member.scope.accountId, [
    ...remarkChanges(shopIds),
    ...told.map(
      ({ shopId, ...remark }): NewChange => ({
        change: { kind: 'remarkAssigned', ...remark, shopId: asShopId(shopId), by },
        shopId,
        memberId: given?.to ?? null,
      }),
    ),
  ]);
}
