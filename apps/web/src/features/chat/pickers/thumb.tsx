import type { ShopView } from '@pasar/api';
import { NoThumb, ThumbPicture } from '../cards/thumb-picture.tsx';
import { isPublic, mayDrawDirectly } from '../pictures/picture-source.ts';

/** The picture of a product or an order; an empty place where there is none, or where this browser must not fetch it. */
export function Thumb({ url, shop }: { readonly url: string | null; readonly shop: ShopView }) {
  return url !== null && isPublic(url) && mayDrawDirectly(shop) ? (
    <ThumbPicture key={url} source={url} />
  ) : (
    <NoThumb isWaiting={false} />
  );
}
