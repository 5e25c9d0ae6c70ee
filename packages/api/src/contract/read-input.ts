import { isReasonCode, type Refusal, refusal } from '@pasar/domain';
import type { ZodError } from 'zod';
import type { Call, CallInput } from './call.ts';

export type ReadInput<C extends Call> =
  | { readonly ok: true; readonly input: CallInput<C> }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * The input of a call. Refuses what does not have the call's shape, and every text with characters that no database of
 * Pasar stores. A call that can do without such characters leaves them out in its shape.
 */
export function readInput<C extends Call>(call: C, value: unknown): ReadInput<C> {
  const parsed = call.input.safeParse(value);
  if (!parsed.success) return { ok: false, refusal: refusalOf(parsed.error) };
  const place = findUnstorable(parsed.data, []);
  if (place !== null) return { ok: false, refusal: refusal('text_unstorable', place.join('.')) };
  return { ok: true, input: parsed.data as CallInput<C> };
}

/** The first fault of the input: a reason of its own where the contract names one. */
function refusalOf(error: ZodError): Refusal {
  const [issue] = error.issues;
  if (issue !== undefined && isReasonCode(issue.message)) return refusal(issue.message);
  return refusal('invalid_request', issue ? `${issue.path.join('.')}: ${issue.message}` : null);
}

/** U+0000 and halves of surrogate pairs: PostgreSQL stores neither. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The keys to the first text that cannot be stored; null when there is none. */
function findUnstorable(value: unknown, place: readonly string[]): readonly string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : place;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    // The key itself is not shown, because it has the character in it.
    const found = isStorable(key) ? findUnstorable(part, [...place, key]) : place;
    if (found !== null) return found;
  }
  return null;
}
