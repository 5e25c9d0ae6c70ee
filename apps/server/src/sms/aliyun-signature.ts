import { createHmac } from 'node:crypto';

/** As RFC 3986 has it: of the other signs, `encodeURIComponent` leaves five as they are. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The parameters as a query, in the order of their names. */
export const sortedQuery = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');

/** The signature of a GET request of Alibaba Cloud's RPC style, version 1.0 with HMAC-SHA1. */
export const aliyunSignature = (parameters: Readonly<Record<string, string>>, secret: string): string =>
  createHmac('sha1', `${secret}&`)
    .update(`GET&${encoded('/')}&${encoded(sortedQuery(parameters))}`)
    .digest('base64');
