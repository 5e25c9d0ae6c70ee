import type { Bridge } from '@pasar/bridge';
import {
  CALLS_BEYOND,
  CATALOGUE_CALLS,
  type CallKey,
  type ConnectorNotice,
  type DomainSwitchMemory,
  type Outcome,
  type Repeat,
  type WireAnswer,
} from '@pasar/connector-kit';
import { createFaultHarness as createLazadaStage, LAZADA_FIXTURES } from '@pasar/connector-lazada/fixtures';
import { createFaultHarness as createShopeeStage, SHOPEE_FIXTURES } from '@pasar/connector-shopee/fixtures';
import { createFaultHarness as createTiktokStage, TIKTOK_FIXTURES } from '@pasar/connector-tiktok/fixtures';
import type { Country, DomainSwitchResult } from '@pasar/domain';
import { describe, expect, it } from 'vitest';

import { expectationOf, timeoutOf } from './expectation.ts';
import { FAULTS, type Fault } from './faults.ts';
import { createScriptedBridge } from './scripted-bridge.ts';

interface StageOptions {
  readonly bridge: Bridge;
  readonly notify: (notice: ConnectorNotice) => void;
  readonly domainSwitch: DomainSwitchMemory;
}
/**
 * One example of a call, and a function that runs it on the marketplace's request layer with a session already open.
 */
interface Row {
  readonly key: CallKey;
  readonly repeat: Repeat;
  /** The login's country: the result of a domain switch is stored by country. */
  readonly country: Country;
  readonly answer: WireAnswer;
  readonly result: unknown;
  readonly play: (options: StageOptions) => Promise<Outcome<unknown>>;
}

const ROWS: readonly Row[] = [
  ...SHOPEE_FIXTURES.map((fixture) => ({
    key: fixture.call.key,
    repeat: fixture.call.repeat,
    country: fixture.scope.isSubAccount ? ('CNSC' as const) : fixture.scope.country,
    answer: fixture.answer,
    result: fixture.result,
    play: (options: StageOptions) => createShopeeStage(options)(fixture),
  })),
  ...LAZADA_FIXTURES.map((fixture) => ({
    key: fixture.call.key,
    repeat: fixture.call.repeat,
    country: fixture.scope.country,
    answer: fixture.answer,
    result: fixture.result,
    play: (options: StageOptions) => createLazadaStage(options)(fixture),
  })),
  ...TIKTOK_FIXTURES.map((fixture) => ({
    key: fixture.call.key,
    repeat: fixture.call.repeat,
    country: fixture.scope.country,
    answer: fixture.answer,
    result: fixture.result,
    play: (options: StageOptions) => createTiktokStage(options)(fixture),
  })),
];
/** The first example of each call: the table has one row for each call, not for each set of parameters. */
const FIRST = [...new Map(ROWS.toReversed().map((row) => [row.key, row])).values()];

/**
 * Answers that are no failure for a few calls: pages and headers that are read as such, and a 403 that means 'not
 * logged in'.
 */
const SAYS_NOTHING: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['a page instead of an answer', new Set(['lazada-seller GET login-page-init', 'tiktok-chat HEAD csrf-token'])],
  ['HTTP 403 without a word, once', new Set(['shopee-login GET subaccount/get_session'])],
  ['HTTP 403 without a word, for good', new Set(['shopee-login GET subaccount/get_session'])],
]);

/** `known`: results of domain switches by earlier calls; a call adds its own result. */
async function playCell(row: Row, fault: Fault | null, known = new Map<Country, DomainSwitchResult>()) {
  const notices: ConnectorNotice[] = [];
  const { bridge, asked, waited } = createScriptedBridge(fault, row.answer);
  const domainSwitch: DomainSwitchMemory = {
    get: (country) => known.get(country) ?? null,
    set: (country, result) => void known.set(country, result),
  };
  const outcome = await row.play({ bridge, notify: (notice) => notices.push(notice), domainSwitch });
  const hosts = asked.map(({ url }) => new URL(url).host);
  return {
    outcome,
    attempts: asked.length,
    timeouts: asked.map(({ timeoutMs }) => timeoutMs),
    hosts,
    waits: waited,
    notices,
    known,
  };
}

function faultOf(name: string): Fault {
  const found = FAULTS.find((fault) => fault.name === name);
  if (found === undefined) throw new Error(`no fault ${name}`);
  return found;
}
const FORBIDDEN = faultOf('HTTP 403 without a word, for good');

describe('the fault table', () => {
  it('has a row for every call of the catalogue and beyond it', () => {
    expect(FIRST.map((row) => row.key).sort()).toEqual([...CATALOGUE_CALLS, ...CALLS_BEYOND].sort());
  });

  it('has at least 600 cells', () => {
    expect(FIRST.length * (FAULTS.length + 1)).toBeGreaterThanOrEqual(600);
  });

  describe.each(FIRST)('$key', (row) => {
    it('carried: the value of the example, in one attempt', async () => {
      const { outcome, attempts, timeouts, waits, notices } = await playCell(row, null);
      expect(timeouts).toEqual([timeoutOf(row.key, row.repeat)]);
      expect({ outcome, attempts, waits, notices }).toEqual({
        outcome: { ok: true, value: row.result },
        attempts: 1,
        waits: [],
        notices: [],
      });
    });

    const faults = FAULTS.filter(({ name }) => !SAYS_NOTHING.get(name)?.has(row.key));
    it.each(faults)('$name', async (fault) => {
      const cell = await playCell(row, fault);
      const expected = expectationOf(row.key, row.repeat, fault);
      expect({
        attempts: cell.attempts,
        waits: cell.waits,
        outcome: cell.outcome.ok ? 'value' : cell.outcome.refusal.reason,
        notice: cell.notices.at(-1)?.notice ?? null,
        learned: [...cell.known],
      }).toEqual({ ...expected, learned: expected.learned === null ? [] : [[row.country, expected.learned]] });
      if (cell.outcome.ok) expect(cell.outcome.value).toEqual(row.result);
      if (expected.learned === null) return;
      // The result counts from the next call on: a domain that worked is used at once; a domain that refused is never
      // tried again.
      const [home, other] = cell.hosts;
      expect(other).not.toBe(home);
      const next = await playCell(row, null, cell.known);
      expect([next.outcome.ok, next.hosts]).toEqual([true, [expected.learned === 'success' ? other : home]]);
      const refusedAgain = await playCell(row, FORBIDDEN, cell.known);
      expect(refusedAgain.hosts).toEqual(next.hosts);
    });
  });
});
