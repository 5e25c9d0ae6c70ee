import type { AutomaticStopView } from '@pasar/api';
import type { ShopId } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { shopName } from '../../base/shops/health.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import { Select } from '../../ui/select.tsx';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { stopAutomatic } from './commands.ts';

export interface StopDialogProps {
  readonly what: 'account' | 'shop';
  /** The stops that hold already. */
  readonly stops: readonly AutomaticStopView[];
  readonly onClose: () => void;
}

/** Asks before everything that is sent without a person stops: in the whole account, or in the shop that is chosen. */
export function StopDialog({ what, stops, onClose }: StopDialogProps) {
  const { t } = useTranslation('automation');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const shops = useDeskState((state) => state.shops);
  const open = [...shops.values()].filter((shop) => !stops.some(({ shopId }) => shopId === shop.shopId));
  const [chosen, setChosen] = useState<ShopId | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const stop = async (event: FormEvent) => {
    event.preventDefault();
    if (what === 'shop' && chosen === undefined) return;
    setIsBusy(true);
    const result = await stopAutomatic(what === 'shop' ? (chosen ?? null) : null);
    setIsBusy(false);
    if (result.ok) onClose();
    else setProblem(failureText(result.failure, common));
  };
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form className={form.form} onSubmit={(event) => void stop(event)}>
        <h2 id={id} className={form.title}>
          {t(what === 'shop' ? 'ask.shopTitle' : 'ask.title')}
        </h2>
        {what === 'shop' && (
          <div className={form.field}>
            <label htmlFor={`${id}-shop`}>{t('ask.which')}</label>
            <Select
              id={`${id}-shop`}
              data-first=""
              value={chosen ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setChosen(open.find(({ shopId }) => shopId === value)?.shopId)
              }
            >
              <option value="" disabled>
                {t('ask.choose')}
              </option>
              {open.map((shop) => (
                <option key={shop.shopId} value={shop.shopId}>
                  {shopName(shop)}
                </option>
              ))}
            </Select>
          </div>
        )}
        <p>{t('ask.text')}</p>
        {problem !== null && (
          <p className={form.bad} role="alert">
            {problem}
          </p>
        )}
        <footer className={form.actions}>
          <Button kind="plain" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            kind="danger"
            type="submit"
            disabled={isBusy || (what === 'shop' && chosen === undefined)}
            {...(what === 'account' ? { 'data-first': '' } : {})}
          >
            {t('ask.stop')}
          </Button>
        </footer>
      </form>
    </dialog>
  );
}
