import { CALLS, type QuickReplyPart, type ShopView } from '@pasar/api';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type LookUp, useLookUp } from '../look-up.ts';
import { LookedUpPart } from '../looked-up.tsx';
import { shopName } from '../shops/health.ts';
import { useTranslation } from '../texts/i18n.ts';
import styles from './parts-field.module.css';

/** As long as a marketplace's goods count as unchanged elsewhere in the chat. */
const FRESH = { freshMs: 30_000, againMs: null, staleBy: { change: null, calls: [] } } as const;
const PRODUCTS: LookUp<typeof CALLS.chat.searchProducts> = { call: CALLS.chat.searchProducts, ...FRESH };
const VOUCHERS: LookUp<typeof CALLS.chat.listVouchers> = { call: CALLS.chat.listVouchers, ...FRESH };
/** The longest title that a part holds. */
const TITLE_LENGTH = 200;

export type GoodsKind = 'product' | 'voucher';
type GoodsPart = Extract<QuickReplyPart, { kind: GoodsKind }>;

interface GoodsFieldProps {
  readonly shop: ShopView;
  readonly onChoose: (part: GoodsPart) => void;
}

/** Products of the shop to choose from, by name. */
export function ProductField({ shop, onChoose }: GoodsFieldProps) {
  const { t } = useTranslation('parts');
  const [words, setWords] = useState('');
  const [keyword, setKeyword] = useState('');
  const look = useLookUp(PRODUCTS, { shopId: shop.shopId, keyword });
  const name = shopName(shop);
  return (
    <section className={styles.goods} aria-label={t('goods.products', { shop: name })}>
      <span className={styles.finding}>
        <input
          type="search"
          aria-label={t('goods.search', { shop: name })}
          placeholder={t('goods.search', { shop: name })}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            // Enter would save the reply.
            event.preventDefault();
            setKeyword(words.trim());
          }}
        />
        <Button kind="plain" onClick={() => setKeyword(words.trim())}>
          {t('goods.find')}
        </Button>
      </span>
      <LookedUpPart
        look={look}
        draw={({ products }) => (
          <Choices
            none={t('goods.none', { shop: name })}
            choices={products.map(({ productId, title }) => ({
              id: productId,
              title,
              part: { kind: 'product', shopId: shop.shopId, itemId: productId, title: title.slice(0, TITLE_LENGTH) },
            }))}
            onChoose={onChoose}
          />
        )}
      />
    </section>
  );
}

/** Vouchers of the shop to choose from: those that buyers can use now or later. */
export function VoucherField({ shop, onChoose }: GoodsFieldProps) {
  const { t } = useTranslation('parts');
  const look = useLookUp(VOUCHERS, { shopId: shop.shopId });
  const name = shopName(shop);
  return (
    <section className={styles.goods} aria-label={t('goods.vouchers', { shop: name })}>
      <LookedUpPart
        look={look}
        draw={({ vouchers }) => (
          <Choices
            none={t('goods.none', { shop: name })}
            choices={vouchers
              .filter(({ status }) => status !== 'expired')
              .map(({ voucherId, voucherCode, name: title }) => ({
                id: voucherId,
                title,
                part: {
                  kind: 'voucher',
                  shopId: shop.shopId,
                  voucherId,
                  voucherCode,
                  title: title.slice(0, TITLE_LENGTH),
                },
              }))}
            onChoose={onChoose}
          />
        )}
      />
    </section>
  );
}

interface Choice {
  readonly id: string;
  readonly title: string;
  readonly part: GoodsPart;
}

function Choices(props: {
  readonly choices: readonly Choice[];
  readonly none: string;
  readonly onChoose: (part: GoodsPart) => void;
}) {
  const { t } = useTranslation('parts');
  if (props.choices.length === 0) return <p>{props.none}</p>;
  return (
    <ul className={styles.choices}>
      {props.choices.map(({ id, title, part }) => (
        <li key={id}>
          <Button kind="link" aria-label={t('goods.add', { name: title })} onClick={() => props.onChoose(part)}>
            {title}
          </Button>
        </li>
      ))}
    </ul>
  );
}
