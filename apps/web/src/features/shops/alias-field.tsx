import type { ShopView } from '@pasar/api';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useDesk } from '../../base/desk.tsx';
import { shopName } from '../../base/shops/health.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toasts.tsx';
import styles from './manage-dialog.module.css';

/** The shop's name, with the alias that the team uses. An empty alias removes it. */
export function AliasField({ shop }: { readonly shop: ShopView }) {
  const { t } = useTranslation('shops');
  const { t: common } = useTranslation('common');
  const desk = useDesk();
  const [isOpen, setIsOpen] = useState(false);
  const [alias, setAlias] = useState(shop.alias ?? '');
  const input = useRef<HTMLInputElement>(null);
  const pencil = useRef<HTMLSpanElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) input.current?.select();
    else if (wasOpen.current) pencil.current?.querySelector('button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsOpen(false);
    const wanted = alias.trim();
    if (wanted === (shop.alias ?? '')) return;
    const result = await desk.shops.rename(shop, wanted === '' ? null : wanted);
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  if (!isOpen) {
    return (
      <span ref={pencil} className={styles.aliased}>
        <span className={styles.names}>
          <span className={styles.shopName} data-tip={shopName(shop)}>
            {shopName(shop)}
          </span>
          {shop.alias !== null && (
            <span className={styles.realName} data-tip={shop.name}>
              {shop.name}
            </span>
          )}
        </span>
        <IconButton
          icon="pencil"
          label={t('alias.edit', { shop: shopName(shop) })}
          onClick={() => {
            setAlias(shop.alias ?? '');
            setIsOpen(true);
          }}
        />
      </span>
    );
  }
  return (
    <form className={styles.aliased} onSubmit={(event) => void save(event)}>
      <input
        ref={input}
        className={styles.alias}
        aria-label={t('alias.label', { shop: shop.name })}
        placeholder={shop.name}
        maxLength={60}
        value={alias}
        onChange={(event) => setAlias(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          setIsOpen(false);
        }}
      />
      <IconButton icon="check" label={t('alias.save')} type="submit" />
    </form>
  );
}
