import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from './startup-error.ts';

/** Where the marketplaces are reached. `{site}` in an origin stands for the country's part of the host. */
const marketplaces = z.object({
  /** Hosts of the marketplaces' pictures that are not https. */
  pictureOrigins: z.array(z.string()).default([]),
  shopee: z.object({ sellerOrigin: z.string(), socketOrigin: z.string() }),
  lazada: z.object({ gatewayOrigin: z.string(), sellerOrigin: z.string(), accsOrigin: z.string(), appKey: z.string() }),
  tiktok: z.object({
    sellerOrigin: z.string(),
    globalOrigin: z.string(),
    aid: z.number().int(),
    fpid: z.number().int(),
    appKey: z.string(),
    salt: z.string(),
  }),
});
export type MarketplaceConfig = z.infer<typeof marketplaces>;

const environment = z.object({
  PASAR_PORT: z.coerce.number().int().min(0).max(65_535).default(4_000),
  PASAR_HOST: z.string().default('127.0.0.1'),
  PASAR_DATA: z.string().default('.pasar'),
  PASAR_ROLE: z.enum(['all', 'web', 'engine']).default('all'),
  PASAR_MARKETPLACES: z.string().optional(),
  PASAR_MASTER_KEY: z.string().optional(),
  PASAR_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  DATABASE_URL: z.string().optional(),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  readonly masterKey: string | null;
  readonly role: 'all' | 'web' | 'engine';
  readonly logLevel: string;
  readonly marketplaces: MarketplaceConfig;
}

/** @throws StartupError with one line that names the variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartupError(`${issue?.path.join('.') ?? 'The environment'}: ${issue?.message ?? 'is not valid'}.`);
  }
  const values = parsed.data;
  return {
    port: values.PASAR_PORT,
    host: values.PASAR_HOST,
    dataFolder: resolve(values.PASAR_DATA),
    databaseUrl: values.DATABASE_URL ?? null,
    masterKey: values.PASAR_MASTER_KEY ?? null,
    role: values.PASAR_ROLE,
    logLevel: values.PASAR_LOG_LEVEL,
    marketplaces: readMarketplaces(values.PASAR_MARKETPLACES),
  };
}

/** PASAR_MARKETPLACES: JSON, or the path of a JSON file; without it, the public hosts. */
function readMarketplaces(source: string | undefined): MarketplaceConfig {
  try {
    const text = source ?? readFileSync(join(import.meta.dirname, '../marketplaces.json'), 'utf8');
    return marketplaces.parse(JSON.parse(text.trimStart().startsWith('{') ? text : readFileSync(text, 'utf8')));
  } catch (cause) {
    throw new StartupError(
      'PASAR_MARKETPLACES must be JSON, or a JSON file, like apps/server/marketplaces.json.',
      cause,
    );
  }
}
