import type { ConversationView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { colleaguesAt } from '@pasar/sync';
import { type MouseEvent, memo, useSyncExternalStore } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { shopName } from '../../../base/shops/health.ts';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { type Translate, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { fullTime, listTime } from '../../../base/texts/time-format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MarketplaceMark } from '../../../ui/marketplace-mark.tsx';
import { openAtPointer } from '../../../ui/menu.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { attachments } from '../pictures/attachments.ts';
import { buyerPicture } from '../pictures/picture-source.ts';
import { optionId } from '../place/selection.ts';
import { RowTags, RowTagsFact } from '../tags/load-row-tags.ts';
import { dueOf, dueTip, leftText } from '../texts/due-texts.ts';
import { ageText, previewText } from '../texts/texts.ts';
import { AssigneeFact, AssigneeMark, ViewersMark } from '../together/load-assignee.ts';
import type { MenuPlace } from './conversation-menu.tsx';
import styles from './conversation-row.module.css';
import { UndeliveredMarks, undeliveredMarks, useUndelivered } from './undelivered-mark.tsx';

export interface ConversationRowProps {
  readonly id: ConversationId;
  readonly isChosen: boolean;
  /** Picked to be changed together with others; `isPicking`: some row is. */
  readonly isPicked: boolean;
  readonly isPicking: boolean;
  readonly position: number;
  readonly size: number;
  /** Pixels from the head of the list. */
  readonly top: number;
  readonly onLook: (id: ConversationId) => void;
  readonly onOpen: (id: ConversationId) => void;
  readonly onMenu: (place: MenuPlace) => void;
  readonly onPick: (id: ConversationId, isRange: boolean) => void;
}

/** One conversation. It reads only its own part of the state, so that a message draws this row again and no other. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const desk = useDesk();
  const { id, isChosen, onMenu } = props;
  const conversation = useDeskState((state) => state.shown.get(id));
  if (conversation === undefined) return null;
  const choose = (event: MouseEvent) => {
    const isOnMark = event.target instanceof Element && event.target.closest('[data-pick]') !== null;
    if (isOnMark || event.ctrlKey || event.metaKey || event.shiftKey) return props.onPick(id, event.shiftKey);
    // On a touch screen the focus in the composer would open a keyboard over half of the screen.
    const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch';
    if (isTouch) props.onLook(id);
    else props.onOpen(id);
  };
  const openMenu = (event: MouseEvent) => openAtPointer(event, (at) => onMenu({ id, at }));
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus and names its active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys.
    <div
      role="option"
      id={optionId(id)}
      className={styles.row}
      style={{ transform: `translateY(${props.top}px)` }}
      aria-selected={isChosen}
      aria-checked={props.isPicking ? props.isPicked : undefined}
      aria-label={conversation.buyer.name}
      aria-describedby={`${optionId(id)}-facts`}
      aria-posinset={props.position}
      aria-setsize={props.size}
      onClick={choose}
      onContextMenu={openMenu}
      // Not when it enters: rows also move under a pointer that rests.
      onPointerMove={() => desk.windows.prefetch(id)}
    >
      <RowBody conversation={conversation} isChosen={isChosen} isPicked={props.isPicked} />
    </div>
  );
});

interface RowBodyProps {
  readonly conversation: ConversationView;
  readonly isChosen: boolean;
  readonly isPicked: boolean;
}

/** Drawn again only when the conversation changes, and not when others move the row. */
const RowBody = memo(function RowBody({ conversation, isChosen, isPicked }: RowBodyProps) {
  const { t } = useTranslation('chat');
  const locale = useLocale();
  const now = useNow();
  const countryName = useCountryName();
  const shop = useDeskState((state) => state.shops.get(conversation.shopId));
  const draft = useDraft(conversation.conversationId, isChosen);
  const { buyer, unreadCount, isPinned, lastMessageAt } = conversation;
  const isTyping = useDeskState((state) => state.typing.has(conversation.conversationId));
  const isColleagueHere = useDeskState((state) => colleaguesAt(state, conversation.conversationId).length > 0);
  const undelivered = useUndelivered(conversation.conversationId);
  const marks = undeliveredMarks(undelivered, t);
  const preview = isTyping ? t('preview.typing') : previewText(conversation, t);
  const due = dueOf(conversation, now);
  return (
    <>
      <Avatar name={buyer.name} seed={buyer.buyerId} url={buyerPicture(conversation, shop)} size={40}>
        {shop !== undefined && (
          <span className={styles.mark}>
            <MarketplaceMark marketplace={shop.marketplace} size={15} />
          </span>
        )}
        <span className={styles.pick} data-pick={isPicked ? 'on' : 'off'}>
          <Icon name="check" size={20} />
        </span>
      </Avatar>
      <div className={styles.lines}>
        <div className={styles.line}>
          {isPinned && (
            <span className={styles.pin}>
              <Icon name="pin" size={13} />
            </span>
          )}
          {conversation.isFavorite && (
            <span className={styles.star}>
              <Icon name="star" size={13} />
            </span>
          )}
          {conversation.isBuyerBlocked && (
            <span className={styles.blocked}>
              <Icon name="block" size={13} />
            </span>
          )}
          <span className={unreadCount > 0 ? styles.strongName : styles.name}>{buyer.name}</span>
          <time
            className={styles.time}
            dateTime={new Date(lastMessageAt).toISOString()}
            data-tip={fullTime(lastMessageAt)}
          >
            {listTime(lastMessageAt, now, locale)}
          </time>
        </div>
        <div className={styles.line}>
          <span className={styles.preview}>
            {marks.length > 0 ? (
              <UndeliveredMarks marks={marks} />
            ) : draft === null || isTyping ? (
              <span className={isTyping ? styles.typing : undefined}>{preview}</span>
            ) : (
              <>
                <span className={styles.draft}>{t('preview.draft')}</span> {draft}
              </>
            )}
          </span>
          {conversation.isMuted && (
            <span className={styles.muted}>
              <Icon name="mute" size={13} />
            </span>
          )}
          <CountBadge count={unreadCount} />
        </div>
        <div className={styles.small}>
          <span className={styles.place}>
            {shop !== undefined && (
              <>
                <span className={styles.shop}>{shopName(shop)}</span>
                <span>· {countryName(shop.country)}</span>
              </>
            )}
          </span>
          {conversation.tagIds.length > 0 && <RowTags tagIds={conversation.tagIds} />}
          {isColleagueHere && <ViewersMark id={conversation.conversationId} />}
          {conversation.assigneeId !== null && <AssigneeMark memberId={conversation.assigneeId} />}
          {due !== null && (
            <span
              className={styles.due}
              data-urgency={due.urgency}
              data-tip={[...waitFacts(conversation, now, t), dueTip(due, t)].join('\n')}
            >
              <Icon name="clock" size={12} />
              {leftText(due, t)}
            </span>
          )}
        </div>
      </div>
      <Facts
        conversation={conversation}
        preview={marks.length === 0 ? preview : marks.map(({ text }) => text).join('. ')}
      />
    </>
  );
});

/** The facts of the row as text for screen readers. */
function Facts({ conversation, preview }: { readonly conversation: ConversationView; readonly preview: string }) {
  const { t } = useTranslation('chat');
  const now = useNow();
  const countryName = useCountryName();
  const shop = useDeskState((state) => state.shops.get(conversation.shopId));
  const { conversationId, unreadCount, isPinned } = conversation;
  const due = dueOf(conversation, now);
  const facts = [
    unreadCount > 0 ? t('unread', { count: unreadCount }) : '',
    isPinned ? t('row.pinned') : '',
    conversation.isMuted ? t('row.muted') : '',
    conversation.isFavorite ? t('row.favorite') : '',
    conversation.isBuyerBlocked ? t('row.blocked') : '',
    ...waitFacts(conversation, now, t),
    due === null ? '' : dueTip(due, t),
    shop === undefined ? '' : `${MARKETPLACE_NAMES[shop.marketplace]} ${shopName(shop)} ${countryName(shop.country)}`,
    preview,
  ];
  return (
    <span className="visually-hidden" id={`${optionId(conversationId)}-facts`}>
      {facts.filter((fact) => fact !== '').join('. ')}
      {conversation.tagIds.length > 0 && <RowTagsFact tagIds={conversation.tagIds} />}
      {conversation.assigneeId !== null && <AssigneeFact memberId={conversation.assigneeId} />}
    </span>
  );
}

/** How long the buyer has waited. */
const waitFacts = ({ waitingSince }: ConversationView, now: number, t: Translate<'chat'>): readonly string[] =>
  waitingSince === null ? [] : [t('buyer.waiting', { age: ageText(waitingSince, now, t) })];

/**
 * What is written and attached in the conversation and not sent, in one line. Null for nothing, and for the open
 * conversation, whose composer shows it. What is attached is kept in this window alone.
 */
function useDraft(id: ConversationId, isChosen: boolean): string | null {
  const { t } = useTranslation('chat');
  const drafts = useDesk().drafts ?? NO_DRAFTS;
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.get().get(id) ?? '');
  const attached = useSyncExternalStore(attachments.subscribe, () => attachments.get().get(id));
  const kinds = new Set(attached?.map(({ kind }) => (kind === 'picture' ? 'kind.image' : 'kind.video')));
  const parts = [...[...kinds].map((kind) => `[${t(kind)}]`), ...(text === '' ? [] : [text])];
  return isChosen || parts.length === 0 ? null : parts.join(' ');
}
const NOTHING: ReadonlyMap<string, string> = new Map();
const NO_DRAFTS = { get: () => NOTHING, subscribe: () => () => {} };
