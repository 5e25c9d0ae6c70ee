/** A call of the control API: its schemas check what comes in and are what /sim/openapi.json is made from. */
import { z } from 'zod';
import { badRequest } from './errors.ts';

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodType | null;
  readonly response: z.ZodType;
  /** Throws a ControlError or a WorldError to refuse. */
  readonly run: (input: RawInput) => unknown;
}
interface RouteDefinition<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, R extends z.ZodType> {
  readonly method: Route['method'];
  readonly path: string;
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly response: R;
  readonly handle: (input: {
    readonly params: z.output<P>;
    readonly query: z.output<Q>;
    readonly body: z.output<B>;
  }) => z.input<R>;
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badRequest(
    parsed.error.issues
      .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
      .join('; '),
  );
}

const nothing = z.strictObject({});

export function defineRoute<
  R extends z.ZodType,
  P extends z.ZodObject = typeof nothing,
  Q extends z.ZodObject = typeof nothing,
  B extends z.ZodType = z.ZodUndefined,
>(definition: RouteDefinition<P, Q, B, R>): Route {
  const { method, path, summary, response, handle } = definition;
  return {
    method,
    path,
    summary,
    response,
    params: definition.params ?? nothing,
    query: definition.query ?? nothing,
    body: definition.body ?? null,
    run: ({ params, query, body }) =>
      handle({
        params: parse((definition.params ?? nothing) as P, params),
        query: parse((definition.query ?? nothing) as Q, query),
        body: definition.body === undefined ? (undefined as z.output<B>) : parse(definition.body, body),
      }),
  };
}
