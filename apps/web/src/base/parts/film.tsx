import { useState } from 'react';
import { useTranslation } from '../texts/i18n.ts';
import styles from './parts-field.module.css';

/** A video by its cover; by its name alone where there is none. */
export function Film({ url, name }: { readonly url: string; readonly name: string }) {
  const { t } = useTranslation('parts');
  const [isBroken, setIsBroken] = useState(url === '');
  return (
    <p className={styles.card}>
      {!isBroken && <img src={url} alt="" className={styles.picture} onError={() => setIsBroken(true)} />}
      <span>
        {t('part.video')}: {name}
      </span>
    </p>
  );
}
