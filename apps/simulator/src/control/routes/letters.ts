/** Reads what arrived by mail and short message, and sets whether it is refused. */
import { z } from 'zod';
import type { Letterbox } from '../../letters/letterbox.ts';
import { defineRoute, noBody, noParams, noQuery, type Route } from '../route.ts';

const stateSchema = z.object({
  isRefusing: z.boolean(),
  letters: z.array(
    z.object({
      to: z.string(),
      channel: z.enum(['mail', 'sms']),
      subject: z.string(),
      text: z.string(),
      at: z.number().int(),
    }),
  ),
});
const stateOf = ({ isRefusing, letters }: Letterbox) => ({ isRefusing, letters: [...letters] });

export const letterRoutes = (letterbox: Letterbox): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/sim/letters',
    summary: 'The mails and short messages that arrived, the newest first',
    params: noParams,
    query: noQuery,
    body: noBody,
    response: stateSchema,
    handle: () => stateOf(letterbox),
  }),
  defineRoute({
    method: 'PUT',
    path: '/sim/letters',
    summary: 'From now on mails and short messages are refused, or taken',
    params: noParams,
    query: noQuery,
    body: z.object({ isRefusing: z.boolean() }),
    response: stateSchema,
    handle({ body }) {
      letterbox.isRefusing = body.isRefusing;
      return stateOf(letterbox);
    },
  }),
];
