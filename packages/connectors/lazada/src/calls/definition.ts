/** How this marketplace's calls are defined: those of the signed gateway and those of the seller site. */
import type { HttpRequest } from '@pasar/bridge';
import type { CallKey, CallTag, MarketplaceCall, Outcome, Repeat, WireAnswer } from '@pasar/connector-kit';
import { type Country, type PlatformShopId, refusal } from '@pasar/domain';
import { z } from 'zod';
import { fromWireAnswer, toOutcome } from '../wire/answer.ts';
import { describeIssues } from '../wire/fields.ts';
import { fromWireSiteAnswer } from '../wire/site-answer.ts';

/** What the request layer knows of the login. Before the first login there is no seller: '' and null. */
export interface LazadaScope {
  readonly country: Country;
  readonly sellerId: string;
  readonly platformShopId: PlatformShopId | null;
  /** This session's window, as the web client numbers its tabs. */
  readonly windowId: string;
  /** The messenger's app key. */
  readonly appKey: string;
}
export type LazadaCall<Params, Answer> = MarketplaceCall<LazadaScope, Params, Answer>;
/** The shape of a call; calls without a row in the catalogue have it too. */
export type LazadaCallShape<Params, Answer> = Omit<LazadaCall<Params, Answer>, 'key'> & {
  readonly key: CallKey | null;
};

/** Reads the data of an answer, or says why it cannot be read. */
export type Reader<Answer> = (data: unknown, scope: LazadaScope) => Outcome<Answer>;

export const unexpected = (detail: string): Outcome<never> => ({
  ok: false,
  refusal: refusal('unexpected_answer', detail),
  canRetry: false,
});

/** A reader by schema; the refusal names the answer by `what`. */
export function readAs<Wire, Answer>(
  what: string,
  schema: z.ZodType<Wire>,
  map: (wire: Wire, scope: LazadaScope) => Answer,
): Reader<Answer> {
  return (data, scope) => {
    const wire = schema.safeParse(data);
    return wire.success
      ? { ok: true, value: map(wire.data, scope) }
      : unexpected(`${what}: ${describeIssues(wire.error)}`);
  };
}

/** For a call whose answer only confirms it. */
export const done: Reader<null> = () => ({ ok: true, value: null });

interface Common<Key extends CallKey | null, Params, Answer> {
  readonly key: Key;
  readonly tag: CallTag;
  readonly repeat: Repeat;
  readonly read: Reader<Answer>;
  readonly data: (params: Params, scope: LazadaScope) => Readonly<Record<string, unknown>>;
}
export interface GatewayDefinition<Key extends CallKey | null, Params, Answer> extends Common<Key, Params, Answer> {
  readonly api: string;
  readonly method: 'GET' | 'POST';
}

const VERSION = '1.0';

/**
 * `/h5/<api>/<version>/` with `data` in the query of a GET or the form of a POST (facts 2.1). The gateway knows no
 * other methods, so the catalogue's PUT is a POST on the wire. The request layer signs.
 */
export function gatewayCall<Key extends CallKey | null, Params, Answer>(
  definition: GatewayDefinition<Key, Params, Answer>,
): Omit<LazadaCall<Params, Answer>, 'key'> & { readonly key: Key } {
  const { key, tag, repeat, api, method, read } = definition;
  return {
    key,
    tag,
    repeat,
    toWire(params, scope) {
      const data = JSON.stringify(definition.data(params, scope));
      return {
        method,
        path: `/h5/${api.toLowerCase()}/${VERSION}/`,
        query: { api, v: VERSION, ...(method === 'GET' ? { data } : {}) },
        headers: {},
        body: method === 'POST' ? { type: 'form', fields: { data } } : { type: 'none' },
      };
    },
    fromWire(answer, scope) {
      const outcome = toOutcome(fromWireAnswer(answer));
      return outcome.ok ? read(outcome.value, scope) : outcome;
    },
  };
}

interface SiteDefinition<Params, Answer> {
  readonly key: CallKey;
  readonly tag: CallTag;
  readonly repeat: Repeat;
  readonly method: Extract<HttpRequest['method'], 'GET' | 'POST'>;
  readonly path: string;
  /** The query of a GET, the form of a POST. */
  readonly fields: (params: Params, scope: LazadaScope) => Readonly<Record<string, string>>;
  readonly read: Reader<Answer>;
  /** Reads the whole answer; without it the answer is `{success, data}`, as usual at the site. */
  readonly open?: (answer: WireAnswer) => Outcome<unknown>;
}

/** A call of the seller's web site. The calls are known (spec 2 §7.4); ours: their paths and bodies. */
export function siteCall<Params, Answer>(definition: SiteDefinition<Params, Answer>): LazadaCall<Params, Answer> {
  const { key, tag, repeat, method, path, read, open = fromWireSiteAnswer } = definition;
  return {
    key,
    tag,
    repeat,
    toWire(params, scope) {
      const fields = definition.fields(params, scope);
      return {
        method,
        path,
        query: method === 'GET' ? fields : {},
        headers: {},
        body: method === 'POST' ? { type: 'form', fields } : { type: 'none' },
      };
    },
    fromWire(answer, scope) {
      const outcome = open(answer);
      return outcome.ok ? read(outcome.value, scope) : outcome;
    },
  };
}

/** `data.result`, where most answers of the gateway have their content. */
export const resultOf = <Wire>(schema: z.ZodType<Wire>) =>
  z.object({ result: schema }).transform(({ result }) => result);
