import type { ShopId } from '@pasar/domain';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { useTranslation } from '../texts/i18n.ts';
import { ShopPicker } from './shop-picker.tsx';

/** Chooses the shops that a list is about; none chosen are all. */
export function ShopsDialog(props: {
  readonly chosen: readonly ShopId[];
  readonly onChosen: (chosen: readonly ShopId[]) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('shopPicker');
  const id = useId();
  const dialog = useModal();
  const [chosen, setChosen] = useState(props.chosen);
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={id} onCancel={onOwnCancel(props.onClose)}>
      <div className={form.form}>
        <h2 id={id} className={form.title}>
          {t('shops.title')}
        </h2>
        <ShopPicker chosen={chosen} onChange={setChosen} />
        <div className={form.actions}>
          <Button kind="link" data-side="" onClick={() => setChosen([])}>
            {t('shops.all')}
          </Button>
          <Button kind="plain" onClick={props.onClose}>
            {t('cancel')}
          </Button>
          <Button
            kind="primary"
            onClick={() => {
              props.onClose();
              props.onChosen(chosen);
            }}
          >
            {t('shops.show')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
