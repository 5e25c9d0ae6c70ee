import { videoMediaPath } from '@pasar/api';
import type { VideoCard } from '@pasar/domain';
import { useState } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useLocalPicture } from '../pictures/local-pictures.ts';
import { videoSize } from '../pictures/picture-size.ts';
import { isPublic, mayDrawDirectly, useShopOf } from '../pictures/picture-source.ts';
import styles from './content-cards.module.css';
import type { CardPlace } from './picture-card.tsx';
import { lengthText } from './video-length.ts';
import { VideoUpload } from './video-upload.tsx';

/**
 * A video plays in its place, with the browser's own player; nothing of it is loaded before it is asked for. One that is
 * on its way shows its cover, and how far it has come.
 */
export function VideoPlace(props: { readonly video: VideoCard } & CardPlace) {
  const { t } = useTranslation('cards');
  const { video, mediaPath, rowKey, conversationId, messageId } = props;
  const { url, coverUrl, durationSeconds } = video;
  const shop = useShopOf(conversationId);
  const [isPlaying, setIsPlaying] = useState(false);
  const [failures, setFailures] = useState(0);
  const [isCoverBroken, setIsCoverBroken] = useState(false);
  const isDirect = mayDrawDirectly(shop);
  const isOnItsWay = messageId === null;
  const local = useLocalPicture(rowKey, isOnItsWay && mediaPath === null);
  const { width, height } = videoSize(video);
  const size = { width, aspectRatio: `${width} / ${height}` };
  const told = coverUrl !== null && isDirect && isPublic(coverUrl) ? coverUrl : mediaPath;
  const cover = local?.url ?? (isCoverBroken || (coverUrl === null && !isOnItsWay) ? null : told);
  const fromServer = url === null || messageId === null ? null : videoMediaPath(messageId);
  // Where the page itself cannot load the video, the server may: it fetches in the shop's name.
  const sources = [url !== null && isDirect && isPublic(url) ? url : null, fromServer].filter((one) => one !== null);
  const source = sources[failures];
  const length = durationSeconds === null ? null : lengthText(durationSeconds);
  if (isPlaying && source !== undefined) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: no marketplace gives captions of a buyer's video.
      <video
        key={source}
        className={styles.video}
        style={size}
        src={source}
        poster={cover ?? undefined}
        controls
        autoPlay
        playsInline
        onError={() => setFailures(failures + 1)}
      />
    );
  }
  const why = isOnItsWay
    ? null
    : sources.length === 0
      ? t('video.only')
      : source === undefined
        ? t('video.broken')
        : null;
  return (
    <span className={styles.cover} style={size}>
      {cover !== null && (
        <img
          src={cover}
          alt=""
          width={width}
          height={height}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setIsCoverBroken(true)}
        />
      )}
      {isOnItsWay ? (
        <VideoUpload clientId={rowKey} />
      ) : why === null ? (
        <button
          type="button"
          aria-label={length === null ? t('video.play') : t('video.playLength', { length })}
          onClick={() => setIsPlaying(true)}
        >
          <Icon name="play" size={28} />
        </button>
      ) : (
        <span className={styles.coverWhy}>{why}</span>
      )}
      {length !== null && (
        <span className={styles.length} aria-hidden="true">
          {length}
        </span>
      )}
    </span>
  );
}
