/**
 * Pictures come over plain GETs with the session cookie, so that a page can name them where it draws: those of messages,
 * cards and buyers, fetched from the marketplace in the shop's name, and the one of a delivery that is not settled.
 */
export const MEDIA_PATH = '/api/media';
export const messageMediaPath = (messageId: string): string => `${MEDIA_PATH}/${messageId}`;
/** The picture of a card under its message's path, by its place: of the products the first is 0; an order has that one. */
export const cardMediaPath = (ofMessage: string, place: number | string): string => `${ofMessage}/cards/${place}`;
/** The buyer's picture in a conversation. */
export const buyerMediaPath = (conversationId: string): string => `${MEDIA_PATH}/buyers/${conversationId}`;
export const deliveryMediaPath = (deliveryId: string): string => `${MEDIA_PATH}/deliveries/${deliveryId}`;
