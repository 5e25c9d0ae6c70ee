import type { ConversationFilter, ConversationListing, ConversationTab } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { type Scope, scopeInput } from '@pasar/sync';
import { useCallback, useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { setLayout, useLayout } from '../../../base/layout.ts';
import { failedLine, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { needShopPickerTexts } from '../../../base/shops/need-picker-texts.ts';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { needCardsTexts } from '../cards/need-texts.ts';
import { OpenButton } from '../opening/open-button.tsx';
import { openedView } from '../place/opened-view.ts';
import { needTagsTexts } from '../tags/need-texts.ts';
import type { BulkBarProps } from './bulk/bulk-bar.tsx';
import { needBulkTexts } from './bulk/need-texts.ts';
import styles from './conversation-list.module.css';
import { ConversationOptions, PagingMark, usePaging } from './conversation-options.tsx';
import type { EmptyListProps } from './empty-list.tsx';
import type { ListFiltersProps } from './filters/list-filters.tsx';
import { needFilterTexts } from './filters/need-texts.ts';
import type { Filtered } from './filters/use-filtered.ts';
import { ListTabs } from './list-tabs.tsx';
import type { MarketplaceSearchProps } from './marketplace-search/marketplace-search.tsx';
import { needMarketplaceSearchTexts } from './marketplace-search/need-texts.ts';
import { needQueueTexts } from './need-texts.ts';
import type { PinnedFold } from './pinned-fold.ts';
import { useListPaging } from './use-due-end.ts';
import { useListIds } from './use-list-ids.ts';
import { useNewestAction } from './use-newest-action.ts';
import { usePicks } from './use-picks.ts';
import { usePinnedFold } from './use-pinned-fold.ts';
import { type Search, useSearch } from './use-search.ts';

export interface ConversationListProps {
  readonly scope: Scope;
  readonly tab: ConversationTab;
  readonly filter: ConversationFilter;
  /** Whether all that the page loads behind the first paint has come. */
  readonly isPageLoaded: boolean;
  readonly chosen: ConversationId | null;
  readonly onFilter: (filter: ConversationFilter) => void;
  readonly onTab: (tab: ConversationTab) => void;
  /** Shows a conversation while the person moves through the list: the focus stays in the list. */
  readonly onLook: (id: ConversationId) => void;
  /** Opens a conversation to answer in it: the focus goes to the composer. */
  readonly onOpen: (id: ConversationId) => void;
  /** Escape: closes the conversation. */
  readonly onLeave: () => void;
}

/** The conversations of a screen: tabs, search by the buyer's name or an order number, and the list itself. */
export function ConversationList(props: ConversationListProps) {
  const { t } = useTranslation('chat');
  const isReady = useDeskState((state) => state.boot.state === 'ready');
  const [words, setWords] = useState('');
  const [filtered, setFiltered] = useState<Filtered | null>(null);
  const [named, addFound, moreNamed] = useSearch(props.scope, props.tab, filtered === null ? words : '');
  const search = filtered?.search ?? named;
  const { filter, onTab } = props;
  // `unused` until the panel is needed: its code is not loaded before.
  const [panel, setPanel] = useState<'unused' | 'open' | 'closed'>(
    Object.keys(filter).length === 0 && openedView.get() === null ? 'unused' : 'closed',
  );
  const showView = useCallback(
    (listing: ConversationListing) => {
      setWords(listing.search ?? '');
      onTab(listing.tab);
    },
    [onTab],
  );
  const listed = useListIds(props.scope, props.tab, props.chosen, search, filtered);
  const fold = usePinnedFold(listed, props.chosen, props.tab === 'all' && search.state === 'none');
  const picks = usePicks(`${props.scope} ${props.tab} ${JSON.stringify(filter)} ${words.trim()}`, fold.ids);
  const isPicking = picks.ids.size > 0;
  // The bar stays in the document once it was used, because it shows how far an action has come.
  const [isBarUsed, setIsBarUsed] = useState(false);
  const newestAction = useNewestAction(isReady && props.isPageLoaded);
  if ((isPicking || newestAction !== null) && !isBarUsed) setIsBarUsed(true);
  return (
    <section
      className={styles.list}
      aria-label={t('conversations.label')}
      aria-busy={!isReady}
      data-pane="conversations"
      id="conversations-pane"
    >
      <header className={styles.header}>
        <div className={styles.finding}>
          <input
            className={styles.search}
            type="search"
            aria-label={t('search.label')}
            placeholder={t('search.placeholder')}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || words === '') return;
              event.preventDefault();
              event.stopPropagation();
              setWords('');
            }}
          />
          <IconButton
            icon="sliders"
            label={t('list.filters')}
            aria-expanded={panel === 'open'}
            aria-controls="conversation-filters"
            isOn={filtered !== null}
            onClick={() => setPanel(panel === 'open' ? 'closed' : 'open')}
          />
          <OpenButton scope={props.scope} onOpen={props.onOpen} />
        </div>
        <ListTabs scope={props.scope} tab={props.tab} onTab={props.onTab} />
      </header>
      {panel !== 'unused' && (
        <ListFilters
          scope={props.scope}
          tab={props.tab}
          words={words}
          isOpen={panel === 'open'}
          onFiltered={setFiltered}
          filter={filter}
          onFilter={props.onFilter}
          onView={showView}
        />
      )}
      {isReady && fold.pinned > 0 && <PinnedToggle fold={fold} />}
      {search.state === 'found' && search.isHereOnly && (
        <p className={styles.here} role="status">
          {t('search.here')}
        </p>
      )}
      {isReady && fold.ids.length > 0 ? (
        <ConversationOptions
          {...props}
          ids={fold.ids}
          name={`${props.scope} ${props.tab} ${search.state === 'found' ? search.words : ''} ${filtered !== null} ${fold.hidden === 0}`}
          isSearch={search.state !== 'none'}
          more={filtered === null ? moreNamed : filtered.more}
          picks={picks}
        />
      ) : (
        // The tabs name what they control, also while the list has no row.
        <div className={styles.nothing} id="conversation-options">
          <Nothing {...props} isReady={isReady} search={search} />
        </div>
      )}
      {search.state === 'found' && !search.isHereOnly && search.words.length > 1 && (
        <MarketplaceSearch
          key={`${props.scope} ${search.words}`}
          scope={props.scope}
          words={search.words}
          onFound={addFound}
          onOpen={props.onOpen}
          onUnfiltered={filtered === null ? null : () => props.onFilter({})}
        />
      )}
      {isBarUsed && (
        <BulkBar
          picked={[...picks.ids]}
          isAll={picks.isAll}
          newestAction={newestAction}
          listing={{
            ...scopeInput(props.scope),
            ...filter,
            tab: props.tab,
            ...(words.trim() === '' ? {} : { search: words.trim() }),
          }}
          onAll={picks.pickAll}
          onClear={picks.clear}
        />
      )}
    </section>
  );
}

/** Shows or folds all pinned conversations but the first few, because many of them would fill the first screen. */
function PinnedToggle({ fold }: { readonly fold: PinnedFold }) {
  const { t } = useTranslation('chat');
  const { isPinnedOpen } = useLayout();
  return (
    <button
      type="button"
      className={styles.pinned}
      aria-expanded={isPinnedOpen}
      aria-controls="conversation-options"
      onClick={() => setLayout({ isPinnedOpen: !isPinnedOpen })}
    >
      <Icon name="pin" size={14} />
      <span>{isPinnedOpen ? t('pinned.less') : t('pinned.all', { count: fold.pinned })}</span>
      <Icon name={isPinnedOpen ? 'up' : 'down'} size={14} />
    </button>
  );
}

const EmptyList = lazyScreen<EmptyListProps>(
  () => withTexts(needQueueTexts, () => import('./empty-list.tsx').then(({ EmptyList }) => EmptyList)),
  { coming: () => <SkeletonRows count={8} /> },
);

const BulkBar = lazyScreen<BulkBarProps>(
  () =>
    withTexts(
      () => Promise.all([needBulkTexts(), needTagsTexts()]),
      () => import('./bulk/bulk-bar.tsx').then(({ BulkBar }) => BulkBar),
    ),
  { failed: failedLine },
);

const MarketplaceSearch = lazyScreen<MarketplaceSearchProps>(
  () =>
    withTexts(needMarketplaceSearchTexts, () =>
      import('./marketplace-search/marketplace-search.tsx').then(({ MarketplaceSearch }) => MarketplaceSearch),
    ),
  { failed: () => null },
);

const ListFilters = lazyScreen<ListFiltersProps>(
  () =>
    withTexts(
      () => Promise.all([needFilterTexts(), needTagsTexts(), needCardsTexts(), needShopPickerTexts()]),
      () => import('./filters/list-filters.tsx').then(({ ListFilters }) => ListFilters),
    ),
  { failed: failedLine },
);

interface NothingProps extends Pick<ConversationListProps, 'scope' | 'tab' | 'onTab'> {
  readonly isReady: boolean;
  readonly search: Search;
}

/** Why the list has no row: it is loading, the search found nothing, or there is no conversation. */
function Nothing(props: NothingProps) {
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation('common');
  const { search } = props;
  if (!props.isReady || search.state === 'asking') return <SkeletonRows count={8} />;
  if (search.state === 'failed') {
    return <Empty icon="plug" title={t('search.failed')} text={failureText(search.failure, common)} />;
  }
  if (search.state === 'found') {
    return (
      <Empty
        icon="search"
        title={t(search.words === '' ? 'list.noneFits' : 'search.none')}
        {...(search.words === '' ? {} : { text: t('search.noneText', { words: search.words }) })}
      >
        {props.tab === 'all' ? undefined : (
          <Button kind="plain" onClick={() => props.onTab('all')}>
            {t('search.inAll')}
          </Button>
        )}
      </Empty>
    );
  }
  return <NothingYet {...props} />;
}

/** The first conversations may all belong to hidden shops or to another tab, so the server is asked for more. */
function NothingYet({ scope, tab, onTab }: NothingProps) {
  const { state } = useListPaging(scope, tab);
  usePaging({ scope, tab, isSearch: false }, true);
  if (state === 'failed') return <PagingMark scope={scope} tab={tab} />;
  if (state !== 'complete') return <SkeletonRows count={8} />;
  return <EmptyList scope={scope} tab={tab} onAll={() => onTab('all')} />;
}
