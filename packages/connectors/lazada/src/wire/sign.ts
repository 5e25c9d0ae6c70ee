import { createHash } from 'node:crypto';

/**
 * Hex md5 of `token & t & appKey & data` joined by `&` (facts 2.1). `data` is exactly the text that is sent. `token` is
 * the part of the cookie `_m_h5_tk` before `_`, empty before the cookie exists.
 */
export function sign(token: string, t: string, appKey: string, data: string): string {
  return createHash('md5').update(`${token}&${t}&${appKey}&${data}`).digest('hex');
}
