import type { DeliveryView } from '@pasar/api';
import { expect, it } from 'vitest';
import { aDelivery } from '../testing/builders.ts';
import { undeliveredOf } from './undelivered.ts';

const shown = (delivery: DeliveryView) =>
  undeliveredOf({
    deliveries: new Map([[delivery.conversationId, [delivery]]]),
    pending: new Map(),
    askedDeliveries: new Set(),
    waits: new Map(),
  }).length;

it('a failed answer is shown as undelivered, a failed message to many buyers is not', () => {
  expect(shown(aDelivery(1, 1, { mark: 'failed' }))).toBe(1);
  expect(shown(aDelivery(1, 1, { mark: 'failed', cause: 'bulkSend' }))).toBe(0);
});
