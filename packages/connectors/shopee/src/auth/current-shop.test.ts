import { describe, expect, it } from 'vitest';
import type { SellerShop } from '../calls/subaccount.ts';
import { CurrentShop } from './current-shop.ts';

const shop = (shopId: string): SellerShop => ({
  shopId,
  userId: `u${shopId}`,
  merchantId: 'm',
  region: 'SG',
  name: null,
  isCb: true,
});

describe('CurrentShop', () => {
  it('runs one call at a time, each after the switch to its shop', async () => {
    const log: string[] = [];
    const current = new CurrentShop({
      switchShop: async ({ shopId }) => {
        log.push(`switch ${shopId}`);
        await Promise.resolve();
        return { ok: true, value: null };
      },
    });
    const call = (shopId: string) => async () => {
      log.push(`start ${shopId}`);
      await Promise.resolve();
      log.push(`end ${shopId}`);
      return { ok: true, value: shopId } as const;
    };
    const outcomes = await Promise.all(['1', '2'].map((id) => current.run(shop(id), call(id))));
    expect(outcomes).toEqual([
      { ok: true, value: '1' },
      { ok: true, value: '2' },
    ]);
    expect(log).toEqual(['switch 1', 'start 1', 'end 1', 'switch 2', 'start 2', 'end 2']);
  });

  it('lets nothing in between of what switches by itself', async () => {
    const log: string[] = [];
    const step = async (word: string) => {
      await Promise.resolve();
      log.push(word);
    };
    const current = new CurrentShop({
      switchShop: async ({ shopId }) => {
        await step(`switch ${shopId}`);
        return { ok: true, value: null };
      },
    });
    const walk = () =>
      current.alone(async () => {
        for (const merchant of ['a', 'b']) {
          await step(`merchant ${merchant}`);
          await step(`shops of ${merchant}`);
        }
      });
    const call = async () => {
      await step('call');
      return { ok: true, value: null } as const;
    };
    await Promise.all([walk(), current.run(shop('1'), call), walk()]);
    const walked = ['merchant a', 'shops of a', 'merchant b', 'shops of b'];
    expect(log).toEqual([...walked, 'switch 1', 'call', ...walked]);
  });

  it('does not call when the switch is refused, and goes on after a call that threw', async () => {
    const current = new CurrentShop({
      switchShop: async ({ shopId }) =>
        shopId === 'bad'
          ? { ok: false, refusal: { reason: 'marketplace_error', detail: null }, canRetry: false }
          : { ok: true, value: null },
    });
    const fine = async () => ({ ok: true, value: 'fine' }) as const;
    expect(await current.run(shop('bad'), fine)).toMatchObject({ ok: false });
    await expect(current.run(shop('1'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await current.run(shop('1'), fine)).toMatchObject({ ok: true });
  });
});
