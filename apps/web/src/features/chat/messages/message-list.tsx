import type { ConversationId } from '@pasar/domain';
import { memo, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useIsInTeam } from '../../../base/colleagues.ts';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { AssignmentLines } from '../together/load-assignment-lines.ts';
import { useMessageMenu } from './message-actions.tsx';
import { MessageBubble, type MessageBubbleProps } from './message-bubble.tsx';
import styles from './message-list.module.css';
import type { MessageRow } from './message-rows.ts';
import { NoteRow } from './note-row.tsx';
import { OlderMark } from './older-mark.tsx';
import { rowName } from './row-name.ts';
import { useActiveRow, useLogKeys } from './use-log-keys.ts';
import { useMarkRead } from './use-mark-read.ts';
import { END_PX, type List, useMessageVirtualizer } from './use-message-virtualizer.ts';
import { useNewAbove } from './use-new-above.ts';
import { useReach } from './use-reach.ts';
import { useRows } from './use-rows.ts';
import { isSought, useSought } from './use-sought.ts';

/** Distance from the oldest message at which older ones are asked for. Pixels. */
const OLDER_PX = 600;

/** The messages of one conversation, the newest at the bottom. Only rows near the view are in the document. */
export function MessageList({ id }: { readonly id: ConversationId }) {
  const { t } = useTranslation('chat');
  const { rows: all, missingNew, areNotesComing } = useRows(id);
  const { within: rows, isWhole, reachBack } = useReach(id, all);
  const scroller = useRef<HTMLDivElement>(null);
  const active = useActiveRow(rows);
  const list = useMessageVirtualizer({ id, rows, scroller, kept: active.index });
  const { isAtEnd, look } = useEnd(scroller, list, id, rows);
  const fresh = useFresh(rows, isAtEnd);
  const above = useNewAbove(id, rows, missingNew, list, look);
  useMarkRead(id, isAtEnd);
  const soughtKey = useSought({
    id,
    all,
    rows,
    list,
    reachBack: isWhole ? null : reachBack,
    areNotesComing,
    onScrolled: look,
  });
  const { before, behind, handlers } = useLogKeys({ id, rows, list, scroller, active });
  const onScroll = useOlder(id, scroller, rows.length, isWhole ? null : reachBack);
  const asked = useDeskState((state) => state.askedMessages);
  const { openKey, open, menu } = useMessageMenu(id, rows);
  const isInTeam = useIsInTeam();

  return (
    <div className={styles.place}>
      <span ref={before} tabIndex={-1} />
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-label={t('messages.label')}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls must be reachable by keyboard.
        tabIndex={0}
        onScroll={onScroll}
        {...handlers}
      >
        <div className={styles.content} style={{ height: list.getTotalSize() }}>
          {isWhole && <OlderMark id={id} />}
          {list.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <Row
                key={item.key}
                row={row}
                index={item.index}
                top={item.start}
                measure={list.measureElement}
                isSought={row.key === soughtKey}
                until={rows[item.index + 1]?.at ?? null}
                isInTeam={isInTeam}
                t={t}
                isAsked={row.message !== null && asked.has(row.message.messageId)}
                isMenuOpen={row.key === openKey}
                onMenu={open}
              />
            );
          })}
        </div>
        {menu}
      </div>
      <span ref={behind} tabIndex={-1} />
      {above !== null && (
        <button type="button" className={styles.above} data-toasts="" onClick={above.go}>
          <Icon name="up" size={16} />
          {t('messages.above', { count: above.count })}
        </button>
      )}
      {!isAtEnd && (
        <button type="button" className={styles.pill} onClick={() => list.scrollToEnd()}>
          <Icon name="down" size={16} />
          {fresh > 0 ? t('messages.fresh', { count: fresh }) : t('messages.toEnd')}
        </button>
      )}
    </div>
  );
}

interface RowProps extends MessageBubbleProps {
  readonly index: number;
  /** Pixels from the head of the log. */
  readonly top: number;
  readonly measure: List['measureElement'];
  readonly isSought: boolean;
  /** The time of the next row; null for the last one. */
  readonly until: number | null;
  readonly isInTeam: boolean;
}

/** A row at its place. Scrolling draws the list again, but none of its rows. */
const Row = memo(function Row({ index, top, measure, isSought, until, isInTeam, ...bubble }: RowProps) {
  const { row, t } = bubble;
  return (
    <article
      ref={measure}
      data-index={index}
      className={styles.row}
      aria-label={rowName(row, t)}
      tabIndex={-1}
      data-sought={isSought || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {row.note === null ? <MessageBubble {...bubble} /> : <NoteRow row={row} note={row.note} />}
      {isInTeam && <AssignmentLines id={row.conversationId} from={row.at} until={until} />}
    </article>
  );
});

/**
 * Whether the newest message is in view. Opening a conversation and sending scroll to it; when the pane shrinks, the
 * view stays at it. `look` is called at once by code that scrolls: the browser tells of a scroll only later.
 */
function useEnd(
  scroller: RefObject<HTMLDivElement | null>,
  list: List,
  id: ConversationId,
  rows: readonly MessageRow[],
): { readonly isAtEnd: boolean; readonly look: () => void } {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const held = useRef({ id, isAtEnd: true, ownKey: '' });
  const hasRows = rows.length > 0;
  const last = rows.at(-1);
  const ownKey = last?.mark.kind === 'pending' ? last.key : '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation, or its first rows, begin at the end.
  useLayoutEffect(() => {
    // A person who jumps to a message further up does not begin at the end.
    const begins = !isSought(id);
    held.current = { id, isAtEnd: begins, ownKey };
    setIsAtEnd(begins);
    if (begins) list.scrollToEnd();
  }, [id, hasRows, list]);

  // A delivery mark or a picture that makes the last row higher must not push it out of view.
  const height = list.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is the reason to look.
  useLayoutEffect(() => {
    if (held.current.isAtEnd) list.scrollToEnd();
  }, [height, list]);

  useLayoutEffect(() => {
    if (ownKey !== '' && ownKey !== held.current.ownKey) list.scrollToEnd();
    held.current.ownKey = ownKey;
  }, [ownKey, list]);

  const look = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
    held.current.isAtEnd = distance <= END_PX;
    setIsAtEnd(held.current.isAtEnd);
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (held.current.isAtEnd) list.scrollToEnd();
    });
    element.addEventListener('scroll', look, { passive: true });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [scroller, list, look]);
  return { isAtEnd, look };
}

/** The number of new messages from the buyer below the view. */
function useFresh(rows: readonly MessageRow[], isAtEnd: boolean): number {
  const seen = useRef<string | null>(null);
  if (isAtEnd) seen.current = rows.at(-1)?.key ?? null;
  const index = rows.findLastIndex((row) => row.key === seen.current);
  return index < 0 ? 0 : rows.slice(index + 1).filter((row) => row.author === 'buyer').length;
}

/**
 * Asks for older messages when the view comes near the oldest, or when the loaded rows do not fill it. `reachBack`:
 * older rows are loaded already and only have to be added to the list.
 */
function useOlder(
  id: ConversationId,
  scroller: RefObject<HTMLDivElement | null>,
  rowCount: number,
  reachBack: (() => void) | null,
): () => void {
  const desk = useDesk();
  const isMore = useDeskState((state) => {
    const window = state.windows.get(id);
    return window?.state === 'loaded' && window.older === 'yes';
  });
  const look = useCallback(() => {
    const element = scroller.current;
    if (element === null || element.scrollTop >= OLDER_PX) return;
    if (reachBack !== null) reachBack();
    else if (isMore) desk.windows.loadOlder(id);
  }, [desk, id, isMore, reachBack, scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows are a reason to look again.
  useEffect(look, [look, rowCount]);
  return look;
}
