export interface Grouped {
  readonly memberId: string;
  readonly groupName: string | null;
  readonly isPerson: boolean;
}

/**
 * Whether a member is warned of the buyers of an assignee who is not warned any more: the others of the assignee's group
 * are. Everybody is where the assignee has no group, or nobody else is in it.
 */
export function isWarnedOf(members: readonly Grouped[], memberId: string, assigneeId: string): boolean {
  const groupOf = (id: string) => members.find((one) => one.memberId === id)?.groupName ?? null;
  const group = groupOf(assigneeId);
  const others = members.filter((one) => one.isPerson && one.groupName === group && one.memberId !== assigneeId);
  return group === null || others.length === 0 || groupOf(memberId) === group;
}
