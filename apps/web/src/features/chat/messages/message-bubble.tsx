import type { MessageView } from '@pasar/api';
import type { MessageContent } from '@pasar/domain';
import { memo } from 'react';
import { useReadable } from '../../../base/desk.tsx';
import { failedLine, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { type Translate, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { clockTime, dayName, daysAgo, fullTime } from '../../../base/texts/time-format.ts';
import { Button } from '../../../ui/button.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { ContentCard } from '../cards/content-cards.tsx';
import { LinkedText } from '../links/linked-text.tsx';
import { usePutBack } from '../place/put-back.ts';
import { recalledText, recalledTexts } from '../place/recalled-texts.ts';
import { UnderText } from '../translation/under-text.tsx';
import { Marks, MessageActions, type OpenMessageMenu } from './message-actions.tsx';
import styles from './message-bubble.module.css';
import { MessageMark, MessageSign } from './message-mark.tsx';
import type { MessageRow } from './message-rows.ts';
import { needMessagesTexts } from './need-texts.ts';
import type { PlaceholderProps } from './placeholder.tsx';
import { authorOf, authorText, goneText } from './row-name.ts';
import type { SenderProps } from './sender.tsx';

export interface MessageBubbleProps {
  readonly row: MessageRow;
  readonly t: Translate<'chat'>;
  /** The marketplace still has to recall or delete the message. */
  readonly isAsked: boolean;
  readonly isMenuOpen: boolean;
  readonly onMenu: OpenMessageMenu;
}

/**
 * One row: day and new-message marks, the bubble with its time, and the delivery mark. Drawn again only when the row is
 * another object. The list gives what all rows read alike, because another conversation draws all rows at once.
 */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { row, t, isAsked } = props;
  const author = authorOf(row);
  const { message, mark } = row;
  const isGone = message !== null && message.status !== 'available';
  const isOurs = author === 'seller' || author === 'robot';
  const isMarked = !isGone && isOurs;
  const isBare = !isGone && row.quote === null && !FRAMED.has(row.content.type);
  return (
    <>
      {row.isDayShown && <DayMark at={row.at} />}
      {row.isFirstNew && (
        <div className={styles.firstNew}>
          <span>{t('messages.new')}</span>
        </div>
      )}
      <div className={styles[row.content.type === 'notice' ? 'notice' : author]} data-author={row.author}>
        <div className={styles.line}>
          <div className={styles.bubble} data-bare={isBare || undefined}>
            <span className="visually-hidden">{authorText(row, t)}</span>
            {author === 'robot' && <span className={styles.robotMark}>{authorText(row, t)}</span>}
            {isGone ? <Gone message={message} /> : <Said row={row} t={t} />}
            {message !== null && !isGone && <Marks message={message} isAsked={isAsked} t={t} />}
          </div>
          {isMarked && <MessageSign mark={mark} t={t} />}
          {row.isSenderShown && row.memberId !== null && <Sender memberId={row.memberId} />}
          <time
            className={styles.time}
            dateTime={new Date(row.at).toISOString()}
            data-shown={row.isTimeShown || undefined}
            data-tip={fullTime(row.at)}
            data-tip-beside={isOurs ? 'before' : 'after'}
          >
            {clockTime(row.at)}
          </time>
          {message !== null && !isGone && !isAsked && (
            <MessageActions rowKey={row.key} isOpen={props.isMenuOpen} onOpen={props.onMenu} t={t} />
          )}
        </div>
        {isMarked && <MessageMark mark={mark} t={t} />}
      </div>
    </>
  );
});

/** The names of members are a look-up, which the first press does not wait for. */
const Sender = lazyScreen<SenderProps>(() => import('./sender.tsx').then(({ Sender }) => Sender), {
  failed: () => null,
});

/** Contents that do not draw their own frame. */
const FRAMED: ReadonlySet<MessageContent['type']> = new Set(['text', 'notice', 'placeholder']);

/**
 * A recalled or deleted message: only the fact that it existed is shown. A text that this window has recalled can be
 * edited again for a while.
 */
function Gone({ message }: { readonly message: MessageView }) {
  const { t } = useTranslation('chat');
  const putBack = usePutBack();
  const now = useNow();
  const text = recalledText(useReadable(recalledTexts), message.messageId, now);
  return (
    <span className={styles.gone}>
      {goneText(message, t)}
      {text !== null && message.status === 'recalled' && (
        <Button kind="link" onClick={() => putBack(message.conversationId, text)}>
          {t('gone.edit')}
        </Button>
      )}
    </span>
  );
}

/** Few conversations hold a message that cannot be shown. */
const Placeholder = lazyScreen<PlaceholderProps>(
  () => withTexts(needMessagesTexts, () => import('./placeholder.tsx').then(({ Placeholder }) => Placeholder)),
  { failed: failedLine },
);

interface SaidProps {
  readonly row: MessageRow;
  readonly t: Translate<'chat'>;
}

function Said({ row, t }: SaidProps) {
  return (
    <>
      {row.quote !== null && (
        <blockquote className={styles.quote}>
          <span className="visually-hidden">{t('quote.label')}</span>
          {row.quote}
        </blockquote>
      )}
      <Content row={row} />
    </>
  );
}

export function DayMark({ at }: { readonly at: number }) {
  const { t } = useTranslation('chat');
  const locale = useLocale();
  const now = useNow();
  const days = daysAgo(at, now);
  const name = days === 0 ? t('day.today') : days === 1 ? t('day.yesterday') : dayName(at, now, locale);
  return (
    <div className={styles.day}>
      <span>{name}</span>
    </div>
  );
}

/**
 * Text is always a text node, never markup. Content that this version cannot show is named; its raw form is behind the
 * button that reports it.
 */
function Content({ row }: Pick<SaidProps, 'row'>) {
  const { content } = row;
  if (content.type === 'text' || content.type === 'notice')
    return (
      <>
        <span className={styles.text} data-text="">
          <LinkedText text={content.text} />
        </span>
        {content.type === 'text' && <UnderText author={row.author} message={row.message} original={row.original} />}
      </>
    );
  if (content.type !== 'placeholder') {
    return (
      <ContentCard
        content={content}
        mediaPath={row.mediaPath}
        rowKey={row.key}
        conversationId={row.conversationId}
        messageId={row.message?.messageId ?? null}
      />
    );
  }
  return <Placeholder content={content} />;
}
