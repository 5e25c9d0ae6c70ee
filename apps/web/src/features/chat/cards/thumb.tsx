import { cardMediaPath } from '@pasar/api';
import { isPublic, mayDrawDirectly, useShopOf } from '../pictures/picture-source.ts';
import type { CardPlace } from './picture-card.tsx';
import { ThumbPicture } from './thumb-picture.tsx';

interface ThumbProps extends CardPlace {
  readonly url: string | null;
  /** The number of the card in its message. */
  readonly at: number;
}

/** Nothing when the marketplace names no picture, because an empty square tells nothing. */
export function Thumb({ url, at, mediaPath, conversationId }: ThumbProps) {
  const shop = useShopOf(conversationId);
  if (url === null || !isPublic(url)) return null;
  const source = mayDrawDirectly(shop) ? url : mediaPath && cardMediaPath(mediaPath, at);
  return source === null ? null : <ThumbPicture source={source} />;
}
