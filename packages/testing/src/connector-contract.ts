import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { affairRules, affairsOfManyRules } from './contract/affair-rules.ts';
import { cardRules } from './contract/card-rules.ts';
import { ContractHarness, type HarnessOptions, value } from './contract/harness.ts';
import { readingRules, retryRules } from './contract/reading-rules.ts';
import { doubtRules, openingRules, reachRules, refusalRules, sendingRules } from './contract/sending-rules.ts';
import { sessionRules } from './contract/session-rules.ts';
import { settingRules } from './contract/setting-rules.ts';
import { streamEndRules, streamRules } from './contract/stream-rules.ts';
import type { ContractSubject } from './contract/subject.ts';

/** So long that tokens do not expire in tests about other things. Milliseconds. */
const LONG_TOKEN_LIFE_MS = 600_000;
const SHORT_TOKEN_LIFE_MS = 300;
/** Older than any marketplace's time to write to a buyer after a message or an order. Milliseconds. */
const OLD_MS = 62 * 86_400_000;

/** The behaviour that every connector must have, tested against the running simulator. */
export function describeConnectorContract(subject: ContractSubject): void {
  describe(`connector contract: ${subject.marketplace}`, () => {
    describe('with long-lived tokens', () => {
      const harness = useHarness(subject, { tokenLifeMs: LONG_TOKEN_LIFE_MS });
      describe('session', () => sessionRules(harness));
      describe('reading', () => readingRules(harness));
      describe('retrying', () => retryRules(harness));
      describe('stream', () => streamRules(harness));
      describe('end of the stream', () => streamEndRules(harness));
      describe('sending', () => sendingRules(harness));
      describe('opening', () => openingRules(harness));
      describe('cards', () => cardRules(harness));
      describe('not sending', () => refusalRules(harness));
      describe('doubt', () => doubtRules(harness));
      describe('settings', () => settingRules(harness));
      describe('affairs', () => affairRules(subject, harness));
      describe('affairs of many', () => affairsOfManyRules(harness));
    });

    describe('with old conversations and orders', () => {
      reachRules(useHarness(subject, { tokenLifeMs: LONG_TOKEN_LIFE_MS, ageMs: OLD_MS }));
    });

    describe('with short-lived tokens', () => {
      const harness = useHarness(subject, { tokenLifeMs: SHORT_TOKEN_LIFE_MS });
      it('CK-L6 refreshes them while it reads', async () => {
        const session = await harness().open();
        const shop = harness().shopOf(harness().login);
        const until = Date.now() + 4 * SHORT_TOKEN_LIFE_MS;
        let reads = 0;
        while (Date.now() < until) {
          value(await session.fetchConversations(shop, null));
          reads += 1;
        }
        expect(reads).toBeGreaterThan(4);
      });
    });
  });
}

function useHarness(subject: ContractSubject, options: HarnessOptions): () => ContractHarness {
  let harness: ContractHarness | null = null;
  const use = (): ContractHarness => {
    if (harness === null) throw new Error('the harness is not built yet');
    return harness;
  };
  beforeAll(async () => {
    harness = await ContractHarness.build(subject, options);
  });
  afterEach(() => use().clean());
  afterAll(() => use().close());
  return use;
}
