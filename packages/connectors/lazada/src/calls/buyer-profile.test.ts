import { asPlatformShopId } from '@pasar/domain';
import { expect, it } from 'vitest';
import { answerOf } from '../../fixtures/wire.ts';
import { buyerProfile } from './buyer-profile.ts';

const scope = {
  country: 'PH',
  sellerId: '1',
  platformShopId: asPlatformShopId('2'),
  windowId: 'w',
  appKey: 'k',
} as const;
const read = (result: unknown) =>
  buyerProfile.fromWire(answerOf({ api: 'a', v: '1.0', ret: ['SUCCESS::ok'], data: { result } }), scope);

it('names the buyer and nothing else', () => {
  expect(buyerProfile.toWire({ buyerId: '7' }, scope).query).toMatchObject({ data: '{"buyerId":"7"}' });
});

it.each([
  [
    'with everything',
    { title: 'Ann', headUrl: 'https://p.example/1.png', country: 'PH' },
    ['Ann', 'https://p.example/1.png', 'PH'],
  ],
  ['with empty fields', { title: '', headUrl: null, country: '' }, [null, null, null]],
  ['with other fields only', { nick: 'Ann' }, [null, null, null]],
])('is read %s: what is missing is not told', (_what, result, [name, avatarUrl, country]) => {
  expect(read(result)).toEqual({ ok: true, value: { name, avatarUrl, country } });
});

it('without a result is no profile', () => {
  expect(read(undefined)).toMatchObject({ ok: false, refusal: { reason: 'unexpected_answer' } });
});
