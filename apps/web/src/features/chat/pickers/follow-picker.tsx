import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './picker.module.css';
import type { PickProps } from './props.ts';

/** An invitation to follow the shop: the marketplace writes its words, so there is nothing to choose. */
export function FollowPicker({ shop, onPick }: PickProps) {
  const { t } = useTranslation('pickers');
  return (
    <div className={styles.files}>
      <p>{t('follow.text', { shop: shop.alias ?? shop.name })}</p>
      <Button kind="primary" onClick={() => onPick([{ type: 'follow' }])}>
        {t('follow.send')}
      </Button>
    </div>
  );
}
