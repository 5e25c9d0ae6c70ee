import type { ConversationId, MessageId, Picture } from '@pasar/domain';
import { useState } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { useLocalPicture } from '../pictures/local-pictures.ts';
import { shownSize } from '../pictures/picture-size.ts';
import { isPublic, mayDrawDirectly, useShopOf } from '../pictures/picture-source.ts';
import { viewed } from '../pictures/viewed.ts';
import styles from './content-cards.module.css';

/**
 * The place of a picture. `mediaPath`: where the server gives the picture of this row, null while it has none.
 * `rowKey`: names a picture that this window itself has sent. `messageId`: null for a card that is being sent.
 */
export interface CardPlace {
  readonly mediaPath: string | null;
  readonly rowKey: string;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId | null;
}

/**
 * Where a picture is loaded from. A picture that only the shop's login may fetch comes through the server. Some
 * addresses do not show that they are private, so when loading from the address fails, the server is asked before the
 * picture counts as broken.
 */
type PictureFrom = 'address' | 'server' | 'nowhere';

export function PictureCard({
  picture,
  mediaPath,
  rowKey,
  conversationId,
  messageId,
}: { readonly picture: Picture } & CardPlace) {
  const { t } = useTranslation('chat');
  const [source, setSource] = useState<PictureFrom>('address');
  const shop = useShopOf(conversationId);
  const isLive = shop?.connection.state === 'live';
  const [wasLive, setWasLive] = useState(isLive);
  if (isLive !== wasLive) {
    setWasLive(isLive);
    // The server fetches in the shop's name: what failed while the shop was not live may succeed now.
    if (isLive && source === 'nowhere') setSource('server');
  }
  const isPending = mediaPath === null && picture.url === '';
  const local = useLocalPicture(rowKey, isPending);
  const { width, height } = shownSize(local ?? picture);
  const size = { width, aspectRatio: `${width} / ${height}` };
  const isDirect = source === 'address' && isPublic(picture.url) && mayDrawDirectly(shop);
  const whole = local?.url ?? (isDirect ? picture.url : mediaPath);
  const thumb = picture.thumbUrl !== null && isPublic(picture.thumbUrl) ? picture.thumbUrl : picture.url;
  const small = local?.url ?? (isDirect ? thumb : mediaPath);
  if (isPending && whole === null) return <span className={styles.broken} style={size} />;
  if (source === 'nowhere' || small === null || whole === null) {
    return (
      <span className={styles.broken} style={size}>
        {t('picture.broken')}
      </span>
    );
  }
  return (
    <a
      className={styles.picture}
      href={whole}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('picture.open')}
      onClick={(event) => {
        // With a key held, the browser opens the picture itself, as every link.
        if (messageId === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        viewed.update(() => ({ conversationId, messageId }));
      }}
    >
      <img
        src={small}
        alt={t('kind.image')}
        width={width}
        height={height}
        style={size}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setSource(isDirect ? 'server' : 'nowhere')}
      />
    </a>
  );
}
