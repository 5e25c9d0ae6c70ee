import { gzipSync } from 'node:zlib';
import { createLazadaConnector } from '@pasar/connector-lazada';
import { LIMITS } from '@pasar/domain';
import { describeConnectorContract } from '../src/index.ts';

const text = (value: unknown) => ({ type: 'text', text: JSON.stringify(value) }) as const;
const frame = { protocol: 'ACCS_H5', type: 'DATA', err: '0', serviceId: 'x', dataId: '1', extHeader: {} };
const base64 = (value: string | Uint8Array): string => Buffer.from(value).toString('base64');

describeConnectorContract({
  marketplace: 'lazada',
  createConnector: ({ origins, keys }) =>
    createLazadaConnector({
      gatewayOrigin: () => origins.lazada,
      sellerOrigin: () => origins.lazada,
      accsOrigin: () => origins.lazada,
      appKey: keys.appKey,
    }),
  // A search without a word lists the chat's own cards, which only cover products on sale.
  canListOffline: false,
  isMediaOpen: false,
  sendTimeoutMs: LIMITS.messageSendTimeoutMs,
  unreadableFrames: [
    { type: 'text', text: 'no frame at all' },
    { type: 'binary', bytes: Uint8Array.of(0, 1, 2, 3) },
    text({ ...frame, compressType: 'COMMON', data: base64('{"syncBody":{}}') }),
    text({ ...frame, compressType: 'GZIP', data: base64('not compressed') }),
    text({ ...frame, compressType: 'GZIP', data: base64(gzipSync(Buffer.alloc(8 * 1024 * 1024))) }),
  ],
});
