import { describe, expect, it } from 'vitest';
import { nextIn } from './next-in.ts';

const isEven = (value: number) => value % 2 === 0;

describe('the next wanted', () => {
  it('goes on from where one is, round the end', () => {
    expect(nextIn([1, 2, 3, 4, 5], 2, 1, isEven)).toBe(4);
    expect(nextIn([1, 2, 3, 4, 5], 4, 1, isEven)).toBe(2);
    expect(nextIn([1, 2, 3, 4, 5], 2, -1, isEven)).toBe(4);
  });

  it('begins at the head or the foot when nothing is open, or what is open is not here', () => {
    expect(nextIn([1, 2, 3, 4], null, 1, isEven)).toBe(2);
    expect(nextIn([1, 2, 3, 4], null, -1, isEven)).toBe(4);
    expect(nextIn([1, 2, 3, 4], 99, 1, isEven)).toBe(2);
  });

  it('says when there is none, and never the same again', () => {
    expect(nextIn([1, 3], null, 1, isEven)).toBeNull();
    expect(nextIn([1, 2, 3], 2, 1, isEven)).toBeNull();
    expect(nextIn([], null, 1, isEven)).toBeNull();
  });
});
