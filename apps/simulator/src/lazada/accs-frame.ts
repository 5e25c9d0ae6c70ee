/**
 * Text frames of the ACCS socket (facts 2.2). The real socket uses both packings and both kinds of push side by side,
 * so every third push is compressed, and every second push carries its item; the others make the client call `sync`.
 */
import { gzipSync } from 'node:zlib';
import type { Shop } from '../world/types.ts';
import { NAMESPACE } from './session-view.ts';
import type { NewsEntry } from './sync-log.ts';
import { readObject, writeJson } from './wire-json.ts';

/** Seen on the sibling marketplace; the name on this marketplace is not public. */
const SERVICE_ID = 'ae-lz-sync';
const HEARTBEAT = 'HEARTBEAT_ACCS_H5';
/** Seconds until the next `h5_ping` is due, as the answer to a ping tells (our choice). */
const PING_INTERVAL_SECONDS = 30;

export function pushFrame(entry: NewsEntry, shop: Shop, now: number): string {
  const isCompressed = entry.syncId % 3 === 0;
  const hasItem = entry.syncId % 2 === 0;
  const json = writeJson({
    syncBody: {
      namespace: NAMESPACE,
      typeAndIdMap: { im: entry.syncId },
      serverTime: now,
      sessionId: entry.sessionId,
      messageId: entry.messageId ?? '',
      sellerUserId: BigInt(shop.userId),
    },
    ...(hasItem ? { bizDataV2: entry.bizData } : {}),
  });
  const bytes = isCompressed ? gzipSync(json) : Buffer.from(json);
  return writeJson({
    protocol: 'ACCS_H5',
    type: 'DATA',
    err: '0',
    serviceId: SERVICE_ID,
    dataId: `${entry.syncId}_${now.toString(36)}`,
    compressType: isCompressed ? 'GZIP' : 'COMMON',
    data: bytes.toString('base64'),
    extHeader: {},
  });
}

/** The server's answer to a client's frame; null for none. An acknowledgement has no answer. */
export function answerTo(text: string): string | null {
  const frame = readObject(text);
  if (frame === null) return null;
  if (frame.protocol === HEARTBEAT) return writeJson({ protocol: HEARTBEAT, type: 'ACK', data: '' });
  if (frame.serviceId !== 'h5_ping' || frame.type !== 'DATA') return null;
  return writeJson({
    protocol: 'ACCS_H5',
    type: 'RES',
    err: '0',
    serviceId: 'h5_ping',
    dataId: frame.dataId ?? '',
    compressType: 'COMMON',
    data: Buffer.from(JSON.stringify({ timeInterval: PING_INTERVAL_SECONDS })).toString('base64'),
    extHeader: {},
  });
}
