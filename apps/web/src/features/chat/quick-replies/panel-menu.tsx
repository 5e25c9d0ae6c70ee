import type { QuickReplyConfigView } from '@pasar/api';
import { MARKETPLACE_NAMES, MARKETPLACES } from '@pasar/domain';
import { fromBase64 } from '@pasar/sync';
import { useState } from 'react';
import { failedDialog, lazyScreen } from '../../../base/lazy-screen.tsx';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MenuButton, type MenuItem } from '../../../ui/menu.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toasts.tsx';
import { exportReplies, offerAt } from './commands.ts';
import { GroupDialog } from './group-dialog.tsx';
import type { ImportDialogProps } from './import-dialog.tsx';
import { isEnabledAt } from './offered.ts';

const ImportDialog = lazyScreen<ImportDialogProps>(
  () => import('./import-dialog.tsx').then(({ ImportDialog }) => ImportDialog),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

/** What is done with all replies: a new group, a workbook, and where they are offered. */
export function PanelMenu(props: { readonly config: QuickReplyConfigView | null; readonly mayChange: boolean }) {
  const { t } = useTranslation('quickReplies');
  const { t: common } = useTranslation('common');
  const { config, mayChange } = props;
  const [dialog, setDialog] = useState<'none' | 'group' | 'import'>('none');
  const close = () => setDialog('none');
  const save = async () => {
    const result = await exportReplies();
    if (result.ok) saveFile(new Blob([fromBase64(result.data.file)]), result.data.fileName);
    else toast('bad', failureText(result.failure, common));
  };
  const change = async (...given: Parameters<typeof offerAt>) => {
    const result = await offerAt(...given);
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  const items: readonly MenuItem[] = [
    ...(mayChange
      ? ([
          { kind: 'action', key: 'group', icon: 'plus', label: t('group.new'), onChoose: () => setDialog('group') },
          {
            kind: 'action',
            key: 'import',
            icon: 'up',
            label: t('import.title'),
            onChoose: () => setDialog('import'),
          },
        ] as const)
      : []),
    { kind: 'action', key: 'export', icon: 'down', label: t('export'), onChoose: () => void save() },
    ...(mayChange
      ? ([
          { kind: 'heading', key: 'offer', label: t('offer.title') },
          ...MARKETPLACES.map((marketplace) => {
            const isOn = isEnabledAt(marketplace, config);
            const name = MARKETPLACE_NAMES[marketplace];
            return {
              kind: 'action' as const,
              key: marketplace,
              label: name,
              name: t(isOn ? 'offer.on' : 'offer.off', { marketplace: name }),
              isChosen: isOn,
              onChoose: () => void change(marketplace, !isOn),
            };
          }),
        ] as const)
      : []),
  ];
  return (
    <>
      <MenuButton label={t('panel.menu')} items={items}>
        <Icon name="more" size={18} />
      </MenuButton>
      {dialog === 'group' && <GroupDialog group={null} onClose={close} />}
      {dialog === 'import' && <ImportDialog onClose={close} onForm={() => void save()} />}
    </>
  );
}
