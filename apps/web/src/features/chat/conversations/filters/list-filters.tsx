import type { BuyerTagView, ConversationFilter, ConversationListing, ConversationTab } from '@pasar/api';
import { ASSIGNEE_FILTERS, CONVERSATION_SORTS } from '@pasar/api';
import { IDLE_DAYS, ORDER_STATUSES, SESSION_TAGS } from '@pasar/domain';
import { isWaitingTab, type Scope, scopeInput } from '@pasar/sync';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useOtherColleagues } from '../../../../base/colleagues.ts';
import { useDeskState } from '../../../../base/desk.tsx';
import { useLookUp } from '../../../../base/look-up.ts';
import { CountrySelect } from '../../../../base/shops/place-selects.tsx';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { Select } from '../../../../ui/select.tsx';
import { ORDER_TEXTS } from '../../cards/order-texts.ts';
import { openedView } from '../../place/opened-view.ts';
import { TAGS } from '../../tags/look-ups.ts';
import { TagManager } from '../../tags/tag-manager.tsx';
import { FilterChips } from './filter-chips.tsx';
import { ASSIGNEE_TEXTS, SESSION_TAG_TEXTS, SORT_TEXTS } from './filter-texts.ts';
import styles from './filters.module.css';
import { SavedViews } from './saved-views.tsx';
import { type Filtered, useFiltered } from './use-filtered.ts';
import { useOpenView } from './use-open-view.ts';
import { without } from './without.ts';

export interface ListFiltersProps {
  readonly scope: Scope;
  readonly tab: ConversationTab;
  readonly words: string;
  /** Whether the panel is shown; what is chosen stays when it is closed. */
  readonly isOpen: boolean;
  readonly onFiltered: (filtered: Filtered | null) => void;
  readonly filter: ConversationFilter;
  readonly onFilter: (filter: ConversationFilter) => void;
  /** Shows the tab and the words of a view that was opened. */
  readonly onView: (listing: ConversationListing) => void;
}

/** By what the list is filtered and sorted, the chosen filters as chips, and the saved views. */
export function ListFilters(props: ListFiltersProps) {
  const { scope, tab, words, filter, onFiltered, onFilter } = props;
  const look = useLookUp(TAGS, {});
  const tags = look.state === 'found' || look.state === 'stale' ? look.data.tags : null;
  const isTagGone =
    filter.buyerTagId !== undefined && tags !== null && !tags.some((tag) => tag.buyerTagId === filter.buyerTagId);
  // A tag that somebody has deleted lists nothing, and would not say why.
  const shown = isTagGone ? without(filter, 'buyerTagId') : filter;
  const filtered = useFiltered({ scope, tab, words, filter: shown }, look.state === 'found' ? look.at : null);
  const { search, isSorted, more } = filtered ?? { search: null, isSorted: false, more: null };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `more` is a new function at every render.
  useEffect(
    () => onFiltered(search === null ? null : { search, isSorted, more }),
    [search, isSorted, more === null, onFiltered],
  );
  useEffect(() => {
    if (isTagGone) onFilter(without(filter, 'buyerTagId'));
  }, [isTagGone, filter, onFilter]);
  const openView = useOpenView(scope);
  const { onView } = props;
  const opened = useSyncExternalStore(openedView.subscribe, openedView.get);
  useEffect(() => {
    if (opened?.scope !== scope) return;
    const { marketplace: _marketplace, shopId: _shop, tab: _tab, search: _search, ...of } = opened.listing;
    openedView.update(() => null);
    onFilter(of);
    onView(opened.listing);
  }, [opened, scope, onFilter, onView]);
  return (
    <>
      <FilterChips filter={shown} tags={tags ?? []} onFilter={onFilter} />
      {props.isOpen && (
        <FilterPanel filter={shown} tags={tags ?? []} tab={tab} onFilter={onFilter}>
          <SavedViews
            listing={{
              ...scopeInput(scope),
              ...shown,
              tab,
              ...(words.trim() === '' ? {} : { search: words.trim() }),
            }}
            onView={openView}
          />
        </FilterPanel>
      )}
    </>
  );
}

interface FilterPanelProps {
  readonly filter: ConversationFilter;
  readonly tags: readonly BuyerTagView[];
  readonly tab: ConversationTab;
  readonly onFilter: (filter: ConversationFilter) => void;
  readonly children: ReactNode;
}

function FilterPanel({ filter, tags, tab, onFilter, children }: FilterPanelProps) {
  const { t } = useTranslation('listFilters');
  const { t: cards } = useTranslation('cards');
  const colleagues = useOtherColleagues();
  const hasLazada = useDeskState(({ shops }) =>
    [...shops.values()].some(({ marketplace }) => marketplace === 'lazada'),
  );
  const [isManaging, setIsManaging] = useState(false);
  const set = (part: ConversationFilter) =>
    onFilter(Object.fromEntries(Object.entries({ ...filter, ...part }).filter(([, value]) => value !== undefined)));
  return (
    <section className={styles.panel} id="conversation-filters" aria-label={t('title')}>
      <div className={styles.grid}>
        <CountrySelect
          country={filter.country ?? null}
          onCountry={(country) => set({ country: country ?? undefined })}
        />
        <Choice
          label={t('assignee')}
          all={t('assignee.all')}
          value={filter.assignee}
          options={[
            ...ASSIGNEE_FILTERS.map((one) => [one, t(ASSIGNEE_TEXTS[one])] as const),
            ...colleagues.map(({ memberId, name }) => [memberId, name] as const),
          ]}
          onChange={(assignee) => set({ assignee })}
        />
        <Choice
          label={t('order')}
          all={t('order.all')}
          value={filter.orderStatus}
          options={ORDER_STATUSES.map((status) => [status, cards(ORDER_TEXTS[status])] as const)}
          onChange={(orderStatus) => set({ orderStatus })}
        />
        <Choice
          label={t('idle')}
          all={t('idle.all')}
          value={filter.idleDays}
          options={IDLE_DAYS.map((days) => [days, t('idle.days', { count: days })] as const)}
          onChange={(idleDays) => set({ idleDays })}
        />
        <Choice
          label={t('tag')}
          all={t('tag.all')}
          value={filter.buyerTagId}
          options={tags.map((tag) => [tag.buyerTagId, tag.buyerTagName] as const)}
          onChange={(buyerTagId) => set({ buyerTagId })}
        />
        {hasLazada && (
          <Choice
            label={t('session')}
            all={t('session.all')}
            value={filter.sessionTag}
            options={SESSION_TAGS.map((tag) => [tag, t(SESSION_TAG_TEXTS[tag])] as const)}
            onChange={(sessionTag) => set({ sessionTag })}
          />
        )}
        <Choice
          label={t('sort')}
          all={null}
          value={filter.sort ?? 'tab'}
          options={CONVERSATION_SORTS.map(
            (sort) => [sort, t(sort === 'tab' && isWaitingTab(tab) ? 'sort.tabWaiting' : SORT_TEXTS[sort])] as const,
          )}
          onChange={(sort) => set({ sort: sort === 'tab' ? undefined : sort })}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={filter.hasNoOpenOrders === true}
            onChange={({ currentTarget }) => set({ hasNoOpenOrders: currentTarget.checked || undefined })}
          />
          {t('noOpenOrders')}
        </label>
      </div>
      <div className={styles.links}>
        <Button kind="link" onClick={() => setIsManaging(true)}>
          {t('tag.manage')}
        </Button>
        {Object.keys(filter).length > 0 && (
          <Button kind="link" onClick={() => onFilter({})}>
            {t('clear')}
          </Button>
        )}
      </div>
      {children}
      {isManaging && <TagManager onClose={() => setIsManaging(false)} />}
    </section>
  );
}

/** A list of choices; `all`: the text of no choice, null where one is always made. */
function Choice<Value extends string | number>(props: {
  readonly label: string;
  readonly all: string | null;
  readonly value: Value | undefined;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value | undefined) => void;
}) {
  return (
    <Select
      aria-label={props.label}
      value={props.value ?? ''}
      onChange={({ currentTarget: { value } }) =>
        props.onChange(props.options.find(([option]) => String(option) === value)?.[0])
      }
    >
      {props.all !== null && <option value="">{props.all}</option>}
      {props.options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  );
}
