import { expect, it } from 'vitest';
import { isWarnedOf } from './second-warning.ts';

const member = (memberId: string, groupName: string | null, isPerson = true) => ({ memberId, groupName, isPerson });
const MEMBERS = [
  member('main', null),
  member('mei', 'Thailand'),
  member('suda', 'Thailand'),
  member('ana', 'Brazil'),
  member('robot', 'Brazil', false),
  member('free', null),
];
const warnedOf = (assigneeId: string, members = MEMBERS) =>
  members
    .map(({ memberId }) => memberId)
    .filter((memberId) => memberId !== assigneeId && isWarnedOf(members, memberId, assigneeId));

it('is for the group of the assignee', () => {
  expect(warnedOf('mei')).toEqual(['suda']);
});

it('is for everybody where the assignee has no group, or nobody else is in it, or the members are not known', () => {
  expect(warnedOf('free')).toEqual(['main', 'mei', 'suda', 'ana', 'robot']);
  expect(warnedOf('ana')).toEqual(['main', 'mei', 'suda', 'robot', 'free']);
  expect(isWarnedOf([], 'main', 'mei')).toBe(true);
});
