import type { ConversationTab } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import type { Scope } from '@pasar/sync';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useDesk } from '../../../base/desk.tsx';
import { failedDialog, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { optionId } from '../place/selection.ts';
import { needTogetherTexts } from '../together/need-texts.ts';
import styles from './conversation-list.module.css';
import type { ConversationMenuProps, MenuPlace } from './conversation-menu.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { useListPaging } from './use-due-end.ts';
import type { Picks } from './use-picks.ts';
import { useAnchor, useHeldOrder, useNews } from './use-steady-list.ts';

const ROW_PX = 64;

// Loaded when it is first opened.
const ConversationMenu = lazyScreen<ConversationMenuProps>(
  () =>
    withTexts(needTogetherTexts, () =>
      import('./conversation-menu.tsx').then(({ ConversationMenu }) => ConversationMenu),
    ),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

export interface ConversationOptionsProps {
  readonly scope: Scope;
  readonly tab: ConversationTab;
  readonly chosen: ConversationId | null;
  readonly ids: readonly ConversationId[];
  /** Names the list: another scope, tab or search is another list. */
  readonly name: string;
  readonly isSearch: boolean;
  /** Asks for the next page of what was found; null after the last one. */
  readonly more: (() => void) | null;
  readonly picks: Picks;
  readonly onLook: (id: ConversationId) => void;
  readonly onOpen: (id: ConversationId) => void;
  readonly onLeave: () => void;
}

/** The rows; only those near the view are in the document. The list has the focus and names its active option. */
export function ConversationOptions(props: ConversationOptionsProps) {
  const { t } = useTranslation('chat');
  const { name, chosen, onLook, onOpen } = props;
  const order = useHeldOrder(props.ids, name);
  const ids = order.shown;
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: ids.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    estimateSize: () => ROW_PX,
    overscan: 6,
  });
  const items = list.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  usePaging(props, last >= ids.length - 8);
  const { more } = props;
  const isMoreWanted = more !== null && last >= ids.length - 8;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further page that is short asks for the next page.
  useEffect(() => {
    if (isMoreWanted) more();
  }, [isMoreWanted, ids.length]);
  usePrefetch(ids, items[0]?.index ?? 0, chosen);

  const onKeyDown = listKeys({ ...props, ids, onMenu: setMenu });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice or list scrolls; rows that move do not.
  useEffect(() => {
    const at = chosen === null ? -1 : ids.indexOf(chosen);
    if (at >= 0) list.scrollToIndex(at, { align: 'auto' });
  }, [chosen, name]);
  useAnchor({ scroller, list, name, shown: ids, chosen, rowPx: ROW_PX });
  const top = Math.floor((list.scrollOffset ?? 0) / ROW_PX);
  const news = useNews({ ids: props.ids, shown: ids, name, top });
  const showNews = () => {
    order.release();
    list.scrollToOffset(0);
  };
  return (
    <div className={styles.frame}>
      {news > 0 && (
        <button type="button" className={styles.news} onClick={showNews}>
          <Icon name="up" size={14} />
          {t('conversations.news', { count: news })}
        </button>
      )}
      <div
        ref={scroller}
        className={styles.options}
        role="listbox"
        id="conversation-options"
        tabIndex={0}
        aria-label={t('conversations.label')}
        aria-activedescendant={
          chosen !== null && items.some(({ index }) => ids[index] === chosen) ? optionId(chosen) : undefined
        }
        data-pane-focus=""
        onKeyDown={onKeyDown}
        onPointerMove={order.move}
        onPointerLeave={order.leave}
      >
        <div role="presentation" className={styles.content} style={{ height: list.getTotalSize() }}>
          {items.map((item) => {
            const id = ids[item.index];
            return id === undefined ? null : (
              <ConversationRow
                key={id}
                id={id}
                isChosen={id === chosen}
                isPicked={props.picks.ids.has(id)}
                isPicking={props.picks.ids.size > 0}
                position={item.index + 1}
                size={ids.length}
                top={item.start}
                onLook={onLook}
                onOpen={onOpen}
                onMenu={setMenu}
                onPick={props.picks.pick}
              />
            );
          })}
        </div>
        {!props.isSearch && <PagingMark scope={props.scope} tab={props.tab} />}
      </div>
      {menu !== null && (
        <ConversationMenu place={menu} chosen={chosen} onClose={() => setMenu(null)} onLeave={props.onLeave} />
      )}
    </div>
  );
}

/**
 * Arrows, Home and End move through the rows and open them; Enter goes to the composer; Escape closes the conversation;
 * Space picks the open row to change it together with others, Ctrl+A all rows, and Escape then clears the choice;
 * the Menu key and Shift+F10 open the menu of the open conversation.
 */
function listKeys(props: ConversationOptionsProps & { readonly onMenu: (place: MenuPlace) => void }) {
  const { ids, chosen, onLook, onOpen } = props;
  const look = (wanted: number) => {
    const id = ids[Math.min(ids.length - 1, Math.max(0, wanted))];
    if (id !== undefined) onLook(id);
  };
  return (event: KeyboardEvent<HTMLDivElement>) => {
    const { picks } = props;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      return picks.pickLoaded();
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = chosen === null ? -1 : ids.indexOf(chosen);
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? 0 : at - 1, Home: 0, End: ids.length - 1 }[event.key];
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (to !== undefined) look(to);
    else if (isMenuKey && chosen !== null) {
      const row = document.getElementById(optionId(chosen))?.getBoundingClientRect();
      props.onMenu({ id: chosen, at: { x: row?.left ?? 0, y: row?.bottom ?? 0 } });
    } else if (event.key === 'Enter' && chosen !== null) onOpen(chosen);
    else if (event.key === ' ' && chosen !== null) picks.pick(chosen, event.shiftKey);
    else if (event.key === 'Escape' && picks.ids.size > 0) picks.clear();
    else if (event.key === 'Escape') props.onLeave();
    else return;
    event.preventDefault();
  };
}

/** Asks for the next page before the person reaches the end; for a list without rows, at once. */
export function usePaging(
  props: Pick<ConversationOptionsProps, 'scope' | 'tab' | 'isSearch'>,
  isNearEnd: boolean,
): void {
  const desk = useDesk();
  const { scope, tab, isSearch } = props;
  const { state } = useListPaging(scope, tab);
  const isWanted = isNearEnd && !isSearch && (state === 'unknown' || state === 'more');
  useEffect(() => {
    if (isWanted) desk.lists.loadMore(scope, tab);
  }, [desk, scope, tab, isWanted]);
}

export function PagingMark({ scope, tab }: { readonly scope: Scope; readonly tab: ConversationTab }) {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const { state } = useListPaging(scope, tab);
  if (state === 'asking') return <p className={styles.more}>{t('conversations.loading')}</p>;
  if (state !== 'failed') return null;
  return (
    <p className={styles.more}>
      {t('conversations.failed')}{' '}
      <Button kind="link" onClick={() => desk.lists.loadMore(scope, tab)}>
        {t('older.again')}
      </Button>
    </p>
  );
}

const FIRST_ROWS = 14;
/**
 * The list rests this long before its conversations are loaded: while many buyers write, a row that comes into view is
 * gone again before a person could open it.
 */
const REST_MS = 300;
/**
 * Loads the newest page of the visible conversations, and of the neighbours of the open one, before they are opened.
 */
function usePrefetch(ids: readonly ConversationId[], first: number, chosen: ConversationId | null): void {
  const desk = useDesk();
  useEffect(() => {
    const load = () => {
      const at = chosen === null ? -1 : ids.indexOf(chosen);
      const near = at < 0 ? [] : [ids[at + 1], ids[at - 1]];
      // Reversed, because the conversation that is asked for last is fetched first.
      for (const id of [...near, ...ids.slice(first, first + FIRST_ROWS)].reverse()) {
        if (id !== undefined) desk.windows.prefetch(id);
      }
    };
    const timer = setTimeout(load, REST_MS);
    return () => clearTimeout(timer);
  }, [desk, ids, first, chosen]);
}
