import type { Call } from '@pasar/api';
import { z } from 'zod';

/** The part of a JSON schema that the contract's inputs use. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly contentEncoding?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/** Ids that exist, to be put into inputs. */
export interface KnownIds {
  readonly uuids: readonly string[];
  /** Ids of shops at their marketplace. */
  readonly shops: readonly string[];
  /** Ids by the name of the field that holds them; other fields draw from the lists. */
  readonly named?: Readonly<Record<string, string>>;
}

/**
 * Makes inputs of a call's own shape, with known ids, from the contract alone. `read`: switches
 * are as the call's handler gets them and not as clients may spell them, and optional fields are left out half of the
 * time, so that fewer inputs are refused for their form.
 */
export function sampler(call: Call, ids: KnownIds, random: () => number, as: 'sent' | 'read' = 'sent'): () => unknown {
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(random() * values.length)];
  const [given, parsed] = (['input', 'output'] as const).map(
    (io) => z.toJSONSchema(call.input, { io, unrepresentable: 'any' }) as Schema,
  );

  // What a client sends as JSON in a text has no shape on the side of the input.
  const sample = (name: string, schema: Schema | undefined, parsedAs: Schema | undefined): unknown => {
    if (schema === undefined || Object.keys(schema).filter((key) => key !== 'default').length === 0) {
      return parsedAs === undefined || Object.keys(parsedAs).length === 0 ? 'a' : sample(name, parsedAs, undefined);
    }
    if (as === 'read' && parsedAs?.type === 'boolean') return random() < 0.5;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return sample(name, pick(choices), undefined);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return pick(schema.enum);
    switch (schema.type) {
      case 'object':
        return sampleObject(schema, parsedAs);
      case 'array':
        return [sample(singular(name), schema.items, undefined)];
      case 'integer':
      case 'number':
        return 1;
      case 'boolean':
        return random() < 0.5;
      default:
        return ids.named?.[name] ?? (schema.format === 'uuid' ? pick(ids.uuids) : sampleText(name, schema));
    }
  };
  const sampleObject = (schema: Schema, parsedAs: Schema | undefined): unknown => {
    const { properties, additionalProperties, required = [] } = schema;
    if (properties === undefined && typeof additionalProperties === 'object') {
      return { [pick(ids.shops) ?? 'a']: sample('', additionalProperties, undefined) };
    }
    const isLeftOut = (key: string) => as === 'read' && !required.includes(key) && random() < 0.5;
    const entries = Object.entries(properties ?? {}).filter(([key]) => !isLeftOut(key));
    return Object.fromEntries(entries.map(([key, inner]) => [key, sample(key, inner, parsedAs?.properties?.[key])]));
  };
  const sampleText = (name: string, { pattern, contentEncoding }: Schema): string => {
    if (name === 'file' || contentEncoding === 'base64') return Buffer.from('no picture').toString('base64');
    if (pattern?.startsWith('^[0-9]') || /position|^before$|^after$|^at$/i.test(name)) return '9000000000000000001';
    if (name === 'host') return '127.0.0.1';
    return /user_?id|merchant|shop_?id/i.test(name) ? (pick(ids.shops) ?? 'a') : 'a';
  };
  return () => sample('', given, parsed);
}

/** The name of an entry of a list: `shopIds` holds values of `shopId`. */
const singular = (name: string): string => name.replace(/s$/, '');
