/** Sets what the simulated language model does wrong, and tells what it was asked. */
import { z } from 'zod';
import { MODEL_FAULTS, type ModelService } from '../../model/service.ts';
import { defineRoute, noBody, noParams, noQuery, type Route } from '../route.ts';

const stateSchema = z.object({
  fault: z.enum(MODEL_FAULTS).nullable(),
  asked: z.array(z.array(z.object({ role: z.string(), content: z.string() }))),
});
const stateOf = ({ fault, asked }: ModelService) => ({ fault, asked: asked.map((messages) => [...messages]) });

export const modelRoutes = (service: ModelService): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/sim/model',
    summary: 'The fault of the language model, and the messages that it was asked',
    params: noParams,
    query: noQuery,
    body: noBody,
    response: stateSchema,
    handle: () => stateOf(service),
  }),
  defineRoute({
    method: 'PUT',
    path: '/sim/model',
    summary: 'From now on the language model has this fault, or none',
    params: noParams,
    query: noQuery,
    body: z.object({ fault: z.enum(MODEL_FAULTS).nullable() }),
    response: stateSchema,
    handle({ body }) {
      service.fault = body.fault;
      return stateOf(service);
    },
  }),
];
