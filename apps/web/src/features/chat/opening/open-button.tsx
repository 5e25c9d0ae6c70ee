import type { ConversationId } from '@pasar/domain';
import type { Scope } from '@pasar/sync';
import { useState } from 'react';
import { failedDialog, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { needOpeningTexts } from './need-texts.ts';
import type { OpenDialogProps } from './open-dialog.tsx';

const OpenDialog = lazyScreen<OpenDialogProps>(
  () => withTexts(needOpeningTexts, () => import('./open-dialog.tsx').then(({ OpenDialog }) => OpenDialog)),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

interface OpenButtonProps {
  /** The shops to choose from. */
  readonly scope: Scope;
  readonly onOpen: (id: ConversationId) => void;
}

/** Opens a conversation with the buyer of an order, who may never have written. */
export function OpenButton({ scope, onOpen }: OpenButtonProps) {
  const { t } = useTranslation('chat');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="pencil"
        label={t('opening.open')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <OpenDialog scope={scope} onOpen={onOpen} onClose={() => setIsOpen(false)} />}
    </>
  );
}
