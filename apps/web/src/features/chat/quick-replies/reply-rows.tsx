import type { QuickReplyView } from '@pasar/api';
import { useState } from 'react';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { languageName } from '../../../base/texts/language-name.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FilledParts } from './filled-text.tsx';
import type { Offered } from './offered.ts';
import styles from './reply-rows.module.css';
import type { useChoose } from './use-choose.ts';
import type { Values } from './variables.ts';

/** Rows that are drawn before the person asks for more (our choice). */
const FIRST_ROWS = 50;

export interface RowsProps {
  readonly values: Values;
  readonly choose: ReturnType<typeof useChoose>;
  /** Null for a member who may not change replies. */
  readonly onEdit: ((reply: QuickReplyView) => void) | null;
}

/** Replies one below the other. A press inserts one; Ctrl and Enter, or its button, sends it at once. */
export function ReplyRows({ offered, ...rows }: RowsProps & { readonly offered: readonly Offered[] }) {
  const { t } = useTranslation('quickReplies');
  const [count, setCount] = useState(FIRST_ROWS);
  const left = offered.length - count;
  return (
    <>
      <ul className={styles.rows}>
        {offered.slice(0, count).map((item) => (
          <ReplyRow key={item.reply.replyId} item={item} {...rows} />
        ))}
      </ul>
      {left > 0 && (
        <Button kind="link" className={styles.more ?? ''} onClick={() => setCount(count + 4 * FIRST_ROWS)}>
          {t('panel.more', { count: left })}
        </Button>
      )}
    </>
  );
}

function ReplyRow({ item, values, choose, onEdit }: RowsProps & { readonly item: Offered }) {
  const { t } = useTranslation('quickReplies');
  const locale = useLocale();
  const { reply, parts, language } = item;
  const pick = (how: 'insert' | 'send') => choose({ replyId: reply.replyId, parts }, how);
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.reply}
        aria-keyshortcuts="Control+Enter"
        onClick={(event) => pick(event.ctrlKey || event.metaKey ? 'send' : 'insert')}
      >
        <span className="visually-hidden">{t('reply.insert', { title: reply.title })}</span>
        <span className={styles.title} aria-hidden="true">
          {reply.title}
          {language !== null && <span className={styles.mark}>{languageName(language, locale)}</span>}
        </span>
        <span className={styles.words}>
          <FilledParts parts={parts} values={values} />
        </span>
      </button>
      <span className={styles.actions}>
        <IconButton icon="send" label={t('reply.send', { title: reply.title })} onClick={() => pick('send')} />
        {onEdit !== null && (
          <IconButton icon="pencil" label={t('reply.edit', { title: reply.title })} onClick={() => onEdit(reply)} />
        )}
      </span>
    </li>
  );
}
