import { CALLS } from '@pasar/api';
import { type LookUp, useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { isPublic, mayDrawDirectly } from '../pictures/picture-source.ts';
import styles from './picker.module.css';
import type { PickProps } from './props.ts';

const STICKERS: LookUp<typeof CALLS.chat.listStickers> = {
  call: CALLS.chat.listStickers,
  // A marketplace's stickers hardly change (our choice).
  freshMs: 3_600_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};

/** The stickers of the marketplace, each with its words; choosing one sends it. */
export function StickerPicker({ shop, onPick }: PickProps) {
  const { t } = useTranslation('pickers');
  const look = useLookUp(STICKERS, { shopId: shop.shopId });
  return (
    <LookedUpPart
      look={look}
      draw={({ stickers }) => (
        <ul className={styles.stickers} aria-label={t('tab.stickers')}>
          {stickers.map((sticker) => (
            <li key={sticker.stickerId}>
              <button
                type="button"
                className={styles.sticker}
                aria-label={t('sticker.send', { name: sticker.text })}
                data-tip={sticker.text}
                onClick={() => onPick([{ type: 'sticker', sticker }])}
              >
                {mayDrawDirectly(shop) && isPublic(sticker.imageUrl) && (
                  <img
                    src={sticker.imageUrl}
                    alt=""
                    width={40}
                    height={40}
                    loading="lazy"
                    referrerPolicy="no-referrer"
                  />
                )}
                <span className={styles.cut}>{sticker.text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    />
  );
}
