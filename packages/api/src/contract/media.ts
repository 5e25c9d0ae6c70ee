import { anyOf, type MediaAccess, permission } from './call.ts';

/**
 * Pictures come over plain GETs with the session cookie, so that a page can name them as image sources. The pictures of
 * messages, cards and buyers are fetched from the marketplace in the shop's name; the picture of a delivery is served
 * until the delivery is settled.
 */
export const MEDIA_PATH = '/api/media';
export const messageMediaPath = (messageId: string): string => `${MEDIA_PATH}/${messageId}`;
/**
 * The picture of a card, below the path of its message. `place` is the index of a product, from 0; an order has only 0.
 */
export const cardMediaPath = (ofMessage: string, place: number | string): string => `${ofMessage}/cards/${place}`;
/** The video of a message. The picture of the message itself is the video's cover. */
export const videoMediaPath = (messageId: string): string => `${MEDIA_PATH}/videos/${messageId}`;
/** The buyer's picture in a conversation. */
export const buyerMediaPath = (conversationId: string): string => `${MEDIA_PATH}/buyers/${conversationId}`;
/** A picture of a quick reply, or the cover of its video. */
export const quickReplyMediaPath = (pictureId: string): string => `${MEDIA_PATH}/quick-replies/${pictureId}`;
/** A picture of an automatic message, or the cover of its video. */
export const automaticMediaPath = (pictureId: string): string => `${MEDIA_PATH}/automatic/${pictureId}`;
export const remarkMediaPath = (pictureId: string): string => `${MEDIA_PATH}/remarks/${pictureId}`;
export const deliveryMediaPath = (deliveryId: string): string => `${MEDIA_PATH}/deliveries/${deliveryId}`;

/** A kind of picture. In `path`, `{id}` is a UUID and `{place}` a number of up to three digits. */
export interface Medium {
  readonly path: string;
  readonly access: MediaAccess;
  readonly summary: string;
}

const chat = /* @__PURE__ */ permission('chat');

/** Every kind of picture: the path that the server must mount, and who may fetch it. */
export const MEDIA = {
  message: {
    path: /* @__PURE__ */ messageMediaPath('{id}'),
    access: chat,
    summary: 'The picture of a message, fetched in the name of its shop',
  },
  card: {
    path: /* @__PURE__ */ cardMediaPath(/* @__PURE__ */ messageMediaPath('{id}'), '{place}'),
    access: chat,
    summary: "The picture of a message's card, by its place on the card, fetched in the name of its shop",
  },
  video: {
    path: /* @__PURE__ */ videoMediaPath('{id}'),
    access: chat,
    summary: 'The video of a message, fetched in the name of its shop',
  },
  buyer: {
    path: /* @__PURE__ */ buyerMediaPath('{id}'),
    access: chat,
    summary: 'The picture of the buyer of a conversation, fetched in the name of its shop',
  },
  delivery: {
    path: /* @__PURE__ */ deliveryMediaPath('{id}'),
    access: chat,
    summary: 'A picture on its way, until its delivery is settled',
  },
  quickReply: {
    path: /* @__PURE__ */ quickReplyMediaPath('{id}'),
    access: chat,
    summary: 'A picture of a quick reply, or the cover of its video',
  },
  automatic: {
    path: /* @__PURE__ */ automaticMediaPath('{id}'),
    access: /* @__PURE__ */ anyOf('chat', 'batchReply', 'orderCare'),
    summary: 'A picture of an automatic message, or the cover of its video',
  },
  remark: {
    path: /* @__PURE__ */ remarkMediaPath('{id}'),
    access: /* @__PURE__ */ permission('remark'),
    summary: 'A picture of a remark',
  },
} as const satisfies Readonly<Record<string, Medium>>;
