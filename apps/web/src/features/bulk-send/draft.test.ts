import type { BulkSendTarget, BulkSendTaskView } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import { expect, it } from 'vitest';
import { draftOf } from './draft.ts';

const KNOWN = asShopId('00000000-0000-4000-8000-000000000001');
const GONE = asShopId('00000000-0000-4000-8000-000000000002');
const copied = (target: BulkSendTarget) =>
  draftOf(
    {
      buyerListJson: target,
      taskName: 'Sale',
      content: { parts: [], variants: [] },
      interval: 10,
    } as unknown as BulkSendTaskView,
    new Set([KNOWN]),
  ).target;

it('a copy is for the shops that are still there', () => {
  expect(copied({ kind: 'fans', shopIds: [KNOWN, GONE] })).toEqual({ kind: 'fans', shopIds: [KNOWN] });
  expect(copied({ kind: 'orders', days: 7, shopIds: [GONE] })).toMatchObject({ shopIds: [] });
  const listing = { tab: 'all' } as const;
  expect(copied({ kind: 'matching', listing, shopIds: [GONE, KNOWN] })).toMatchObject({ shopIds: [KNOWN] });
});

it('a copy of a list of shops that are all gone does not become one of all shops', () => {
  const target = { kind: 'matching', listing: { tab: 'all' }, shopIds: [GONE] } as const;
  expect(copied({ ...target, shopIds: [GONE] })).toEqual(target);
});
