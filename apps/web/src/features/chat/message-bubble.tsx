import type { MessageContent } from '@pasar/domain';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../shell/i18n.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './message-bubble.module.css';
import { MessageMark } from './message-mark.tsx';
import type { MessageRow } from './message-rows.ts';
import { PLACEHOLDER_TEXTS } from './texts.ts';
import { clockTime, dayName, daysAgo, fullTime } from './time-format.ts';

/** One row: the marks above it, the bubble, and what became of it. Drawn again only when the row is another object. */
export const MessageBubble = memo(function MessageBubble({ row }: { readonly row: MessageRow }) {
  const { t } = useTranslation('chat');
  const isOurs = row.author === 'seller' || row.author === 'robot';
  return (
    <>
      {row.isDayShown && <DayMark at={row.at} />}
      {row.isTimeShown && <div className={styles.time}>{clockTime(row.at)}</div>}
      {row.isFirstNew && (
        <div className={styles.firstNew}>
          <span>{t('messages.new')}</span>
        </div>
      )}
      <div className={styles[row.author]} data-author={row.author}>
        <div className={styles.bubble} data-tip={fullTime(row.at)}>
          <span className="visually-hidden">{t(AUTHOR_TEXTS[row.author])}</span>
          {row.author === 'robot' && <span className={styles.robotMark}>{t('author.robot')}</span>}
          <Content content={row.content} />
        </div>
        {isOurs && <MessageMark mark={row.mark} />}
      </div>
    </>
  );
});

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

/** Text is a text node and nothing else. What this version cannot show is named, with its raw content to unfold. */
function Content({ content }: { readonly content: MessageContent }) {
  const { t } = useTranslation('chat');
  if (content.type === 'text') return <span className={styles.text}>{content.text}</span>;
  return (
    <div className={styles.placeholder}>
      <span className={styles.placeholderName}>{t(PLACEHOLDER_TEXTS[content.kind])}</span>
      <span className={styles.placeholderText}>{t('placeholder.text', { type: content.wireType })}</span>
      <details>
        <summary>{t('placeholder.details')}</summary>
        <pre>{JSON.stringify(content.raw, null, 2)}</pre>
      </details>
    </div>
  );
}
