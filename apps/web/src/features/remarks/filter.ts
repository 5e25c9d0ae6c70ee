import { REMARK_SORTS } from '@pasar/api';
import { type MemberId, REMARK_KINDS, REMARK_STATUSES, type RemarkKind, type RemarkStatus } from '@pasar/domain';
import { startOfDay } from '../../base/remarks/due.ts';
import { scopeOf } from '../../base/shops/scope-address.ts';
import { type ShopScope, scopeInput } from '../../base/shops/shop-filter.tsx';

export const REMARK_TABS = [...REMARK_STATUSES, 'all'] as const;
export type RemarkTab = RemarkStatus | 'all';
/** Of remarks with a due date: those whose day is over, whose day is today or over, or within the next seven days. */
export const DUES = ['over', 'today', 'week'] as const;
export type DueFilter = (typeof DUES)[number];

/** What the list shows; the address of the page holds it. */
export interface RemarkFilter {
  readonly tab: RemarkTab;
  readonly kind: RemarkKind | null;
  /** `me`, `nobody`, or a member's id; empty for all. */
  readonly who: string;
  readonly due: DueFilter | null;
  readonly words: string;
  readonly sort: (typeof REMARK_SORTS)[number];
  readonly scope: ShopScope;
}

/** What is not understood narrows nothing. */
export function filterOf(query: URLSearchParams): RemarkFilter {
  return {
    tab: REMARK_TABS.find((one) => one === query.get('tab')) ?? 'wait',
    kind: REMARK_KINDS.find((one) => one === query.get('kind')) ?? null,
    who: /^(me|nobody|[0-9a-f-]{36})$/.exec(query.get('who') ?? '')?.[0] ?? '',
    due: DUES.find((one) => one === query.get('due')) ?? null,
    words: (query.get('words') ?? '').slice(0, 100),
    sort: REMARK_SORTS.find((one) => one === query.get('sort')) ?? 'newest',
    scope: scopeOf(query),
  };
}

const DUE_DAYS = { over: 0, today: 1, week: 7 } as const satisfies Record<DueFilter, number>;

/** The filter as the calls take it. The times change with the day only, so that a list is not another one at each look. */
export function inputOf(
  { tab, kind, who, due, words, sort, scope }: RemarkFilter,
  { memberId, now }: { readonly memberId: MemberId | string; readonly now: number },
) {
  return {
    ...scopeInput(scope),
    ...(tab === 'all' ? {} : { status: tab }),
    ...(kind === null ? {} : { kind }),
    ...(who === '' ? {} : { assigneeId: who === 'nobody' ? null : who === 'me' ? memberId : who }),
    ...(due === null ? {} : { dueTo: startOfDay(now, DUE_DAYS[due]) }),
    ...(words === '' ? {} : { words }),
    // By the due date only one status is listed.
    sort: tab === 'all' ? 'newest' : sort,
  };
}

export const isNarrow = ({ kind, who, due, words, scope }: RemarkFilter): boolean =>
  kind !== null || who !== '' || due !== null || words !== '' || Object.keys(scopeInput(scope)).length > 0;
