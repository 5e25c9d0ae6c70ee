import { z } from 'zod';
import type { FaultKind } from '../../world/types.ts';
import { type ControlContext, requireShop } from '../context.ts';
import { notFound } from '../errors.ts';
import { defineRoute, noBody, noParams, noQuery, type Route } from '../route.ts';
import { doneSchema, faultsSchema, newFaultSchema } from '../schemas.ts';

const DEFAULT_DELAY_MS = 1_000;
/** Faults that act at one moment; without a count or a time they strike once. */
const MOMENTARY: readonly FaultKind[] = ['socketDropped', 'tokenExpired'];

export const faultRoutes = ({ faults, ...context }: ControlContext): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/sim/faults',
    summary: 'Something goes wrong at a marketplace: so many times, for so long, or until it is removed',
    params: noParams,
    query: noQuery,
    body: newFaultSchema,
    response: z.object({ faultId: z.string() }),
    handle({ body: { kind, marketplace, shopId = null, count, forMs = null, delayMs = DEFAULT_DELAY_MS } }) {
      if (shopId !== null) requireShop({ faults, ...context }, marketplace, shopId);
      const once = MOMENTARY.includes(kind) && forMs === null ? 1 : null;
      const { faultId } = faults.add({ kind, marketplace, shopId, count: count ?? once, forMs, delayMs });
      return { faultId };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/sim/faults',
    summary: 'The faults that may still strike',
    params: noParams,
    query: noQuery,
    body: noBody,
    response: faultsSchema,
    handle: () => ({ faults: [...faults.list()] }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/sim/faults',
    summary: 'Removes all faults',
    params: noParams,
    query: noQuery,
    body: noBody,
    response: doneSchema,
    handle() {
      const removed = faults.list().length;
      faults.clear();
      return { removed };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/sim/faults/{faultId}',
    summary: 'Removes one fault',
    params: z.strictObject({ faultId: z.string() }),
    query: noQuery,
    body: noBody,
    response: doneSchema,
    handle({ params: { faultId } }) {
      if (!faults.remove(faultId)) throw notFound('unknownFault', `there is no fault ${faultId}`);
      return { removed: 1 };
    },
  }),
];
