import type { Change, MentionView } from '@pasar/api';
import { asConversationId } from '@pasar/domain';
import { aConversation, aMember, uuidOf } from '@pasar/sync/testing/builders';
import { expect, it } from 'vitest';
import { givenBy, newMentions } from './given.ts';

const me = aMember();
const mention = (noteId: string, writtenAt: number, over: Partial<MentionView['note']> = {}, isSeen = false) => ({
  note: {
    noteId,
    conversationId: asConversationId(uuidOf('conversation')),
    authorId: uuidOf('Mei'),
    author: 'Mei',
    text: noteId,
    mentions: [me.memberId],
    writtenAt,
    changedAt: null,
    anchorPosition: null,
    ...over,
  },
  buyer: 'Ann',
  isSeen,
});
const namesOf = (found: readonly MentionView[]) => found.map(({ note }) => note.noteId);

it('new mentions are those since the window opened by somebody else, also in an older note, and no older ones', () => {
  const first = [mention('a', 10), mention('b', 20)];
  const now = [
    mention('a', 10, { changedAt: 40 }),
    mention('b', 20),
    mention('older', 5),
    mention('changed', 5, { changedAt: 30 }),
    mention('new', 30),
    mention('seen', 30, {}, true),
    mention('own', 30, { authorId: me.memberId }),
  ];
  expect(namesOf(newMentions(now, first, me.memberId))).toEqual(['changed', 'new']);
  expect(namesOf(newMentions([mention('first', 1)], [], me.memberId))).toEqual(['first']);
});

it('what a rule gives has the key of the wait; what a colleague gives has one of its own', () => {
  const mine = aConversation(1, 1, { assigneeId: me.memberId, waitingSince: 7 });
  const left = aConversation(2, 1, { assigneeId: uuidOf('Mei'), waitingSince: 7 });
  const state = { member: me, shown: new Map([mine, left].map((item) => [item.conversationId, item])) };
  const assigned = (seq: number, { conversationId }: typeof mine, kind: 'member' | 'rule'): Change => ({
    kind: 'assigned',
    seq,
    conversationId,
    cause: { kind, name: 'Mei' },
    note: null,
  });
  const given = givenBy([assigned(1, mine, 'rule'), assigned(2, mine, 'member'), assigned(3, left, 'member')], state);
  expect(given.map(({ key }) => key)).toEqual([`${mine.conversationId} 7 1`, 'given 2']);
});
