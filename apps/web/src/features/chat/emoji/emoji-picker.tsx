import { EmojiPicker as Parts } from 'frimousse';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { writeAtCursor } from '../place/write-at-cursor.ts';
import styles from './emoji.module.css';
import { emojiData } from './emoji-data.ts';

export interface EmojiPickerProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onClose: () => void;
}

/**
 * Above the text box. The chosen emoji stands at the cursor, and the focus returns to the text box; Escape and a press
 * elsewhere close the picker and write nothing.
 */
export function EmojiPicker({ area, onClose }: EmojiPickerProps) {
  const { t } = useTranslation('emoji');
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const data = useCallback(() => emojiData(locale, t), [locale, t]);
  useEffect(() => search.current?.focus(), []);
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      const isInside = target instanceof Element && target.closest('[data-emoji]') !== null;
      if (!isInside) onClose();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [onClose]);
  const leave = () => {
    onClose();
    area.current?.focus();
  };
  return (
    <div
      ref={box}
      className={styles.picker}
      role="dialog"
      aria-label={t('label')}
      data-emoji=""
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        leave();
      }}
    >
      <Parts.Root
        className={styles.root}
        columns={9}
        locale={locale}
        resolveEmojiData={data}
        onEmojiSelect={({ emoji }) => {
          onClose();
          if (area.current !== null) writeAtCursor(area.current, emoji);
        }}
      >
        <Parts.Search ref={search} className={styles.search ?? ''} placeholder={t('search')} aria-label={t('search')} />
        <Parts.Viewport className={styles.view ?? ''} tabIndex={-1}>
          <Parts.Loading className={styles.note ?? ''}>{t('loading')}</Parts.Loading>
          <Parts.Empty className={styles.note ?? ''}>{t('empty')}</Parts.Empty>
          <Parts.List
            aria-label={t('label')}
            components={{
              CategoryHeader: ({ category, ...props }) => (
                <div {...props} className={styles.group}>
                  {category.label}
                </div>
              ),
              Emoji: ({ emoji, ...props }) => (
                <button {...props} type="button" className={styles.emoji} data-tip={emoji.label}>
                  {emoji.emoji}
                </button>
              ),
            }}
          />
        </Parts.Viewport>
      </Parts.Root>
    </div>
  );
}
