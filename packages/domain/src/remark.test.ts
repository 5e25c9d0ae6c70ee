import { describe, expect, it } from 'vitest';
import { finishRemark } from './remark.ts';

describe('a remark', () => {
  const finished = { status: 'finished', finishedAt: 5, finishedBy: 'Anna' } as const;

  it('waits, and is finished by a member at a time', () => {
    expect(finishRemark({ status: 'wait' }, { now: 5, name: 'Anna' })).toEqual(finished);
  });

  it('stays with the member who finished it first', () => {
    expect(finishRemark(finished, { now: 9, name: 'Ben' })).toBe(finished);
  });
});
