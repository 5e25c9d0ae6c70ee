import { asShopId, type ConversationId, MARKETPLACE_NAMES } from '@pasar/domain';
import type { Scope } from '@pasar/sync';
import { type FormEvent, useId, useState } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import dialogStyles from '../../../ui/confirm-dialog.module.css';
import { Select } from '../../../ui/select.tsx';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import styles from './open-dialog.module.css';

export interface OpenDialogProps {
  readonly scope: Scope;
  readonly onOpen: (id: ConversationId) => void;
  readonly onClose: () => void;
}

/** Asks for a shop and an order number, and opens the conversation with the buyer of that order. */
export function OpenDialog({ scope, onOpen, onClose }: OpenDialogProps) {
  const { t } = useTranslation('opening');
  const { t: common } = useTranslation('common');
  const desk = useDesk();
  const dialog = useModal();
  const id = useId();
  const all = useDeskState((state) => state.shops);
  const shops = [...all.values()]
    .filter(({ shopId, marketplace }) => scope === 'all' || scope === marketplace || scope === shopId)
    .map(({ shopId, marketplace, name, alias }) => ({
      shopId,
      name: alias ?? name,
      marketplace: MARKETPLACE_NAMES[marketplace],
    }))
    .toSorted((one, other) => one.marketplace.localeCompare(other.marketplace) || one.name.localeCompare(other.name));
  const [chosen, setChosen] = useState<string | null>(null);
  const [number, setNumber] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const shop = shops.find(({ shopId }) => shopId === chosen) ?? shops[0];
  const wanted = number.trim();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (shop === undefined || wanted === '' || isAsking) return;
    setIsAsking(true);
    setTrouble(null);
    const result = await desk.lists.openForOrder(asShopId(shop.shopId), wanted);
    setIsAsking(false);
    if (!result.ok) return setTrouble(failureText(result.failure, common));
    if (result.data === null) return setTrouble(t('opening.none', { shop: shop.name, number: wanted }));
    onClose();
    onOpen(result.data);
  };
  return (
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={onOwnCancel(onClose)}
    >
      <form onSubmit={(event) => void submit(event)}>
        <h2 id={`${id}-title`} className={dialogStyles.title}>
          {t('opening.title')}
        </h2>
        <p id={`${id}-text`} className={dialogStyles.text}>
          {t('opening.text')}
        </p>
        <label className={styles.field} htmlFor={`${id}-shop`}>
          <span>{t('opening.shop')}</span>
          <Select
            id={`${id}-shop`}
            value={shop?.shopId ?? ''}
            onChange={(event) => setChosen(event.currentTarget.value)}
          >
            {shops.map(({ shopId, name, marketplace }) => (
              <option key={shopId} value={shopId}>{`${name} · ${marketplace}`}</option>
            ))}
          </Select>
        </label>
        <label className={styles.field}>
          <span>{t('opening.number')}</span>
          <input
            className={styles.number}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            data-first=""
            value={number}
            aria-invalid={trouble !== null}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
        </label>
        {trouble !== null && (
          <p className={styles.trouble} role="alert">
            {trouble}
          </p>
        )}
        <div className={dialogStyles.actions}>
          <Button kind="plain" onClick={onClose}>
            {t('opening.cancel')}
          </Button>
          <Button kind="primary" type="submit" disabled={isAsking || wanted === '' || shop === undefined}>
            {t(isAsking ? 'opening.opening' : 'opening.open')}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
