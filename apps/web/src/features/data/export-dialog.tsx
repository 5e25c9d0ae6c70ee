import { useTranslation } from '../../base/texts/i18n.ts';
import { beginExport, download } from './commands.ts';
import { PasswordDialog } from './password-dialog.tsx';

export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('data');
  return (
    <PasswordDialog
      title={t('export.title')}
      hint={t('export.sure')}
      confirm={t('export.confirm')}
      tone="primary"
      isReady
      run={beginExport}
      onDone={({ ticket }) => {
        if (ticket === null) return t('export.busy');
        download(ticket);
        return null;
      }}
      onClose={onClose}
    />
  );
}
