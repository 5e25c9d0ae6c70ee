import { type CSSProperties, type ReactNode, useState } from 'react';
import styles from './avatar.module.css';
import { avatarColour, initials } from './initials.ts';

export interface AvatarProps {
  readonly name: string;
  /** What the colour hangs on: an id, so that a renamed buyer keeps it. */
  readonly seed: string;
  readonly url: string | null;
  readonly size: number;
  readonly shape?: 'round' | 'square';
  /** A mark on the lower right corner. */
  readonly children?: ReactNode;
}

/** Pictures that did not load are not asked for again: rows come and go all the time. */
const broken = new Set<string>();

/** A picture, or initials when there is none or it does not load. The name is said by what holds it. */
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
