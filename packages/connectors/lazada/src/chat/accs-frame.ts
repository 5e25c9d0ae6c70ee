/** Text frames of the ACCS socket (facts 2.2). */
import { gunzipSync } from 'node:zlib';
import { tryExactJson } from '@pasar/connector-kit';
import { z } from 'zod';
import { type Read, unreadable } from '../calls/reading/message.ts';
import { describeIssues, wireId, wireInt } from '../wire/fields.ts';

/** A push that is longer than this when unpacked is unreadable. Bytes. */
const MAX_INFLATED_BYTES = 4 * 1024 * 1024;
const HEARTBEAT = 'HEARTBEAT_ACCS_H5';

export interface Push {
  readonly syncId: number;
  readonly namespace: number;
  /** The item as JSON text; null when it must be pulled. */
  readonly bizData: string | null;
}
export type AccsFrame =
  /** Heartbeats, acknowledgements and answers to our own frames: signs of life. */
  | { readonly kind: 'control' }
  /** `push` may be unreadable; the frame is acknowledged nevertheless. */
  | { readonly kind: 'data'; readonly dataId: string; readonly serviceId: string; readonly push: Read<Push> };

const frameSchema = z.object({
  protocol: z.string(),
  type: z.string(),
  err: z.string().nullish(),
  serviceId: z.string().nullish(),
  dataId: wireId.nullish(),
  compressType: z.string().nullish(),
  data: z.string().nullish(),
});
const pushSchema = z.object({
  syncBody: z.object({ namespace: wireInt, typeAndIdMap: z.object({ im: wireInt }) }),
  bizDataV2: z.string().nullish(),
});

function inflate(bytes: Buffer): Buffer | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES });
  } catch {
    // Damaged or too large: the push is unreadable.
    return null;
  }
}

function fromWireData(data: string, compressType: string): Read<Push> {
  const bytes = Buffer.from(data, 'base64');
  if (compressType !== 'COMMON' && compressType !== 'GZIP') return unreadable(`push: compressType ${compressType}`);
  const json = compressType === 'GZIP' ? inflate(bytes) : bytes;
  if (json === null) return unreadable('push: the compressed data cannot be unfolded');
  const parsed = tryExactJson(json.toString('utf8'));
  if (!parsed.ok) return unreadable('push: not JSON');
  const push = pushSchema.safeParse(parsed.value);
  if (!push.success) return unreadable(`push: ${describeIssues(push.error)}`);
  const { syncBody, bizDataV2 } = push.data;
  return {
    ok: true,
    value: { syncId: syncBody.typeAndIdMap.im, namespace: syncBody.namespace, bizData: bizDataV2 ?? null },
  };
}

export function fromWireFrame(text: string): Read<AccsFrame> {
  const parsed = tryExactJson(text);
  if (!parsed.ok) return unreadable('frame: not JSON');
  const result = frameSchema.safeParse(parsed.value);
  if (!result.success) return unreadable(`frame: ${describeIssues(result.error)}`);
  const frame = result.data;
  if (frame.protocol === HEARTBEAT || frame.type === 'ACK' || frame.type === 'RES') {
    return { ok: true, value: { kind: 'control' } };
  }
  if (frame.protocol !== 'ACCS_H5' || frame.type !== 'DATA')
    return unreadable(`frame: ${frame.protocol} ${frame.type}`);
  const hasError = frame.err != null && frame.err !== '' && frame.err !== '0';
  return {
    ok: true,
    value: {
      kind: 'data',
      dataId: frame.dataId ?? '',
      serviceId: frame.serviceId ?? '',
      push: hasError
        ? unreadable(`push: err ${frame.err}`)
        : fromWireData(frame.data ?? '', frame.compressType ?? 'COMMON'),
    },
  };
}

/** The client's frames: keep-alive, a ping that expects an answer (ours: its body), and the receipt of a push. */
export const toWireHeartbeat = (): string => JSON.stringify({ type: 'ACK', protocol: HEARTBEAT, data: '' });

export const toWirePing = (dataId: string): string =>
  JSON.stringify({
    protocol: 'ACCS_H5',
    type: 'DATA',
    serviceId: 'h5_ping',
    dataId,
    compressType: 'COMMON',
    data: Buffer.from('{}').toString('base64'),
    extHeader: {},
  });

export const toWireAck = (dataId: string, serviceId: string): string =>
  JSON.stringify({ protocol: 'ACCS_H5', type: 'ACK', dataId, serviceId, data: '', extHeader: {} });
