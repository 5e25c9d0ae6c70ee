import { describe, expect, it } from 'vitest';
import { filterOf, inputOf, isNarrow } from './filter.ts';

const at = { memberId: 'm', now: new Date(2026, 10, 25, 15).getTime() };
const inputFor = (query: string) => inputOf(filterOf(new URLSearchParams(query)), at);

describe('the filter of the remarks', () => {
  it('shows the pending ones, the newest first, where the address says nothing that is understood', () => {
    expect(inputFor('')).toEqual({ status: 'wait', sort: 'newest' });
    expect(inputFor('tab=x&kind=x&who=x&due=x&sort=x')).toEqual({ status: 'wait', sort: 'newest' });
    expect(isNarrow(filterOf(new URLSearchParams('tab=all&sort=due')))).toBe(false);
  });

  it('takes kind, member, due day and words from the address', () => {
    expect(inputFor('tab=all&kind=after_sales&who=me&words=lid&sort=due')).toEqual({
      kind: 'after_sales',
      assigneeId: 'm',
      words: 'lid',
      sort: 'newest',
    });
    expect(inputFor('tab=finished&sort=due')).toEqual({ status: 'finished', sort: 'due' });
    expect(inputFor('who=nobody')).toMatchObject({ assigneeId: null });
    expect(inputFor('due=over')).toMatchObject({ dueTo: new Date(2026, 10, 25).getTime() });
    expect(inputFor('due=today')).toMatchObject({ dueTo: new Date(2026, 10, 26).getTime() });
    expect(inputFor('due=week')).toMatchObject({ dueTo: new Date(2026, 11, 2).getTime() });
    expect(isNarrow(filterOf(new URLSearchParams('due=week')))).toBe(true);
  });
});
