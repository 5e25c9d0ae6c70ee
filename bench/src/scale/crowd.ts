/** A crowd of Shopee logins of one shop each, the same in every process of the bench. */
export interface Crowd {
  readonly connections: number;
  /** Number of sellers; the logins are shared out evenly among them. */
  readonly accounts: number;
}
export const CONVERSATIONS_EACH = 5;
export const MESSAGES_EACH = 4;
export const CROWD_PASSWORD = 'crowd-password';
export const COUNTRY = 'SG';

const SHOP = 6_100_000_000_000_000_000n;
const USER = 6_200_000_000_000_000_000n;
const CONVERSATION = 6_300_000_000_000_000_000n;
const BUYER = 6_400_000_000_000_000_000n;

export const shopIdOf = (login: number): string => String(SHOP + BigInt(login));
export const userIdOf = (login: number): string => String(USER + BigInt(login));
export const identifierOf = (login: number): string => `crowd-${login}`;
const nth = (login: number, index: number): bigint => BigInt(login * CONVERSATIONS_EACH + index);
export const conversationIdOf = (login: number, index: number): string => String(CONVERSATION + nth(login, index));
export const buyerIdOf = (login: number, index: number): string => String(BUYER + nth(login, index));
export const loginsOf = ({ connections, accounts }: Crowd, account: number): number[] =>
  Array.from({ length: connections }, (_, login) => login).filter((login) => login % accounts === account);

/** Texts of buyers, all of about the same length. */
const TEXTS = [
  'สินค้ายังมีอยู่ไหมคะ ขอสอบถามไซซ์ค่ะ Is it still available?',
  'Hi, when will my parcel be shipped? I ordered it three days ago.',
  'Kak, apakah barang ini masih ada? Bisa kirim hari ini juga?',
] as const;
/** A text with its login and the time it was written, so that a window can tell how long it took. */
export const textOf = (login: number, number: number, at: number): string =>
  `${TEXTS[number % TEXTS.length]} [${login}@${at}]`;
export const STAMP = /\[(\d+)@(\d+)\]/g;

/** The app key that the marketplace's web client holds. */
export const APP_KEY = '1234567890';
const NOWHERE = 'http://127.0.0.1:1';
/**
 * PASAR_MARKETPLACES for a desk whose Shopee is at `origin`; no server listens at the other marketplaces' addresses.
 */
export const marketplacesAt = (origin: string): string =>
  JSON.stringify({
    shopee: { sellerOrigin: origin, socketOrigin: origin.replace('http', 'ws'), signatureKey: APP_KEY },
    lazada: { gatewayOrigin: NOWHERE, sellerOrigin: NOWHERE, accsOrigin: NOWHERE, appKey: '1' },
    tiktok: { sellerOrigin: NOWHERE, globalOrigin: NOWHERE, aid: 1, fpid: 1, appKey: '1', salt: '1' },
  });
