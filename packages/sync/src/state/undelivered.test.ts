import { AUTOMATIC_CAUSES } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { aConversation, aDelivery, aDesk, aMember, aShop } from '../testing/builders.ts';
import { waitedForLogin } from './awaited.ts';
import { newlyUndelivered, undeliveredOf } from './undelivered.ts';
import { needsPerson } from './waiting.ts';

const { conversationId } = aConversation(1, 1);
const REFUSAL = { reason: 'shop_login_expired', detail: null } as const;

describe.each([null, ...AUTOMATIC_CAUSES])('a message that did not arrive, of the cause %s', (cause) => {
  const count = cause === null ? 1 : 0;
  const delivery = aDelivery(1, 1, { cause, mark: 'failed', refusal: REFUSAL, memberId: aMember().memberId });
  const before = aDesk({ member: aMember(), shops: new Map([[aShop(1).shopId, aShop(1)]]) });
  const after = {
    ...before,
    seq: 1,
    shown: new Map([[conversationId, aConversation(1, 1)]]),
    deliveries: new Map([[conversationId, [delivery]]]),
  };

  it('is an answer of a person, or is told to nobody as one', () => {
    expect(undeliveredOf(after)).toHaveLength(count);
    expect(waitedForLogin(after)).toHaveLength(count);
    expect(needsPerson(after, conversationId)).toBe(count === 1);
    expect(newlyUndelivered(before, after, [{ kind: 'delivery', seq: 1, delivery }])).toHaveLength(count);
  });
});
