import {
  type Access,
  AUTHORIZATION_EXPIRED_CODE,
  CALLS,
  type Call,
  failAnswer,
  HEALTH_PATH,
  LIVE_PATH,
  MEDIA,
  MEMBER,
  type Medium,
  successAnswer,
  TOKEN_PREFIX,
} from '@pasar/api';
import { z } from 'zod';
import { SESSION_COOKIE } from './cookies.ts';

/** The OpenAPI description of every call, made from the contract itself. */
export function describeApi(version: string): Record<string, unknown> {
  const paths: Record<string, unknown> = {
    [HEALTH_PATH]: {
      get: {
        summary:
          'Up only when database, migrations and engine are; `warnings` says what works less well than it should',
        responses: { 200: { description: 'ok' } },
      },
    },
    [LIVE_PATH]: {
      get: {
        summary: 'WebSocket: the changes since a number, then live; of each kind those that the member may see',
        'x-access': MEMBER,
        parameters: [{ name: 'since', in: 'query', required: true, schema: { type: 'integer' } }],
        responses: { 101: { description: 'switching protocols' } },
      },
    },
  };
  for (const medium of Object.values(MEDIA)) paths[medium.path] = describeMedium(medium);
  for (const [feature, calls] of Object.entries(CALLS)) {
    for (const call of Object.values(calls) as Call[]) {
      paths[call.path] = { [call.method.toLowerCase()]: describeCall(feature, call) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pasar', version },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `An API token of the account; it begins with ${TOKEN_PREFIX}`,
        },
      },
    },
  };
}

const PATH_PARAMETERS = [
  { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
  { name: 'place', in: 'path', required: true, schema: { type: 'string', pattern: '^\\d{1,3}$' } },
] as const;

const describeMedium = ({ path, access, summary }: Medium): Record<string, unknown> => ({
  get: {
    summary,
    'x-access': access,
    security: securityOf(access),
    parameters: PATH_PARAMETERS.filter(({ name }) => path.includes(`{${name}}`)),
    responses: { 200: { description: 'its bytes' }, default: { description: 'refused, as a call is' } },
  },
});

function describeCall(feature: string, call: Call): Record<string, unknown> {
  const input = schema(call.input);
  return {
    tags: [feature],
    summary: call.summary,
    'x-access': call.access,
    security: securityOf(call.access),
    ...(call.method === 'GET'
      ? { parameters: toParameters(input) }
      : {
          requestBody: {
            content: { 'application/json': { schema: input }, 'application/x-www-form-urlencoded': { schema: input } },
          },
        }),
    responses: {
      200: { description: 'done', content: { 'application/json': { schema: schema(successAnswer(call.output)) } } },
      default: {
        description: `refused; code ${AUTHORIZATION_EXPIRED_CODE} when the authorisation has expired`,
        content: { 'application/json': { schema: schema(failAnswer) } },
      },
    },
  };
}

/** By what a caller proves who it is. An API token is never the main account, and has no login of its own. */
function securityOf({ kind }: Access): readonly Readonly<Record<string, readonly string[]>>[] {
  if (kind === 'public') return [];
  if (kind === 'program') return [{ token: [] }];
  return kind === 'person' || kind === 'main' ? [{ session: [] }] : [{ session: [] }, { token: [] }];
}

// `input` for requests and answers: where a transform only brands a value, the JSON is the same.
const schema = (shape: z.ZodType) => z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });

function toParameters(input: ReturnType<typeof schema>): unknown[] {
  const required = new Set(input.required ?? []);
  return Object.entries(input.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: property,
  }));
}
