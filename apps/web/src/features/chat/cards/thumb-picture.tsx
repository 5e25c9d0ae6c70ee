import { useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import styles from './content-cards.module.css';

/** The picture of a card, or an empty place when it does not load. */
export function ThumbPicture({ source }: { readonly source: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <NoThumb isWaiting={false} />;
  return (
    <img
      className={styles.thumb}
      src={source}
      alt=""
      width={56}
      height={56}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setIsBroken(true)}
    />
  );
}

/** An empty place with the size of a picture. */
export const NoThumb = ({ isWaiting }: { readonly isWaiting: boolean }) => (
  <span className={styles.noThumb}>{!isWaiting && <Icon name="picture" />}</span>
);
