import { failedLine, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './emoji-entry.module.css';
import type { EmojiPickerProps } from './emoji-picker.tsx';
import { needEmojiTexts } from './need-texts.ts';

// Loaded when it is first opened.
const EmojiPicker = lazyScreen<EmojiPickerProps>(
  () => withTexts(needEmojiTexts, () => import('./emoji-picker.tsx').then((code) => code.EmojiPicker)),
  { failed: failedLine },
);

interface EmojiButtonProps extends EmojiPickerProps {
  readonly className: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The button beside the text box, and the picker above it while it is open. */
export function EmojiButton({ className, isOpen, onToggle, ...picker }: EmojiButtonProps) {
  const { t } = useTranslation('chat');
  return (
    <span data-emoji="">
      <IconButton
        icon="emoji"
        className={className}
        label={t('emoji.button')}
        isOn={isOpen}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onToggle}
      />
      {isOpen && (
        <div className={styles.place}>
          <EmojiPicker {...picker} />
        </div>
      )}
    </span>
  );
}
