import { useState } from 'react';
import { saveSpreadsheet } from '../../base/spreadsheet-file.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.tsx';
import { exportRemarks } from './commands.ts';
import type { inputOf } from './filter.ts';

/** Saves the remarks of the filter as a workbook. */
export function ExportButton({ input }: { readonly input: ReturnType<typeof inputOf> }) {
  const { t } = useTranslation('remarksPage');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const asked = exportRemarks({ ...input, timeZone, locale });
    await saveSpreadsheet(asked, common);
    setIsBusy(false);
    const result = await asked;
    if (result.ok && !result.data.isWhole) toast('bad', t('export.cut'));
  };
  return (
    <Button kind="plain" disabled={isBusy} onClick={() => void save()}>
      {t('export.button')}
    </Button>
  );
}
