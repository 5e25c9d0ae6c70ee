import { ORDER_EXPORT_KINDS, type OrderExportKind, orderExportAddress } from '@pasar/api';
import { useState } from 'react';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, type MenuCorner } from '../../ui/menu.tsx';
import { toast } from '../../ui/toasts.tsx';
import { exportProblem } from './export-problem.ts';
import { inputOf, type OrderFilter } from './filter.ts';

const KIND_TEXTS = { csv: 'export.csv', xlsx: 'export.xlsx' } as const satisfies Record<OrderExportKind, string>;

/** Downloads the orders that the filter shows. The browser takes the file as the server writes it, however long it is. */
export function ExportButton({ filter }: { readonly filter: OrderFilter }) {
  const { t } = useTranslation('orderBook');
  const locale = useLocale();
  const [at, setAt] = useState<MenuCorner | null>(null);
  const download = async (kind: OrderExportKind) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const address = orderExportAddress({ kind, locale, timeZone, filter: inputOf(filter, Date.now(), null) });
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
          items={ORDER_EXPORT_KINDS.map((kind) => ({
            kind: 'action',
            key: kind,
            label: t(KIND_TEXTS[kind]),
            onChoose: () => void download(kind),
          }))}
          onClose={() => setAt(null)}
        />
      )}
    </>
  );
}
