import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fromWireFrame } from './accs-frame.ts';

const frame = (data: Buffer | string, rest: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    protocol: 'ACCS_H5',
    type: 'DATA',
    err: '0',
    serviceId: 'x',
    dataId: 'd-1',
    compressType: 'COMMON',
    data: Buffer.from(data).toString('base64'),
    ...rest,
  });
const body = JSON.stringify({ syncBody: { namespace: 2, typeAndIdMap: { im: '88' } }, bizDataV2: '{}' });

function pushOf(text: string) {
  const read = fromWireFrame(text);
  if (!read.ok || read.value.kind !== 'data') throw new Error('not a data frame');
  return read.value.push;
}

describe('ACCS frames', () => {
  it('reads plain and compressed pushes alike, numbers as text too', () => {
    const expected = { ok: true, value: { syncId: 88, namespace: 2, bizData: '{}' } };
    expect(pushOf(frame(body))).toEqual(expected);
    expect(pushOf(frame(gzipSync(body), { compressType: 'GZIP' }))).toEqual(expected);
  });

  it.each<[string, string]>([
    ['a bomb', frame(gzipSync(Buffer.alloc(5 * 1024 * 1024, 32)), { compressType: 'GZIP' })],
    ['damaged gzip', frame('not gzip', { compressType: 'GZIP' })],
    ['an unknown packing', frame(body, { compressType: 'ZSTD' })],
    ['no JSON', frame('hello')],
    ['no sync body', frame('{}')],
    ['an error of the sender', frame(body, { err: '302' })],
  ])('sets aside %s, and still knows what to acknowledge', (_name, text) => {
    const read = fromWireFrame(text);
    expect(read).toMatchObject({ ok: true, value: { kind: 'data', dataId: 'd-1', push: { ok: false } } });
  });

  it.each(['nonsense', '[]', '{"protocol":"ACCS_H5","type":"NEW"}'])('refuses %s', (text) => {
    expect(fromWireFrame(text).ok).toBe(false);
  });
});
