import type { MessageContent } from '@pasar/domain';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toasts.tsx';
import styles from './report-dialog.module.css';

export interface ReportDialogProps {
  readonly content: Extract<MessageContent, { type: 'placeholder' }>;
  readonly onClose: () => void;
}

/** The raw content of a message that cannot be shown, for whoever can teach Pasar to show it. */
export function ReportDialog({ content, onClose }: ReportDialogProps) {
  const { t } = useTranslation('messages');
  const { t: chat } = useTranslation('chat');
  const { wireType, kind, raw } = content;
  const report = JSON.stringify({ kind, wireType, raw }, null, 2);
  const copy = () => navigator.clipboard.writeText(report).catch(() => toast('bad', chat('buyer.copyFailed')));
  return (
    <ConfirmDialog
      title={t('report.title')}
      text={t('report.text', { type: wireType })}
      confirm={t('report.copy')}
      cancel={t('report.close')}
      onConfirm={() => void copy()}
      onClose={onClose}
    >
      <pre className={styles.raw}>{report}</pre>
    </ConfirmDialog>
  );
}
