import type { OutgoingCard } from '@pasar/domain';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './picker.module.css';
import type { PickProps } from './props.ts';

const REQUESTS = {
  follow: { text: 'follow.text', send: 'follow.send' },
  rating: { text: 'rating.text', send: 'rating.send' },
} as const satisfies Partial<Record<OutgoingCard['type'], unknown>>;

/** A request of the shop to the buyer: the marketplace writes its words, so there is nothing to choose. */
const requestPicker = (type: keyof typeof REQUESTS) =>
  function RequestPicker({ shop, onPick }: PickProps) {
    const { t } = useTranslation('pickers');
    const { text, send } = REQUESTS[type];
    return (
      <div className={styles.files}>
        <p>{t(text, { shop: shop.alias ?? shop.name })}</p>
        <Button kind="primary" onClick={() => onPick([{ type }])}>
          {t(send)}
        </Button>
      </div>
    );
  };

export const FollowPicker = requestPicker('follow');
export const RatingPicker = requestPicker('rating');
