import { expect, it } from 'vitest';
import { type KeptShortcut, mergeShortcuts } from './merge-shortcuts.ts';

const GROUPS = [
  {
    groupId: 'g',
    name: 'Greetings',
    replies: [
      { replyId: '1', text: 'Hello' },
      { replyId: '2', text: 'Good morning' },
    ],
  },
];
const own = (more: Partial<KeptShortcut>): KeptShortcut => ({
  shortcutId: '1',
  group: 'Greetings',
  text: 'Hi',
  baseText: 'Hello',
  ...more,
});
const statesOf = (kept: readonly KeptShortcut[], groups: typeof GROUPS | null = GROUPS) =>
  mergeShortcuts(groups, kept).map(({ shortcutId, text, state }) => [shortcutId, text, state]);

it('are the marketplace’s where nothing is kept', () => {
  expect(statesOf([])).toEqual([
    ['1', 'Hello', 'same'],
    ['2', 'Good morning', 'same'],
  ]);
});

it('keep a change that the marketplace does not have, in its place', () => {
  expect(statesOf([own({})])[0]).toEqual(['1', 'Hi', 'kept']);
});

it('show a conflict where the marketplace was changed as well, and none where it was changed alike', () => {
  expect(statesOf([own({ baseText: 'Hey' })])[0]).toEqual(['1', 'Hi', 'conflict']);
  expect(statesOf([own({ text: 'Hello', baseText: 'Hey' })])[0]).toEqual(['1', 'Hello', 'same']);
});

it('keep what the marketplace has removed, and what it never had', () => {
  const kept = [own({ shortcutId: '9' }), own({ shortcutId: null, text: 'Ours', baseText: null })];
  expect(statesOf(kept).slice(2)).toEqual([
    ['9', 'Hi', 'gone'],
    [null, 'Ours', 'new'],
  ]);
});

it('are what is kept while the marketplace cannot be asked', () => {
  expect(statesOf([own({}), own({ shortcutId: null, baseText: null })], null)).toEqual([
    ['1', 'Hi', 'kept'],
    [null, 'Hi', 'new'],
  ]);
});
