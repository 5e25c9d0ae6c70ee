import { createHash } from 'node:crypto';

/** Hex md5 of token, t, app key and the sent text of `data`, joined by `&` (facts 2.1). */
export function signOf(token: string, t: string, appKey: string, data: string): string {
  return createHash('md5').update(`${token}&${t}&${appKey}&${data}`).digest('hex');
}
