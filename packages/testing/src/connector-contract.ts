import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { affairRules, affairsOfManyRules } from './contract/affair-rules.ts';
import type { ContractHarness } from './contract/harness.ts';
import { readingRules, retryRules } from './contract/reading-rules.ts';
import { doubtRules, refusalRules, sendingRules } from './contract/sending-rules.ts';
import { sessionRules } from './contract/session-rules.ts';
import { settingRules } from './contract/setting-rules.ts';
import { Stage, value } from './contract/stage.ts';
import { streamEndRules, streamRules } from './contract/stream-rules.ts';

/** So long that tokens do not expire in tests about other things. Milliseconds. */
const LONG_TOKEN_LIFE_MS = 600_000;
const SHORT_TOKEN_LIFE_MS = 300;

/** The behaviour that every connector must have, tested against the running simulator. */
export function describeConnectorContract(harness: ContractHarness): void {
  describe(`connector contract: ${harness.marketplace}`, () => {
    describe('with long-lived tokens', () => {
      const stage = useStage(harness, LONG_TOKEN_LIFE_MS);
      describe('session', () => sessionRules(stage));
      describe('reading', () => readingRules(stage));
      describe('retrying', () => retryRules(stage));
      describe('stream', () => streamRules(stage));
      describe('end of the stream', () => streamEndRules(stage));
      describe('sending', () => sendingRules(stage));
      describe('not sending', () => refusalRules(stage));
      describe('doubt', () => doubtRules(stage));
      describe('settings', () => settingRules(stage));
      describe('affairs', () => affairRules(harness, stage));
      describe('affairs of many', () => affairsOfManyRules(stage));
    });

    describe('with short-lived tokens', () => {
      const stage = useStage(harness, SHORT_TOKEN_LIFE_MS);
      it('CK-L6 refreshes them while it reads', async () => {
        const session = await stage().open();
        const shop = stage().shopOf(stage().login);
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

function useStage(harness: ContractHarness, tokenLifeMs: number): () => Stage {
  let stage: Stage | null = null;
  const use = (): Stage => {
    if (stage === null) throw new Error('the stage is not built yet');
    return stage;
  };
  beforeAll(async () => {
    stage = await Stage.build(harness, { tokenLifeMs });
  });
  afterEach(() => use().clean());
  afterAll(() => use().close());
  return use;
}
