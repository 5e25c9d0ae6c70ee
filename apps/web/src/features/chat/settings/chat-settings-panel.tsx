import { useTranslation } from '../../../base/texts/i18n.ts';
import section from '../../../ui/section.module.css';
import styles from './chat-settings.module.css';
import { ChatSettings } from './chat-settings.tsx';

/** The chat settings as a section of the settings. */
export function ChatSettingsPanel() {
  const { t } = useTranslation('chatSettings');
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
