import { Modal } from 'antd';
import { useLocale, useTranslation } from '../base/texts/i18n.ts';
import { useTheme } from '../base/theme.ts';
import { AntdProvider } from '../ui/antd-provider.tsx';
import { useReturnFocus } from '../ui/use-modal.ts';
import styles from './shortcut-sheet.module.css';

const SHORTCUTS = [
  ['Ctrl K', 'shortcuts.palette'],
  ['↑ ↓', 'shortcuts.move'],
  ['Alt ↑ ↓', 'shortcuts.next'],
  ['Enter', 'shortcuts.send'],
  ['Ctrl Enter', 'shortcuts.newline'],
  ['Esc', 'shortcuts.escape'],
  ['F6', 'shortcuts.panes'],
  ['?', 'shortcuts.sheet'],
] as const;

/** The list of all keyboard shortcuts. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  const { t: shell } = useTranslation('shell');
  useReturnFocus();
  return (
    <AntdProvider locale={useLocale()} isDark={useTheme() === 'dark'}>
      <Modal open centered width={420} title={t('shortcuts.title')} footer={null} onCancel={onClose}>
        <dl className={styles.sheet}>
          {SHORTCUTS.map(([keys, text]) => (
            <div key={keys} className={styles.line}>
              <dt>{shell(text)}</dt>
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
