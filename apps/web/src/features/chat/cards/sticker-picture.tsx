import type { StickerCard } from '@pasar/domain';
import { useState } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { STICKER_SIZE } from '../pictures/picture-size.ts';
import { isPublic, mayDrawDirectly, useShopOf } from '../pictures/picture-source.ts';
import styles from './content-cards.module.css';
import type { CardPlace } from './picture-card.tsx';

/** A sticker as its picture, or its name where no picture can be had. */
export function StickerPicture({ sticker, mediaPath, conversationId }: { readonly sticker: StickerCard } & CardPlace) {
  const { t } = useTranslation('chat');
  const shop = useShopOf(conversationId);
  const isDirect = isPublic(sticker.imageUrl) && mayDrawDirectly(shop);
  const sources = [isDirect ? sticker.imageUrl : null, mediaPath].filter((source) => source !== null);
  const [failures, setFailures] = useState(0);
  const source = sources[failures];
  const name = sticker.text ?? t('kind.sticker');
  if (source === undefined)
    return (
      <span className={styles.broken} style={STICKER_SIZE}>
        {name}
      </span>
    );
  return (
    <img
      className={styles.sticker}
      src={source}
      alt={name}
      {...STICKER_SIZE}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailures(failures + 1)}
    />
  );
}
