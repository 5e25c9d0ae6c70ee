import { BridgeError, type BridgeErrorCode } from '@pasar/bridge';
import { MARKETPLACES, type Marketplace } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { Pauses } from './pauses.ts';
import { type Attempt, type Repeat, withRetries } from './retry.ts';

type Stroke = number | BridgeErrorCode;

/** Plays the strokes one by one, the last again and again; `arrives`: whether what broke may have been received. */
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
  it.each(MARKETPLACES)('%s: a mixture of faults ends after three tries', async (marketplace) => {
    const mixture: readonly Stroke[] = ['timeout', 'reset', 'proxy', 'timeout', 'reset', 'proxy'];
    expect((await play(marketplace, 'read', mixture)).attempts).toBe(3);
    expect((await play(marketplace, 'login', ['reset', 'timeout', 'reset', 'reset'])).attempts).toBe(3);
  });

  it('too many requests are counted apart, and waited for', async () => {
    expect(await play('lazada', 'read', [429, 'reset', 429, 'timeout', 429, 'reset', 200])).toEqual({
      attempts: 6,
      waits: [2_000, 2_000, 2_000],
    });
  });

  it('one fault of a kind more than its number stands', async () => {
    expect((await play('shopee', 'read', ['timeout', 'reset', 200])).attempts).toBe(3);
    expect((await play('shopee', 'read', ['reset', 'refused', 200])).attempts).toBe(2);
    expect((await play('lazada', 'read', ['reset', 'timeout', 200])).attempts).toBe(3);
    expect((await play('lazada', 'idempotent', ['reset', 'refused', 200])).attempts).toBe(2);
  });

  it('nothing is repeated of a message, nor of what must happen once and may have arrived', async () => {
    for (const marketplace of MARKETPLACES) {
      for (const stroke of ['timeout', 'reset', 'proxy', 429] as const)
        expect((await play(marketplace, 'send', [stroke])).attempts).toBe(1);
      expect((await play(marketplace, 'once', ['reset'], true)).attempts).toBe(1);
      expect((await play(marketplace, 'once', ['reset'])).attempts).toBe(2);
    }
  });
});
