import type { ConversationFilter } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import {
  type CallResult,
  type Desk,
  type DeskState,
  type Next,
  needsPerson,
  type RoundPlace,
  type RoundScope,
  succeeded,
  waitingIn,
} from '@pasar/sync';
import { failureText } from '../../../base/texts/failure-text.ts';
import type { Translate } from '../../../base/texts/i18n.ts';
import { nextLoaded, type Rank, rankOf } from './loaded-round.ts';

/** A person's way through the conversations that need one, from each to the next. */
export interface Round {
  /**
   * The conversation after the open one; null when no other needs a person. The one behind it is asked for in advance,
   * so that the next press need not wait for the server. While the server cannot be asked, the round goes through the
   * conversations that this window has loaded, unless they are filtered.
   */
  go(
    range: RoundScope,
    open: ConversationId | null,
    step: RoundPlace['step'],
  ): Promise<CallResult<ConversationId | null>>;
}
type Answer = CallResult<Next | null>;

export function createRound(desk: Pick<Desk, 'state' | 'live' | 'lists' | 'windows'>): Round {
  let reached: Next | null = null;
  /** Where the last conversation stood that was reached without the server. */
  let walked: Rank | null = null;
  let ahead: { readonly from: string; readonly answer: Promise<Answer> } | null = null;

  const needed = (next: Next): boolean => needsPerson(desk.state.get(), next.id);
  const keyOf = ({ scope, filter }: RoundScope, { open, place, step }: RoundPlace): string =>
    [scope, JSON.stringify(filter), open, place, step].join(' ');

  async function askAhead(range: RoundScope, from: RoundPlace): Promise<Answer> {
    const answer = await desk.lists.next(range, from);
    if (answer.ok && answer.data !== null) desk.windows.prefetch(answer.data.id);
    return answer;
  }

  /** The answer that was asked for in advance, if it still holds. That nothing is left never holds: buyers write. */
  async function ask(range: RoundScope, from: RoundPlace): Promise<Answer> {
    const prepared = ahead?.from === keyOf(range, from) ? await ahead.answer : null;
    if (prepared?.ok === true && prepared.data !== null && needed(prepared.data)) return prepared;
    return desk.lists.next(range, from);
  }

  function walk(
    { scope, filter }: RoundScope,
    open: ConversationId | null,
    step: RoundPlace['step'],
  ): ConversationId | null {
    if (isFiltered(filter)) return null;
    const state = desk.state.get();
    const from = walked?.[2] === open ? walked : open === null ? null : rankOf(state, open);
    walked = nextLoaded(state, scope, { open, from, step });
    return walked === null ? null : walked[2];
  }

  return {
    async go(range, open, step) {
      const loaded = desk.live.get().state === 'live' ? null : walk(range, open, step);
      if (loaded !== null) return succeeded(loaded);
      let place = reached !== null && reached.id === open ? reached.place : null;
      // What the server does not know yet, such as a message that was read just now, is passed over.
      const passed = new Set<ConversationId>();
      for (;;) {
        const answer = await ask(range, { open, place, step });
        if (!answer.ok) return answer;
        const next = answer.data;
        if (next === null || passed.has(next.id)) return succeeded(null);
        if (needed(next)) {
          reached = next;
          const from: RoundPlace = { open: next.id, place: next.place, step };
          ahead = { from: keyOf(range, from), answer: askAhead(range, from) };
          return succeeded(next.id);
        }
        passed.add(next.id);
        ({ place } = next);
      }
    },
  };
}

const isFiltered = (filter: ConversationFilter): boolean => Object.keys(filter).some((name) => name !== 'sort');

export interface Nowhere {
  readonly state: DeskState;
  readonly range: RoundScope;
  readonly open: ConversationId | null;
  readonly t: Translate<'queue'>;
  readonly common: Translate<'common'>;
}

/** Why there is no next: the server cannot be asked, or nobody waits here for this member. Empty where another dialog says it. */
export function whyNowhere(result: CallResult<unknown>, { state, range, open, t, common }: Nowhere): string {
  if (!result.ok) return result.failure.kind === 'expired' ? '' : failureText(result.failure, common);
  if (isFiltered(range.filter)) return t('next.filtered');
  const isOpenWaiting = open !== null && typeof state.shown.get(open)?.waitingSince === 'number';
  if (waitingIn(state, range.scope) > Number(isOpenWaiting)) return t('next.colleagues');
  const elsewhere = waitingIn(state, 'all') - waitingIn(state, range.scope);
  if (elsewhere > 0) return t('next.elsewhere', { count: elsewhere });
  return open !== null && needsPerson(state, open) ? t('next.onlyThis') : t('next.none');
}
