/** The OpenAPI description of the control API, made from the schemas that check its input. */
import { z } from 'zod';
import { noBody, type Route } from './route.ts';
import { eventSchema, refusalSchema } from './schemas.ts';

const inputOf = (schema: z.ZodType): unknown => z.toJSONSchema(schema, { io: 'input' });
const outputOf = (schema: z.ZodType): unknown => z.toJSONSchema(schema, { io: 'output' });
const json = (schema: unknown): object => ({ 'application/json': { schema } });

function parametersOf({ params, query }: Pick<Route, 'params' | 'query'>): readonly object[] {
  const listed = (place: 'path' | 'query', object: z.ZodObject): readonly object[] =>
    Object.entries(object.shape).map(([name, schema]) => ({
      name,
      in: place,
      required: !z.safeParse(schema, undefined).success,
      schema: inputOf(schema),
    }));
  return [...listed('path', params), ...listed('query', query)];
}

function operationOf(route: Route): object {
  return {
    summary: route.summary,
    parameters: parametersOf(route),
    ...(route.body === noBody ? {} : { requestBody: { required: true, content: json(inputOf(route.body)) } }),
    responses: {
      200: { description: 'Done', content: json(outputOf(route.response)) },
      default: { description: 'Refused; nothing has changed', content: json(outputOf(refusalSchema)) },
    },
  };
}

/** Calls that do not answer with JSON. */
const SPECIAL: Readonly<Record<string, object>> = {
  '/sim/events': {
    get: {
      summary: 'What happens in the world from now on, as server-sent events; the name of an event is its kind',
      responses: {
        200: { description: 'A stream', content: { 'text/event-stream': { schema: outputOf(eventSchema) } } },
      },
    },
  },
  '/sim/pictures/{name}': {
    get: {
      summary: "Buyers' faces and the pictures they send, drawn from the name",
      parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'A picture', content: { 'image/png': {} } } },
    },
  },
  '/sim/videos/{name}': {
    get: {
      summary: 'The videos that buyers send: the same four seconds for every name',
      parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'A video', content: { 'video/mp4': {} } } },
    },
  },
  '/sim/openapi.json': { get: { summary: 'This document', responses: { 200: { description: 'OpenAPI 3.1' } } } },
};

export function describeRoutes(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Marketplace simulator: control API', version: '1' },
    paths: { ...paths, ...SPECIAL },
  };
}
