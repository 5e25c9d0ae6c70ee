/**
 * Pictures come over plain GETs with the session cookie, so that a page can name them where it draws: the picture of a
 * message, fetched from the marketplace in its shop's name, and the one of a delivery that is not settled.
 */
export const MEDIA_PATH = '/api/media';
export const messageMediaPath = (messageId: string): string => `${MEDIA_PATH}/${messageId}`;
export const deliveryMediaPath = (deliveryId: string): string => `${MEDIA_PATH}/deliveries/${deliveryId}`;
