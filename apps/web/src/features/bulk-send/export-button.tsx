import { saveSpreadsheet } from '../../base/spreadsheet-file.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { exportTask } from './commands.ts';

/** Saves the recipients of a task as a workbook. */
export function ExportButton({ taskId }: { readonly taskId: string }) {
  const { t } = useTranslation('bulkSend');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const download = () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return saveSpreadsheet(exportTask({ taskId, timeZone, locale }), common);
  };
  return (
    <Button kind="plain" onClick={() => void download()}>
      {t('export')}
    </Button>
  );
}
