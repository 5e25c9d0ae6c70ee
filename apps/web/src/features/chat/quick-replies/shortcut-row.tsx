import type { ShortcutView } from '@pasar/api';
import { SCREEN_LIMITS } from '@pasar/domain';
import { useState } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './shortcut-row.module.css';

const STATE_TEXTS = {
  kept: 'shortcuts.state.kept',
  conflict: 'shortcuts.state.conflict',
  gone: 'shortcuts.state.gone',
  new: 'shortcuts.state.new',
} as const satisfies Record<Exclude<ShortcutView['state'], 'same'>, string>;

interface ShortcutRowProps {
  readonly shortcut: ShortcutView;
  readonly marketplace: string;
  readonly isNew?: boolean;
  readonly onInsert: () => void;
  /** Null where nothing can be changed. With null the shortcut is no longer kept here. Answers whether it was saved. */
  readonly onSave: ((next: ShortcutView | null) => Promise<boolean>) | null;
}

/** A shortcut, how it stands to the marketplace's, and its editing. */
export function ShortcutRow({ shortcut, marketplace, isNew = false, onInsert, onSave }: ShortcutRowProps) {
  const { t } = useTranslation('quickReplies');
  const [draft, setDraft] = useState<string | null>(isNew ? '' : null);
  const { text, theirText, state, group } = shortcut;
  const save = async (next: ShortcutView | null) => {
    if (onSave !== null && (await onSave(next))) setDraft(null);
  };
  if (draft !== null) {
    return (
      <li className={styles.edit}>
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the person has asked to write here.
          autoFocus
          value={draft}
          maxLength={SCREEN_LIMITS.messageTextLength}
          aria-label={t('shortcuts.text')}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <span className={styles.actions}>
          <Button kind="plain" onClick={() => (isNew ? void save(null) : setDraft(null))}>
            {t('cancel')}
          </Button>
          <Button
            kind="primary"
            disabled={draft.trim() === ''}
            onClick={() => void save({ ...shortcut, text: draft.trim() })}
          >
            {t('save')}
          </Button>
        </span>
      </li>
    );
  }
  return (
    <li className={styles.row} data-state={state}>
      <button type="button" className={styles.text} onClick={onInsert}>
        <span className={styles.group}>{group}</span>
        <span>{text}</span>
        {state !== 'same' && <span className={styles.state}>{t(STATE_TEXTS[state], { marketplace })}</span>}
        {state === 'conflict' && (
          <span className={styles.theirs}>{t('shortcuts.theirs', { marketplace, text: theirText ?? '' })}</span>
        )}
      </button>
      {onSave !== null && (
        <span className={styles.actions}>
          {state === 'conflict' && theirText !== null && (
            <>
              <Button kind="link" onClick={() => void save({ ...shortcut, text: theirText, baseText: theirText })}>
                {t('shortcuts.takeTheirs', { marketplace })}
              </Button>
              <Button kind="link" onClick={() => void save({ ...shortcut, baseText: theirText })}>
                {t('shortcuts.keepMine')}
              </Button>
            </>
          )}
          <IconButton icon="pencil" label={t('shortcuts.edit', { text })} onClick={() => setDraft(text)} />
          {(state === 'new' || state === 'gone') && (
            <IconButton icon="bin" label={t('shortcuts.remove', { text })} onClick={() => void save(null)} />
          )}
        </span>
      )}
    </li>
  );
}
