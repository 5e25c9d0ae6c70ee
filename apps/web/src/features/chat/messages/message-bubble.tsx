import type { MessageView } from '@pasar/api';
import type { MessageContent } from '@pasar/domain';
import { memo } from 'react';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { useNow } from '../../../ui/use-now.ts';
import { ContentCard } from '../cards/content-cards.tsx';
import { PLACEHOLDER_TEXTS } from '../texts/texts.ts';
import { clockTime, dayName, daysAgo, fullTime } from '../texts/time-format.ts';
import { Marks, MessageActions, useMessageAbilities } from './message-actions.tsx';
import styles from './message-bubble.module.css';
import { MessageMark } from './message-mark.tsx';
import type { MessageRow } from './message-rows.ts';

/**
 * One row: day and new-message marks, the bubble, and the delivery mark. Drawn again only when the row is another
 * object.
 */
export const MessageBubble = memo(function MessageBubble({ row }: { readonly row: MessageRow }) {
  const { t } = useTranslation('chat');
  const isNotice = row.content.type === 'notice';
  const isOurs = !isNotice && (row.author === 'seller' || row.author === 'robot');
  const { message } = row;
  const isGone = message !== null && message.status !== 'available';
  const isBare = !isGone && row.quote === null && CARDS.has(row.content.type);
  return (
    <>
      {row.isDayShown && <DayMark at={row.at} />}
      {row.isTimeShown && <div className={styles.time}>{clockTime(row.at)}</div>}
      {row.isFirstNew && (
        <div className={styles.firstNew}>
          <span>{t('messages.new')}</span>
        </div>
      )}
      <div className={styles[isNotice ? 'notice' : row.author]} data-author={row.author}>
        <div className={styles.bubble} data-bare={isBare || undefined} data-tip={fullTime(row.at)}>
          <span className="visually-hidden">{t(AUTHOR_TEXTS[isNotice ? 'system' : row.author])}</span>
          {row.author === 'robot' && !isNotice && <span className={styles.robotMark}>{t('author.robot')}</span>}
          {isGone ? <Gone message={message} /> : <Said row={row} />}
          {message !== null && !isGone && <Tools message={message} />}
        </div>
        {isOurs && !isGone && <MessageMark mark={row.mark} />}
      </div>
    </>
  );
});

/** Contents that draw their own frame. */
const CARDS: ReadonlySet<MessageContent['type']> = new Set(['image', 'products', 'order', 'voucher']);

/** Marks and actions; nothing where the marketplace has neither. */
function Tools({ message }: { readonly message: MessageView }) {
  const abilities = useMessageAbilities(message);
  if (abilities.length === 0) return null;
  return (
    <>
      <Marks marks={message.marks} />
      <MessageActions message={message} abilities={abilities} />
    </>
  );
}

/** A recalled or deleted message: only the fact that it existed is shown. */
function Gone({ message }: { readonly message: MessageView }) {
  const { t } = useTranslation('chat');
  const text =
    message.status === 'deleted' ? t('gone.deleted') : t(message.author === 'buyer' ? 'gone.byBuyer' : 'gone.byShop');
  return <span className={styles.gone}>{text}</span>;
}

function Said({ row }: { readonly row: MessageRow }) {
  const { t } = useTranslation('chat');
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

const AUTHOR_TEXTS = {
  buyer: 'author.buyer',
  seller: 'author.seller',
  robot: 'author.robot',
  system: 'author.system',
} as const;

function DayMark({ at }: { readonly at: number }) {
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
 * Text is always a text node, never markup. Content that this version cannot show is named, with its raw form to
 * unfold.
 */
function Content({ row }: { readonly row: MessageRow }) {
  const { t } = useTranslation('chat');
  const { content } = row;
  if (content.type === 'text' || content.type === 'notice')
    return (
      <span className={styles.text} data-text="">
        {content.text}
      </span>
    );
  if (content.type !== 'placeholder') {
    return (
      <ContentCard
        content={content}
        mediaPath={row.mediaPath}
        rowKey={row.key}
        conversationId={row.message?.conversationId ?? null}
        messageId={row.message?.messageId ?? null}
      />
    );
  }
  return (
    <div className={styles.placeholder}>
      <span className={styles.placeholderName}>{t(PLACEHOLDER_TEXTS[content.kind])}</span>
      <span className={styles.placeholderText}>{t('placeholder.text')}</span>
      <details>
        <summary>{t('placeholder.details')}</summary>
        <span className={styles.placeholderText}>{t('placeholder.type', { type: content.wireType })}</span>
        <pre>{JSON.stringify(content.raw, null, 2)}</pre>
      </details>
    </div>
  );
}
