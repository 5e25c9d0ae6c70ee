import { describe, expect, it } from 'vitest';
import { OFFER_STATUSES } from './goods.ts';
import { type GivenAnswer, OFFER_ANSWER_MS, stateOfOffer } from './offers.ts';

const given: GivenAnswer = { isAccepted: true, isTold: false, askedAt: 1_000 };
const waiting = { status: 'waiting', wireStatus: 'pending' } as const;

describe('the state of an offer', () => {
  it.each(OFFER_STATUSES)('%s is the marketplace’s word where the shop has not answered', (status) => {
    expect(stateOfOffer({ status, wireStatus: status }, null, 1_000)).toEqual({ state: status });
  });

  it('unknown keeps the marketplace’s own word', () => {
    expect(stateOfOffer({ status: 'unknown', wireStatus: 'haggling' }, given, 1_000)).toEqual({
      state: 'unknown',
      word: 'haggling',
    });
  });

  it('an answer that may be on its way is neither waiting nor taken, until it would have arrived', () => {
    expect(stateOfOffer(waiting, given, 1_000)).toEqual({ state: 'asked', isAccepted: true });
    expect(stateOfOffer(waiting, given, 1_000 + OFFER_ANSWER_MS - 1)).toEqual({ state: 'asked', isAccepted: true });
    expect(stateOfOffer(waiting, given, 1_000 + OFFER_ANSWER_MS)).toEqual({ state: 'waiting' });
  });

  it('an answer that was taken stands where the detail is older', () => {
    expect(stateOfOffer(waiting, { ...given, isTold: true }, 2_000)).toEqual({ state: 'accepted' });
    expect(stateOfOffer(waiting, { ...given, isTold: true, isAccepted: false }, 2_000)).toEqual({ state: 'rejected' });
  });

  it('the marketplace’s later word is the truth, whatever the shop answered', () => {
    const cancelled = { status: 'cancelled', wireStatus: 'cancelled' } as const;
    expect(stateOfOffer(cancelled, given, 1_000)).toEqual({ state: 'cancelled' });
    expect(stateOfOffer(cancelled, { ...given, isTold: true }, 1_000)).toEqual({ state: 'cancelled' });
  });
});
