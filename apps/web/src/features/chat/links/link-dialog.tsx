import { useTranslation } from '../../../base/texts/i18n.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { rememberHost } from './known-hosts.ts';

export interface LinkDialogProps {
  readonly url: string;
  readonly host: string;
  readonly onClose: () => void;
}

/** Asks before the first page of a host is opened that is no marketplace's. */
export function LinkDialog({ url, host, onClose }: LinkDialogProps) {
  const { t } = useTranslation('links');
  const { t: chat } = useTranslation('chat');
  const open = () => {
    rememberHost(host);
    window.open(url, '_blank', 'noopener,noreferrer');
  };
  return (
    <ConfirmDialog
      title={t('link.title', { host })}
      text={t('link.text')}
      confirm={t('link.open')}
      cancel={chat('cancel')}
      onConfirm={open}
      onClose={onClose}
    >
      {url}
    </ConfirmDialog>
  );
}
