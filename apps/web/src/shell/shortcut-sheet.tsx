import { Modal } from 'antd';
import { useDeskState } from '../base/desk.tsx';
import { useLocale, useTranslation } from '../base/texts/i18n.ts';
import { useTheme } from '../base/theme.ts';
import { shownKeys } from '../features/chat/place/open-actions.ts';
import { AntdProvider } from '../ui/antd-provider.tsx';
import { useReturnFocus } from '../ui/use-modal.ts';
import { Keys } from './keys-shown.tsx';
import styles from './shortcut-sheet.module.css';

const SHORTCUTS = [
  ['Ctrl K', 'shortcuts.palette'],
  ['Ctrl Shift F', 'shortcuts.search'],
  ['↑ ↓', 'shortcuts.move'],
  ['Alt ↑ ↓', 'shortcuts.next'],
  ['Enter', 'shortcuts.send'],
  ['Ctrl Enter', 'shortcuts.newline'],
  ['/', 'shortcuts.quickReplies'],
  ['Ctrl E', 'shortcuts.emoji'],
  ['↑', 'shortcuts.messages'],
  ['Enter', 'shortcuts.messageActions'],
  [shownKeys('pin'), 'shortcuts.pin'],
  [shownKeys('unread'), 'shortcuts.unread'],
  [shownKeys('setAside'), 'shortcuts.setAside'],
  [shownKeys('close'), 'shortcuts.close'],
  [shownKeys('assign'), 'shortcuts.assign'],
  [shownKeys('note'), 'shortcuts.note'],
  [shownKeys('favorite'), 'shortcuts.favorite'],
  [shownKeys('mute'), 'shortcuts.mute'],
  [shownKeys('recall'), 'shortcuts.recall'],
  [shownKeys('buyer'), 'shortcuts.buyer'],
  [shownKeys('find'), 'shortcuts.find'],
  ['Esc', 'shortcuts.escape'],
  ['F6', 'shortcuts.panes'],
  ['?', 'shortcuts.sheet'],
] as const;

/** Where the member sends with Ctrl+Enter. */
const SWAPPED: Readonly<Record<string, string>> = { 'shortcuts.send': 'Ctrl Enter', 'shortcuts.newline': 'Enter' };

/** The list of all keyboard shortcuts. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  const { t: shell } = useTranslation('shell');
  const isByCtrl = useDeskState((state) => state.chatSetting.sendingKey === 'ctrlEnter');
  useReturnFocus();
  return (
    <AntdProvider locale={useLocale()} isDark={useTheme() === 'dark'}>
      <Modal open centered width={420} title={t('shortcuts.title')} footer={null} onCancel={onClose}>
        <dl>
          {SHORTCUTS.map(([keys, text]) => (
            <div key={text} className={styles.line}>
              <dt>{shell(text)}</dt>
              <dd>
                <Keys keys={isByCtrl ? (SWAPPED[text] ?? keys) : keys} />
              </dd>
            </div>
          ))}
        </dl>
      </Modal>
    </AntdProvider>
  );
}
