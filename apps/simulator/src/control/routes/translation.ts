/** Sets what the simulated translation service does wrong, and tells what it was asked. */
import { z } from 'zod';
import { TRANSLATION_FAULTS, type TranslationService } from '../../translation/service.ts';
import { defineRoute, noBody, noParams, noQuery, type Route } from '../route.ts';

const stateSchema = z.object({
  fault: z.enum(TRANSLATION_FAULTS).nullable(),
  asked: z.array(z.object({ q: z.string(), source: z.string(), target: z.string() })),
});

export const translationRoutes = (service: TranslationService): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/sim/translation',
    summary: 'The fault of the translation service, and the texts that it has translated',
    params: noParams,
    query: noQuery,
    body: noBody,
    response: stateSchema,
    handle: () => ({ fault: service.fault, asked: [...service.asked] }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/sim/translation',
    summary: 'From now on the translation service has this fault, or none',
    params: noParams,
    query: noQuery,
    body: z.object({ fault: z.enum(TRANSLATION_FAULTS).nullable() }),
    response: stateSchema,
    handle({ body }) {
      service.fault = body.fault;
      return { fault: service.fault, asked: [...service.asked] };
    },
  }),
];
