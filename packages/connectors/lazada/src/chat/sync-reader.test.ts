import type { Outcome, Unreadable } from '@pasar/connector-kit';
import { type DomainEvent, refusal } from '@pasar/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromEnvelope } from '../../fixtures/envelope.ts';
import { SCOPE, SHOP } from '../../fixtures/sample-shop.ts';
import type { Calling } from '../auth/line.ts';
import { createSyncReader, type SyncPoints } from './sync-reader.ts';

const FIRST = 1_000;
const itemOf = (syncId: number): string =>
  JSON.stringify({
    header: { type: 1 },
    body: {
      typeData: { mid: String(syncId), sid: 's', fromType: 1, sendTime: syncId },
      layoutData: { card: 1 },
      templateData: '{"txt":"x"}',
    },
  });

interface Asked {
  readonly api: string;
  readonly data: Readonly<Record<string, unknown>>;
}
type Answer = (asked: Asked) => Outcome<unknown>;
const dataSchema = z.record(z.string(), z.unknown());

/** A reader, and a marketplace with items up to `latest`. */
function setUp(latest: () => number, override: Answer | null = null, isOpen = () => true) {
  const told: string[] = [];
  const aside: Unreadable[] = [];
  const gaps: number[] = [];
  const refusals: string[] = [];
  const points: SyncPoints = new Map([[2, FIRST]]);
  const answer: Answer = ({ data }) => {
    const from = Number(/[0-9]+/.exec(String(data.dataTypeIdMap))?.[0] ?? '0');
    const to = Math.min(latest(), from + Number(data.fetchSize));
    const im = Array.from({ length: to - from }, (_, index) => ({
      syncBody: { syncId: from + index + 1 },
      bizData: itemOf(from + index + 1),
    }));
    return {
      ok: true,
      value: { syncDataStatusMap: { im: to < latest() ? 1 : -1 }, syncDataValuesMap: { im } },
    };
  };
  const line: Calling = {
    async call(call, params) {
      const { query } = call.toWire(params, SCOPE);
      const asked = { api: query.api ?? '', data: dataSchema.parse(JSON.parse(query.data ?? '{}')) };
      const answered = (override ?? answer)(asked);
      return answered.ok ? fromEnvelope(call, answered.value) : answered;
    },
  };
  const reader = createSyncReader({
    line,
    seller: { sellerId: '2', userId: '2', platformShopId: SHOP, name: 'n', country: 'PH', isCb: false },
    points,
    listener: {
      events: (batch: readonly DomainEvent[]) => {
        for (const event of batch) if (event.kind === 'message.received') told.push(event.message.platformMessageId);
      },
      unreadable: (item) => aside.push(item),
      gap: () => gaps.push(1),
    },
    isOpen,
    onRefused: ({ reason }) => refusals.push(reason),
  });
  return { reader, told, aside, gaps, points, refusals };
}
const push = (syncId: number, hasItem: boolean) => ({ namespace: 2, syncId, bizData: hasItem ? itemOf(syncId) : null });

describe('gapless pushes', () => {
  it('any loss, repetition and disorder of pushes still tells each item once and in order', async () => {
    const arrivals = fc.array(fc.record({ offset: fc.integer({ min: 1, max: 30 }), hasItem: fc.boolean() }), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(arrivals, async (pushes) => {
        let latest = FIRST;
        const { reader, told, gaps } = setUp(() => latest);
        for (const { offset, hasItem } of pushes) {
          latest = Math.max(latest, FIRST + offset);
          await reader.take(push(FIRST + offset, hasItem));
        }
        expect(told).toEqual(Array.from({ length: latest - FIRST }, (_, index) => String(FIRST + index + 1)));
        expect(gaps).toEqual([]);
      }),
    );
  });

  it('pulls page after page', async () => {
    const { reader, told } = setUp(() => FIRST + 170);
    await reader.catchUp();
    expect(told).toHaveLength(170);
  });

  it('says gap when the pull fails, and finds the hole with the next push', async () => {
    const page = [1, 2, 3, 4].map((id) => ({ syncBody: { syncId: FIRST + id }, bizData: itemOf(FIRST + id) }));
    const answers: Outcome<unknown>[] = [
      { ok: false, refusal: refusal('marketplace_unreachable'), canRetry: true },
      { ok: true, value: { syncDataStatusMap: { im: -1 }, syncDataValuesMap: { im: page } } },
    ];
    const { reader, told, gaps } = setUp(
      () => FIRST,
      () => answers.shift() ?? { ok: false, refusal: refusal('request_exception'), canRetry: false },
    );
    await reader.take(push(FIRST + 3, false));
    expect([told, gaps.length]).toEqual([[], 1]);
    await reader.take(push(FIRST + 4, true));
    expect(told).toEqual(['1001', '1002', '1003', '1004']);
  });

  it('an item that cannot be read is set aside and the rest goes on', async () => {
    const { reader, told, aside } = setUp(() => FIRST);
    await reader.take({ namespace: 2, syncId: FIRST + 1, bizData: '{"header":{"type":1},"body":{}}' });
    await reader.take({ namespace: 2, syncId: FIRST + 2, bizData: itemOf(FIRST + 2) });
    expect(aside).toHaveLength(1);
    expect(Buffer.from(aside[0]?.bytes ?? []).toString()).toContain('"header"');
    expect(told).toEqual([String(FIRST + 2)]);
  });

  it('starts over when the marketplace no longer remembers', async () => {
    const { reader, gaps, points } = setUp(
      () => FIRST,
      ({ api }) => ({
        ok: true,
        value: api.endsWith('querysessionlist')
          ? { userIdToSessionView: {}, nameSpaceToSyncData: { 2: { syncNamespace: 2, syncId: 5_000 } } }
          : { syncDataStatusMap: { im: -2 }, syncDataValuesMap: { im: [] } },
      }),
    );
    await reader.catchUp();
    expect(gaps).toHaveLength(1);
    expect(points.get(2)).toBe(5_000);
  });

  it('reports a pull that was refused for good', async () => {
    const { reader, refusals } = setUp(
      () => FIRST,
      () => ({ ok: false, refusal: refusal('captcha_needed'), canRetry: false }),
    );
    await reader.catchUp();
    expect(refusals).toEqual(['captcha_needed']);
  });

  it('leaves what a pull brings after the end to the next reader', async () => {
    const { reader, told, points } = setUp(
      () => FIRST + 3,
      null,
      () => false,
    );
    await reader.catchUp();
    expect([told, points.get(2)]).toEqual([[], FIRST]);
  });
});
