/**
 * Wire samples, written down from the public facts with made-up values: what the connector must read and what the
 * simulator must look like. Each names its source, its date and how it is known; `optional` lists paths that may be absent.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parseExactJson } from '@pasar/connector-kit';
import { z } from 'zod';

const sampleSchema = z.object({
  source: z.string().min(1),
  date: z.iso.date(),
  tag: z.enum(['seen', 'official', 'ours']),
  optional: z.array(z.string()).default([]),
  wire: z.unknown(),
});
export type Sample = z.infer<typeof sampleSchema>;

const FOLDER = new URL('./', import.meta.url);

export const sampleNames = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();

const fileOf = (name: string): string => readFileSync(new URL(`${name}.json`, FOLDER), 'utf8');

/** Big integers of the sample come out as text, digit for digit. */
export const readSample = (name: string): Sample => sampleSchema.parse(parseExactJson(fileOf(name)));

/** `rawJSON` and the reviver's source are in the engine; the compiler's library does not list them yet. */
interface ExactHost {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
}
const host = JSON as ExactHost & typeof JSON;
/** The sample as it comes over the wire: a bare integer stays one, whatever its size. */
export const sampleText = (name: string): string =>
  JSON.stringify(
    sampleSchema.parse(
      host.parse(fileOf(name), (_key, value, { source }) =>
        typeof value === 'number' && source !== undefined ? host.rawJSON(source) : value,
      ),
    ).wire,
  );
