import { type CSSProperties, type ReactNode, useState } from 'react';
import styles from './avatar.module.css';
import { avatarColour, initials } from './initials.ts';

export interface AvatarProps {
  readonly name: string;
  /** Decides the colour: an id, so that a renamed buyer keeps the colour. */
  readonly seed: string;
  readonly url: string | null;
  readonly size: number;
  readonly shape?: 'round' | 'square';
  /** A mark on the lower right corner. */
  readonly children?: ReactNode;
}

/** Pictures that failed to load are not requested again, because rows are drawn often. */
const broken = new Set<string>();

/** A picture, or initials when there is none or it does not load. The surrounding element has the name. */
export function Avatar({ name, seed, url, size, shape = 'round', children }: AvatarProps) {
  const [, setBrokenUrl] = useState<string | null>(null);
  const style: CSSProperties = { width: size, height: size, fontSize: Math.round(size * 0.34) };
  return (
    <span className={styles.avatar} style={style} aria-hidden="true">
      <span
        className={shape === 'round' ? styles.round : styles.square}
        style={{ backgroundColor: avatarColour(seed) }}
      >
        {initials(name)}
        {url !== null && !broken.has(url) && (
          <img
            src={url}
            alt=""
            width={size}
            height={size}
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
            onError={() => {
              broken.add(url);
              setBrokenUrl(url);
            }}
          />
        )}
      </span>
      {children}
    </span>
  );
}
