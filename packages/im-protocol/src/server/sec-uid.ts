import { createHmac, timingSafeEqual } from 'node:crypto';

/** The opaque text id of a user. ours: its format. */
export const secUidOf = (secret: string, userId: string): string =>
  `MS4w${createHmac('sha256', secret).update(`uid:${userId}`).digest('base64url').slice(0, 24)}`;

/** `text.signature`: only the holder of the secret can make it. */
export const sealText = (secret: string, text: string): string => {
  const body = Buffer.from(text, 'utf8').toString('base64url');
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
};

/** The text that was sealed; null for a text that was not sealed with this secret. */
export function openSealed(secret: string, sealed: string): string | null {
  const [body, signature, ...rest] = sealed.split('.');
  if (body === undefined || signature === undefined || rest.length > 0) return null;
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Buffer.from(body, 'base64url').toString('utf8');
}
