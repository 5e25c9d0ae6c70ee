import type { MessageContent } from '@pasar/domain';
import { OfferLine } from './offer-card.tsx';
import { OrderLine } from './order-card.tsx';
import type { CardPlace } from './picture-card.tsx';
import { StickerPicture } from './sticker-picture.tsx';
import { Thumb } from './thumb.tsx';
import { FollowLine, LogisticsLine, RatingLine, RefundLine } from './told-lines.tsx';
import { VideoPlace } from './video-place.tsx';
import { VoucherLine } from './voucher-card.tsx';

type Loaded = Exclude<MessageContent, { type: 'text' | 'notice' | 'placeholder' | 'image' | 'products' }>;
export interface LoadedCardProps extends CardPlace {
  readonly content: Loaded;
}

/** Every card but pictures and products, which most conversations with cards hold. */
export function LoadedCard({ content, ...place }: LoadedCardProps) {
  const thumb = (url: string | null) => <Thumb url={url} at={0} {...place} />;
  switch (content.type) {
    case 'order':
    case 'myOrder':
    case 'confirmOrder':
      return <OrderLine order={content.order} of={content.type} thumb={thumb(content.order.iconUrl)} {...place} />;
    case 'voucher':
      return <VoucherLine voucher={content.voucher} {...place} />;
    case 'video':
      return <VideoPlace video={content.video} {...place} />;
    case 'sticker':
      return <StickerPicture sticker={content.sticker} {...place} />;
    case 'follow':
      return <FollowLine follow={content.follow} />;
    case 'refund':
      return <RefundLine refund={content.refund} thumb={thumb(content.refund.iconUrl)} {...place} />;
    case 'logistics':
      return <LogisticsLine logistics={content.logistics} thumb={thumb(content.logistics.iconUrl)} {...place} />;
    case 'offer':
      return <OfferLine offer={content.offer} thumb={thumb(content.offer.iconUrl)} {...place} />;
    case 'rating':
      return <RatingLine rating={content.rating} {...place} />;
  }
}
