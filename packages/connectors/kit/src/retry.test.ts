import { BridgeError, type BridgeErrorCode } from '@pasar/bridge';
import { MARKETPLACES, type Marketplace } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { Pauses } from './pauses.ts';
import { type Attempt, type Repeat, withRetries } from './retry.ts';

type Stroke = number | BridgeErrorCode;

/**
 * Returns the strokes one by one, and the last one again and again. `arrives`: whether a cut request may have been
 * received.
 */
async function play(marketplace: Marketplace, repeat: Repeat, strokes: readonly Stroke[], arrives = false) {
  let attempts = 0;
  const waits: number[] = [];
  const pauses = new Pauses({
    now: () => 0,
    after(delayMs, run) {
      waits.push(delayMs);
      queueMicrotask(run);
      return () => undefined;
    },
  });
  await withRetries(marketplace, repeat, pauses, async (): Promise<Attempt<{ readonly status: number }>> => {
    const stroke = strokes[Math.min(attempts, strokes.length - 1)] ?? 200;
    attempts += 1;
    if (typeof stroke === 'number') return { kind: 'answered', status: stroke };
    return { kind: 'failed', error: new BridgeError(stroke, stroke, arrives) };
  });
  return { attempts, waits };
}

describe('the retry rules', () => {
  it.each([
    ['shopee', 3],
    ['lazada', 4],
    ['tiktok', 4],
  ] as const)('%s: a mixture of faults ends after %d tries', async (marketplace, tries) => {
    const mixture: readonly Stroke[] = ['timeout', 'reset', 'proxy', 'timeout', 'reset', 'proxy'];
    for (const repeat of ['read', 'idempotent', 'once'] as const)
      expect((await play(marketplace, repeat, mixture)).attempts).toBe(tries);
  });

  it.each(MARKETPLACES)(
    '%s: a login is made again three times where the line is cut, once where it is slow',
    async (marketplace) => {
      expect((await play(marketplace, 'login', ['reset'])).attempts).toBe(4);
      expect((await play(marketplace, 'login', ['timeout'])).attempts).toBe(2);
      expect((await play(marketplace, 'login', ['reset', 'timeout', 'reset', 'reset'])).attempts).toBe(4);
    },
  );

  it('too many requests are counted apart, and waited for', async () => {
    expect(await play('lazada', 'read', [429, 'reset', 429, 'timeout', 429, 'reset', 200])).toEqual({
      attempts: 7,
      waits: [2_000, 2_000, 2_000],
    });
  });

  it('one fault of a kind more than its number stands', async () => {
    expect((await play('shopee', 'read', ['timeout', 'reset', 200])).attempts).toBe(3);
    expect((await play('shopee', 'read', ['timeout', 'timeout', 200])).attempts).toBe(2);
    expect((await play('shopee', 'read', ['reset', 'refused', 'reset', 200])).attempts).toBe(3);
    for (const repeat of ['read', 'idempotent'] as const)
      expect((await play('lazada', repeat, ['reset', 'timeout', 'timeout', 200])).attempts).toBe(4);
    expect((await play('lazada', 'read', ['proxy', 'proxy', 200])).attempts).toBe(2);
    expect((await play('tiktok', 'read', ['reset', 'refused', 200])).attempts).toBe(2);
  });

  it('nothing is repeated of a message, nor of what must happen once and may have arrived', async () => {
    for (const marketplace of MARKETPLACES) {
      for (const stroke of ['timeout', 'reset', 'proxy', 429] as const)
        expect((await play(marketplace, 'send', [stroke])).attempts).toBe(1);
      expect((await play(marketplace, 'once', ['reset'], true)).attempts).toBe(1);
      expect((await play(marketplace, 'once', ['reset', 200])).attempts).toBe(2);
    }
  });
});
