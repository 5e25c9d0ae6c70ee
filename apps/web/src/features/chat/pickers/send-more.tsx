import { useState } from 'react';
import { failedDialog, lazyScreen } from '../../../base/lazy-screen.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { PickerProps } from './props.ts';

// Most answers are text, so the pickers are loaded when the first one is opened.
const PickerDialog = lazyScreen<PickerProps>(() => import('./load-picker.ts').then(({ loadPicker }) => loadPicker()), {
  failed: failedDialog(({ onClose }) => onClose()),
});

/** The button beside the text box that opens what a shop can send besides words and pictures. */
export function SendMore(props: Omit<PickerProps, 'onClose'> & { readonly className: string | undefined }) {
  const { conversation, shop, className } = props;
  const { t } = useTranslation('chat');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="plus"
        className={className ?? ''}
        label={t('pickers.open')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <PickerDialog conversation={conversation} shop={shop} onClose={() => setIsOpen(false)} />}
    </>
  );
}
