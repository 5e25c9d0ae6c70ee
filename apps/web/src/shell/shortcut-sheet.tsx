import { Modal } from 'antd';
import { AntdProvider } from '../ui/antd-provider.tsx';
import { useReturnFocus } from '../ui/use-modal.ts';
import { useLocale, useTranslation } from './i18n.ts';
import styles from './shortcut-sheet.module.css';
import { useTheme } from './theme.ts';

const SHORTCUTS = [
  ['Ctrl K', 'shortcuts.palette'],
  ['↑ ↓', 'shortcuts.move'],
  ['Alt ↑ ↓', 'shortcuts.unread'],
  ['Enter', 'shortcuts.send'],
  ['Ctrl Enter', 'shortcuts.newline'],
  ['Esc', 'shortcuts.escape'],
  ['F6', 'shortcuts.panes'],
  ['?', 'shortcuts.sheet'],
] as const;

/** Every key the desk knows, on one sheet. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('shell');
  const { t: later } = useTranslation('later');
  useReturnFocus();
  return (
    <AntdProvider locale={useLocale()} isDark={useTheme() === 'dark'}>
      <Modal open centered width={420} title={t('shortcuts.title')} footer={null} onCancel={onClose}>
        <dl className={styles.sheet}>
          {SHORTCUTS.map(([keys, text]) => (
            <div key={keys} className={styles.line}>
              <dt>{later(text)}</dt>
              <dd>
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </Modal>
    </AntdProvider>
  );
}
