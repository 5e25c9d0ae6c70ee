import { useTranslation } from '../../base/texts/i18n.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Deletes a proxy with its credentials. The server refuses while logins use the proxy. */
export function RemoveDialog(props: {
  readonly name: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('routing');
  return (
    <ConfirmDialog
      title={t('remove.title')}
      text={t('remove.text')}
      confirm={t('remove.confirm')}
      cancel={t('remove.cancel')}
      tone="danger"
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    >
      {props.name}
    </ConfirmDialog>
  );
}
