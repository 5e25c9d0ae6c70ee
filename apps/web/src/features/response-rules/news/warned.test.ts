import { aConversation, aDesk, aMember, uuid } from '@pasar/sync/testing/builders';
import { expect, it } from 'vitest';
import { type Look, unwarned } from './warned.ts';

const MINUTE = 60_000;
const DUE_AT = 10_000 * MINUTE;
const MEI = uuid('e', 1);
/** Nothing of one test is warned of in another. */
let number = 0;

function aWait(assigneeId: string | null) {
  number += 1;
  const view = { ...aConversation(number, 1), assigneeId, waitingSince: DUE_AT - 600 * MINUTE, dueAt: DUE_AT };
  const state = aDesk({ shown: new Map([[view.conversationId, view]]), member: aMember() });
  const asked: number[] = [];
  /** How many are warned of, so many minutes before the answer is due. */
  const told = (minutesLeft: number, openedMinutesBefore: number | null): number => {
    const look: Look = {
      now: DUE_AT - minutesLeft * MINUTE,
      minutes: 30,
      isWarnedOfColleague: () => true,
      isOpenedSince: (_, since) => {
        asked.push(since);
        return openedMinutesBefore !== null && DUE_AT - openedMinutesBefore * MINUTE >= since;
      },
    };
    return unwarned([view.conversationId], state, look).length;
  };
  return { told, asked };
}

it('warns others of a colleague’s buyer half the time later, once, while nobody has opened the conversation', () => {
  const { told, asked } = aWait(MEI);
  expect(told(16, null)).toBe(0);
  expect(told(15, null)).toBe(1);
  expect(told(14, null)).toBe(0);
  expect(asked).toEqual([DUE_AT - 30 * MINUTE]);
});

it('does not count who opened it before the first warning, and leaves it to who did since until it is overdue', () => {
  expect(aWait(MEI).told(15, 31)).toBe(1);
  const { told } = aWait(MEI);
  expect([told(15, 29), told(1, 29)]).toEqual([0, 0]);
  expect([told(0, 29), told(-1, 29)]).toEqual([1, 0]);
});

it('warns of no overdue answer that was not left to anybody, and of the own and of nobody’s whoever has it open', () => {
  expect(aWait(MEI).told(-1, 20)).toBe(0);
  expect(aWait(null).told(30, 29)).toBe(1);
  expect(aWait(aMember().memberId).told(30, 29)).toBe(1);
});
