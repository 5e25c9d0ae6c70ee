import type { MessageContent } from '@pasar/domain';
import { useState } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { PLACEHOLDER_TEXTS } from '../texts/texts.ts';
import styles from './placeholder.module.css';
import { ReportDialog } from './report-dialog.tsx';

export interface PlaceholderProps {
  readonly content: Extract<MessageContent, { type: 'placeholder' }>;
}

/** The kind of a message that cannot be shown, in words. Its raw content is only in the report. */
export function Placeholder({ content }: PlaceholderProps) {
  const { t } = useTranslation('messages');
  const { t: chat } = useTranslation('chat');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.placeholder}>
      <span className={styles.name}>{chat(PLACEHOLDER_TEXTS[content.kind])}</span>
      <span className={styles.text}>{t('placeholder.text')}</span>
      <span className={styles.text}>{t('placeholder.type', { type: content.wireType })}</span>
      <Button kind="link" onClick={() => setIsOpen(true)}>
        {t('placeholder.report')}
      </Button>
      {isOpen && <ReportDialog content={content} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
