import { SEARCH_KINDS, SEARCH_LIMITS, SEARCH_WRITERS, type SearchKind, type SearchWriter } from '@pasar/domain';
import { scopeOf } from '../../base/shops/scope-address.ts';
import { type ShopScope, scopeInput } from '../../base/shops/shop-filter.tsx';

/** Spans of time, in days up to today. */
export const SPANS = [1, 7, 30, 90, 365] as const;
export type Span = (typeof SPANS)[number] | 'own';

/** What is searched for; the address of the page holds it. */
export interface SearchFilter {
  readonly words: string;
  /** Null: the newest of every kind. */
  readonly kind: SearchKind | null;
  readonly writer: SearchWriter | null;
  readonly span: Span | null;
  /** 2026-11-21; empty for none. `to` is the last day. */
  readonly from: string;
  readonly to: string;
  readonly scope: ShopScope;
}

const dayIn = (text: string | null): string => /^\d{4}-\d{2}-\d{2}$/.exec(text ?? '')?.[0] ?? '';

/** What is not understood narrows nothing. */
export function filterOf(query: URLSearchParams): SearchFilter {
  const days = query.get('days');
  return {
    words: (query.get('q') ?? '').slice(0, SEARCH_LIMITS.question),
    kind: SEARCH_KINDS.find((one) => one === query.get('kind')) ?? null,
    writer: SEARCH_WRITERS.find((one) => one === query.get('writer')) ?? null,
    span: days === 'own' ? 'own' : (SPANS.find((one) => String(one) === days) ?? null),
    from: days === 'own' ? dayIn(query.get('from')) : '',
    to: days === 'own' ? dayIn(query.get('to')) : '',
    scope: scopeOf(query),
  };
}

/** The filter as the call takes it. The times change with the day only, so that the same search has the same answer. */
export function inputOf({ words, kind, writer, span, from, to, scope }: SearchFilter, now: number) {
  const today = new Date(now);
  const since =
    typeof span === 'number'
      ? new Date(today.getFullYear(), today.getMonth(), today.getDate() - span + 1).getTime()
      : dayStart(from, 0);
  const until = dayStart(to, 1);
  return {
    words,
    ...scopeInput(scope),
    ...(kind === null ? {} : { kind }),
    ...(writer === null ? {} : { writer }),
    ...(since === null ? {} : { from: since }),
    ...(until === null ? {} : { to: until }),
  };
}

/** The beginning of a day by this browser's clock, or of one that is `later` days after it. */
function dayStart(day: string, later: number): number | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  return new Date(year, month - 1, date + later).getTime();
}

/** Whether it leaves out anything beside the words and the kind. */
export const isNarrow = ({ writer, span, scope }: SearchFilter): boolean =>
  writer !== null || span !== null || Object.keys(scopeInput(scope)).length > 0;

/** A single letter asks for nothing, because too many words begin with it. */
export const isAsked = ({ words }: SearchFilter): boolean => !/^\p{Script=Latin}?$/u.test(words.trim());
