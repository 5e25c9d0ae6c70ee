import { CALLS, type CallOutput, type ConversationFilter, type ConversationTab } from '@pasar/api';
import { asShopId, type ConversationId, MARKETPLACES, type Marketplace, type ShopId } from '@pasar/domain';
import type { z } from 'zod';
import type { CallApi } from '../api-client.ts';
import { type CallResult, succeeded } from '../call-result.ts';
import { isWaitingTab } from '../state/conversation-lists.ts';
import { type DeskState, listKey, type Paging, type Scope } from '../state/desk-state.ts';
import { withConversations, withDeliveryAnswer, withPaging } from '../state/merge-answers.ts';
import { pagingUntil } from '../state/waiting.ts';
import type { Store } from '../store.ts';
import type { Answers } from './answers.ts';

/** Loads conversations that the snapshot did not bring, searches, and finds the next that needs a person. */
export interface Lists {
  /** Loads the next page of a list; does nothing when the list is complete or a page is on its way. */
  loadMore(scope: Scope, tab: ConversationTab): void;
  /**
   * A page of the conversations whose buyer's name has the words and that fit the filter, in the order of the tab or of
   * the filter. They are in the state when this resolves.
   */
  search(scope: Scope, tab: ConversationTab, sought: Sought): Promise<CallResult<FoundPage>>;
  /**
   * Asks the marketplaces of the scope that can be searched, or goes on at the places of an earlier answer for the same
   * words; the conversations that they find are in the state when this resolves.
   */
  searchAtMarketplaces(
    scope: Scope,
    words: string,
    from: readonly SearchPlace[] | null,
  ): Promise<CallResult<FoundAtMarketplaces>>;
  /** The next conversation that needs a person; it is in the state when this resolves. Null: there is none. */
  next(round: RoundScope, from: RoundPlace): Promise<CallResult<Next | null>>;
  /**
   * Opens the conversation with the buyer of an order, who may never have written; it is in the state when this
   * resolves. Null: the shop has no order of this number.
   */
  openForOrder(shopId: ShopId, orderNumber: string): Promise<CallResult<ConversationId | null>>;
}

/** What is searched for; without words all conversations that fit the filter are listed. */
export interface Sought {
  readonly words: string;
  readonly filter?: ConversationFilter;
  /** The `next` of the page before. */
  readonly before?: string | null;
}
export interface FoundPage {
  readonly ids: readonly ConversationId[];
  /** Null after the last page. */
  readonly next: string | null;
}

type SearchAnswer = CallOutput<typeof CALLS.chat.searchAtMarketplaces>;
export interface FoundAtMarketplaces extends Omit<SearchAnswer, 'conversations'> {
  readonly ids: readonly ConversationId[];
}
/** Where the search goes on at the marketplace of one shop. */
export type SearchPlace = Pick<SearchAnswer['further'][number], 'shopId' | 'cursor'>;

/** Through which conversations a person goes. */
export interface RoundScope {
  readonly scope: Scope;
  readonly filter: ConversationFilter;
}
/** From where a person goes on through the conversations that need one, and in which direction. */
export interface RoundPlace {
  readonly open: ConversationId | null;
  /** The place of the open conversation when it was reached; null when it was opened in another way. */
  readonly place: string | null;
  readonly step: 'next' | 'previous';
}
export interface Next {
  readonly id: ConversationId;
  readonly place: string;
}

type ListInput = z.input<typeof CALLS.chat.conversations.input>;

export function createLists(store: Store<DeskState>, answers: Answers, callApi: CallApi): Lists {
  const ask = (input: ListInput) =>
    answers.ask(
      () => callApi(CALLS.chat.conversations, input),
      (state, answer: CallOutput<typeof CALLS.chat.conversations>) => withConversations(state, answer.conversations),
    );

  async function loadMore(scope: Scope, tab: ConversationTab): Promise<void> {
    const key = listKey(scope, tab);
    const paging = pagingOf(store.get(), scope, tab);
    if (paging.state === 'complete' || paging.state === 'asking') return;
    const next = 'next' in paging ? paging.next : null;
    const { epoch } = store.get();
    const setPaging = (value: Paging) =>
      // If a snapshot came meanwhile, the paging of the new lists stays.
      store.update((state) => (state.epoch === epoch ? withPaging(state, key, value) : state));
    setPaging({ state: 'asking', next });
    const result = await callApiFor(scope, tab, next);
    if (!result.ok) setPaging({ state: 'failed', next, failure: result.failure });
    else setPaging(result.data.next === null ? { state: 'complete' } : { state: 'more', next: result.data.next });
  }
  const callApiFor = (scope: Scope, tab: ConversationTab, next: string | null) =>
    ask({ ...scopeInput(scope), tab, ...(next === null ? {} : { before: next }) });

  return {
    loadMore: (scope, tab) => void loadMore(scope, tab),
    async search(scope, tab, { words, filter = {}, before = null }) {
      const result = await ask({
        ...scopeInput(scope),
        tab,
        ...(words === '' ? {} : { search: words }),
        ...filter,
        ...(before === null ? {} : { before }),
      });
      if (!result.ok) return result;
      const { conversations, next } = result.data;
      return succeeded({ ids: conversations.map((item) => item.conversationId), next });
    },
    async searchAtMarketplaces(scope, words, from) {
      const places = from === null ? {} : { from: from.map(({ shopId, cursor }) => ({ shopId, cursor })) };
      const result = await answers.ask(
        () => callApi(CALLS.chat.searchAtMarketplaces, { ...scopeInput(scope), words, ...places }),
        (state, answer: SearchAnswer) => withConversations(state, answer.conversations),
      );
      if (!result.ok) return result;
      const { conversations, ...rest } = result.data;
      return succeeded({ ...rest, ids: conversations.map((item) => item.conversationId) });
    },
    async next({ scope, filter: { sort: _sort, ...filter } }, { open, place, step }) {
      const input = {
        ...scopeInput(scope),
        ...filter,
        ...(open === null ? {} : { open }),
        ...(place === null ? {} : { after: place }),
        step,
      };
      const result = await answers.ask(() => callApi(CALLS.chat.nextConversation, input), withNext);
      if (!result.ok) return result;
      const { next } = result.data;
      return succeeded(next === null ? null : { id: next.conversation.conversationId, place: next.place });
    },
    async openForOrder(shopId, orderNumber) {
      const result = await answers.ask(
        () => callApi(CALLS.chat.openConversation, { shopId, orderNumber }),
        (state, { conversation }) => (conversation === null ? state : withConversations(state, [conversation])),
      );
      return result.ok ? succeeded(result.data.conversation?.conversationId ?? null) : result;
    },
  };
}

function withNext(state: DeskState, { next }: CallOutput<typeof CALLS.chat.nextConversation>): DeskState {
  if (next === null) return state;
  const found = withConversations(state, [next.conversation]);
  return next.delivery === null ? found : withDeliveryAnswer(found, next.delivery);
}

export const pagingOf = (state: DeskState, scope: Scope, tab: ConversationTab): Paging =>
  state.paging.get(listKey(scope, tab)) ??
  (isWaitingTab(tab) ? state.waitingPaging : tab === 'deleted' ? NOT_ASKED : state.defaultPaging);
/** A snapshot has no deleted conversation. */
const NOT_ASKED: Paging = { state: 'unknown' };

/** Whether more answers may be due up to a time than this client knows. */
export function isMoreDue(state: DeskState, scope: Scope, until: number): boolean {
  const paging = pagingUntil(pagingOf(state, scope, 'due'), until);
  return 'next' in paging && paging.next !== null;
}

const isMarketplace = (scope: Scope): scope is Marketplace => MARKETPLACES.some((marketplace) => marketplace === scope);

/** A scope as the calls of lists name it. */
export function scopeInput(scope: Scope): { readonly marketplace?: Marketplace; readonly shopId?: ShopId } {
  if (scope === 'all') return {};
  return isMarketplace(scope) ? { marketplace: scope } : { shopId: asShopId(scope) };
}
