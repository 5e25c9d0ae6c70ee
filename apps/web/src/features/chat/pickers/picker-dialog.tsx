import { type CardAbility, MARKETPLACE_NAMES, type OutgoingCard, offers } from '@pasar/domain';
import { createStore } from '@pasar/sync';
import { type ComponentType, useId } from 'react';
import { useReadable } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { moveTab } from '../../../ui/move-tab.ts';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { useSendCards } from '../guard/use-send-cards.ts';
import { OrderPicker } from './order-picker.tsx';
import styles from './picker.module.css';
import { ProductPicker } from './product-picker.tsx';
import type { PickerProps, PickProps } from './props.ts';
import { FollowPicker, RatingPicker } from './request-picker.tsx';
import { StickerPicker } from './sticker-picker.tsx';
import { VideoPicker } from './video-picker.tsx';
import { VoucherPicker } from './voucher-picker.tsx';

interface Kind {
  readonly name: 'products' | 'orders' | 'vouchers' | 'stickers' | 'follow' | 'rating' | 'videos';
  readonly ability: Exclude<CardAbility, 'productList'> | 'video';
  readonly tab: `tab.${Kind['name']}`;
  readonly none: `none.${Kind['name']}`;
  readonly Picker: ComponentType<PickProps>;
}
const KINDS: readonly [Kind, ...Kind[]] = [
  { name: 'products', ability: 'productCard', tab: 'tab.products', none: 'none.products', Picker: ProductPicker },
  { name: 'orders', ability: 'orderCard', tab: 'tab.orders', none: 'none.orders', Picker: OrderPicker },
  { name: 'vouchers', ability: 'voucherCard', tab: 'tab.vouchers', none: 'none.vouchers', Picker: VoucherPicker },
  { name: 'stickers', ability: 'sticker', tab: 'tab.stickers', none: 'none.stickers', Picker: StickerPicker },
  { name: 'follow', ability: 'followInvitation', tab: 'tab.follow', none: 'none.follow', Picker: FollowPicker },
  { name: 'rating', ability: 'ratingCard', tab: 'tab.rating', none: 'none.rating', Picker: RatingPicker },
  { name: 'videos', ability: 'video', tab: 'tab.videos', none: 'none.videos', Picker: VideoPicker },
];

/** The kind that was shown last in this window. */
const lastKind = createStore<Kind['name']>('products');

/**
 * What a shop can send besides words and pictures, and the way to videos. A kind that the marketplace lacks keeps its tab, which says why it
 * is not there.
 */
export function PickerDialog({ conversation, shop, onClose }: PickerProps) {
  const { t } = useTranslation('pickers');
  const { t: common } = useTranslation('common');
  const sendCards = useSendCards(conversation.conversationId);
  const dialog = useModal();
  const id = useId();
  const name = useReadable(lastKind);
  const kind = KINDS.find((item) => item.name === name) ?? KINDS[0];
  const isOffered = offers(shop.marketplace, kind.ability);
  const pick = (cards: readonly OutgoingCard[]) => {
    if (cards.length > 0) sendCards(...cards);
    onClose();
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={`${id}-title`} onCancel={onOwnCancel(onClose)}>
      <div className={styles.head}>
        <h2 id={`${id}-title`} className={styles.title}>
          {t('dialog.title', { name: conversation.buyer.name })}
        </h2>
        <IconButton icon="close" label={common('close')} onClick={onClose} />
      </div>
      <div className={styles.tabs} role="tablist" aria-label={t('dialog.tabs')} onKeyDown={moveTab}>
        {KINDS.map((item) => (
          <button
            key={item.name}
            type="button"
            role="tab"
            id={`${id}-${item.name}`}
            className={styles.tab}
            aria-selected={item === kind}
            aria-controls={`${id}-panel`}
            aria-disabled={!offers(shop.marketplace, item.ability)}
            tabIndex={item === kind ? 0 : -1}
            data-first={item === kind && !(isOffered && kind.name === 'products') ? '' : undefined}
            onFocus={() => lastKind.update(() => item.name)}
            onClick={() => lastKind.update(() => item.name)}
          >
            {t(item.tab)}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${kind.name}`} className={styles.panel}>
        {isOffered ? (
          <kind.Picker key={kind.name} conversation={conversation} shop={shop} onPick={pick} />
        ) : (
          <p className={styles.none}>{t(kind.none, { marketplace: MARKETPLACE_NAMES[shop.marketplace] })}</p>
        )}
      </div>
    </dialog>
  );
}
