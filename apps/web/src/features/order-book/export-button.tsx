import { ORDER_COLUMNS, ORDER_EXPORT_KINDS, type OrderExportKind, orderExportAddress } from '@pasar/api';
import { useState } from 'react';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { toast } from '../../ui/toasts.tsx';
import type { Corner } from '../../ui/use-corner.ts';
import { useArrangement } from './arrangement.ts';
import { exportedColumns } from './export-columns.ts';
import { exportProblem } from './export-problem.ts';
import { inputOf, type OrderFilter } from './filter.ts';

const KIND_TEXTS = { csv: 'export.csv', xlsx: 'export.xlsx' } as const satisfies Record<OrderExportKind, string>;
/** A file with everything that is known of the orders, with addresses and telephone numbers. */
const EVERYTHING = 'everything';
const CHOICES = [...ORDER_EXPORT_KINDS, EVERYTHING] as const;

/** Downloads the orders that the filter shows, with the columns that the table shows. The browser takes the file as the server writes it, however long it is. */
export function ExportButton({ filter }: { readonly filter: OrderFilter }) {
  const { t } = useTranslation('orderBook');
  const locale = useLocale();
  const [at, setAt] = useState<Corner | null>(null);
  const [{ hidden }] = useArrangement();
  const download = async (chosen: (typeof CHOICES)[number]) => {
    const kind = chosen === EVERYTHING ? 'xlsx' : chosen;
    const columns = chosen === EVERYTHING ? [...ORDER_COLUMNS] : exportedColumns(hidden);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const address = orderExportAddress({ kind, columns, locale, timeZone, filter: inputOf(filter, Date.now(), null) });
    const why = await exportProblem(address);
    if (why === null) location.assign(address);
    else toast('bad', [reasonText('order_export_failed', locale), why].filter(Boolean).join(' '));
  };
  return (
    <>
      <Button
        kind="plain"
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={({ currentTarget }) => {
          const box = currentTarget.getBoundingClientRect();
          setAt(at === null ? { x: box.left, y: box.bottom + 4, right: box.right } : null);
        }}
      >
        {t('export.button')}
      </Button>
      {at !== null && (
        <Menu
          label={t('export.button')}
          at={at}
          items={CHOICES.map((kind) => ({
            kind: 'action',
            key: kind,
            label: t(kind === EVERYTHING ? 'export.everything' : KIND_TEXTS[kind]),
            onChoose: () => void download(kind),
          }))}
          onClose={() => setAt(null)}
        />
      )}
    </>
  );
}
