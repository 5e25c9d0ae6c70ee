/** A call of the control API. Its schemas check the input, and /sim/openapi.json is made from them. */
import { z } from 'zod';
import { badRequest } from './errors.ts';

interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path, with parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  /** `noBody` when the call reads no body. */
  readonly body: z.ZodType;
  readonly response: z.ZodType;
  /** Runs the call. Throws a ControlError or a WorldError to refuse. */
  readonly run: (input: RawInput) => unknown;
}
interface RouteDefinition<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, R extends z.ZodType>
  extends Omit<Route, 'run'> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly response: R;
  readonly handle: (input: {
    readonly params: z.output<P>;
    readonly query: z.output<Q>;
    readonly body: z.output<B>;
  }) => z.input<R>;
}

export const noParams = z.strictObject({});
export const noQuery = z.strictObject({});
export const noBody = z.unknown();

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badRequest(
    parsed.error.issues
      .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
      .join('; '),
  );
}

export function defineRoute<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, R extends z.ZodType>({
  handle,
  ...route
}: RouteDefinition<P, Q, B, R>): Route {
  return {
    ...route,
    run: ({ params, query, body }) =>
      handle({
        params: parse(route.params, params),
        query: parse(route.query, query),
        body: parse(route.body, body),
      }),
  };
}
