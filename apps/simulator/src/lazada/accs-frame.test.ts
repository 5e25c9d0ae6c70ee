import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerTo, pushFrame } from './accs-frame.ts';

const shop = {
  marketplace: 'lazada',
  shopId: '4700000000000000123',
  userId: '2500170530338123457',
  name: 'Shop',
  country: 'PH',
  isCb: false,
} as const;
const entry = (syncId: number) => ({ syncId, bizData: '{"header":{}}', sessionId: 's', messageId: null });

function unfold(syncId: number) {
  const frame: { compressType: string; data: string } = JSON.parse(pushFrame(entry(syncId), shop, 5));
  const bytes = Buffer.from(frame.data, 'base64');
  return { compressType: frame.compressType, json: String(frame.compressType === 'GZIP' ? gunzipSync(bytes) : bytes) };
}

describe('frames of the push socket', () => {
  it('mixes both packings with and without the item', () => {
    const seen = [1, 2, 3, 6].map(unfold);
    expect(seen.map(({ compressType, json }) => [compressType, json.includes('bizDataV2')])).toEqual([
      ['COMMON', false],
      ['COMMON', true],
      ['GZIP', false],
      ['GZIP', true],
    ]);
  });

  it('writes the seller id as a bare integer, digit by digit', () => {
    expect(unfold(1).json).toContain('"sellerUserId":2500170530338123457');
  });

  it('answers heartbeats and pings, and nothing else', () => {
    expect(answerTo('{"protocol":"HEARTBEAT_ACCS_H5","type":"ACK","data":""}')).toContain('HEARTBEAT_ACCS_H5');
    expect(answerTo('{"protocol":"ACCS_H5","type":"DATA","serviceId":"h5_ping","dataId":"7"}')).toContain(
      '"dataId":"7"',
    );
    expect(answerTo('{"protocol":"ACCS_H5","type":"ACK","dataId":"7"}')).toBeNull();
    expect(answerTo('nonsense')).toBeNull();
  });
});
