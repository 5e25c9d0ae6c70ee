import { isIP } from 'node:net';
import type { ProxyExit } from '@pasar/api';
import { z } from 'zod';

/** The names that public services use: ipinfo.io, ipapi.co, ip-api.com, ifconfig.co, api.ip.sb. */
const answerShape = z.looseObject({
  ip: z.string().optional(),
  query: z.string().optional(),
  country: z.unknown().optional(),
  countryCode: z.unknown().optional(),
  country_code: z.unknown().optional(),
  country_iso: z.unknown().optional(),
});

const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2}$/)
  .transform((text) => text.toUpperCase());

/** What a service answered about the address that asked it; null when the answer names no address. */
export function readExit(text: string): ProxyExit | null {
  const answer = answerShape.safeParse(parseJson(text));
  if (!answer.success) return null;
  const { ip, query, country, countryCode, country_code, country_iso } = answer.data;
  const address = (ip ?? query ?? '').trim();
  if (isIP(address) === 0) return null;
  const codes = [country_code, countryCode, country_iso, country].flatMap((name) => code.safeParse(name).data ?? []);
  return { ip: address, country: codes[0] ?? null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
