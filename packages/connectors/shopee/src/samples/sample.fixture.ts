/**
 * Wire samples, written down from the public facts with made-up values: what the connector must read and what the
 * simulator must look like. Each names its source, its date and how it is known; `optional` lists paths that may be absent.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseWireJson } from '../inbound/wire-json.ts';

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

/** Big integers of the sample stay exact. */
export const readSample = (name: string): Sample =>
  sampleSchema.parse(parseWireJson(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')));
