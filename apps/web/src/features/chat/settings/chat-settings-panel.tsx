import { useMay } from '../../../base/may.tsx';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { Empty } from '../../../ui/empty.tsx';
import section from '../../../ui/section.module.css';
import styles from './chat-settings.module.css';
import { ChatSettings } from './chat-settings.tsx';

/** The chat settings as a section of the settings, for members who may chat. */
export function ChatSettingsPanel() {
  const { t } = useTranslation('chatSettings');
  const locale = useLocale();
  if (!useMay(['chat'])) return <Empty icon="block" title={reasonText('no_permission', locale)} />;
  return (
    <div className={styles.panel}>
      <header className={section.head}>
        <div>
          <h2>{t('title')}</h2>
          <p className={section.hint}>{t('text')}</p>
        </div>
      </header>
      <ChatSettings onDone={null} />
    </div>
  );
}
