import { BridgeError, type MediaUpload, type MediaUploadResult } from '@pasar/bridge';
import { type ConnectorNotice, Pauses } from '@pasar/connector-kit';
import { describe, expect, it } from 'vitest';
import { putVideo } from './video-put.ts';

const URL_OF_IT = 'https://up.example/video/1?sign=2';
const BYTES = Uint8Array.of(1, 2, 3);
const answered = (status: number, text = ''): MediaUploadResult => ({
  kind: 'answered',
  response: { status, headers: {}, bytes: new Uint8Array(), text },
});
const broken = (...failure: ConstructorParameters<typeof BridgeError>): MediaUploadResult => ({
  kind: 'broken',
  error: new BridgeError(...failure),
});

async function put(...results: readonly MediaUploadResult[]) {
  const uploads: MediaUpload[] = [];
  const notices: ConnectorNotice[] = [];
  const waits: number[] = [];
  const pauses = new Pauses({
    now: () => 0,
    after(delayMs, run) {
      waits.push(delayMs);
      queueMicrotask(run);
      return () => undefined;
    },
  });
  const media = {
    put: async (upload: MediaUpload) => {
      uploads.push(upload);
      const result = results[Math.min(uploads.length, results.length) - 1];
      if (result === undefined) throw new Error('no result is left');
      return result;
    },
  };
  const outcome = await putVideo({ media, pauses, notify: (notice) => void notices.push(notice) }, URL_OF_IT, BYTES);
  return { outcome, uploads, notices, waits };
}

describe('the bytes of a video', () => {
  it('go to the address as it was named', async () => {
    const { outcome, uploads } = await put(answered(200));
    expect(outcome).toEqual({ ok: true, value: null });
    expect(uploads).toEqual([{ url: URL_OF_IT, bytes: BYTES, contentType: 'video/mp4', timeoutMs: 120_000 }]);
  });

  it('go once more where the proxy gave no way; then the IP isolation failed', async () => {
    const away = broken('proxy', 'down', false);
    expect(await put(away, answered(200))).toMatchObject({ outcome: { ok: true }, uploads: [{}, {}], notices: [] });
    const failed = await put(away);
    expect(failed.outcome).toMatchObject({ ok: false, refusal: { reason: 'ip_isolation_failed' }, canRetry: true });
    expect(failed.uploads).toHaveLength(2);
    expect(failed.notices).toEqual([{ notice: 'ip_isolation_failed' }]);
  });

  it('never go twice where they may have arrived', async () => {
    const cut = await put(broken('reset', 'cut', true));
    expect(cut.outcome).toMatchObject({ refusal: { reason: 'marketplace_unreachable' } });
    expect(cut.uploads).toHaveLength(1);
    const late = await put(broken('timeout', 'late', true));
    expect(late.outcome).toMatchObject({ refusal: { reason: 'request_timed_out' } });
    expect([late.uploads.length, late.notices]).toEqual([1, []]);
  });

  it('go again where nothing arrived, and where there were too many requests, after two seconds', async () => {
    expect((await put(broken('refused', 'closed', false), answered(200))).uploads).toHaveLength(2);
    expect(await put(answered(429), answered(200))).toMatchObject({ outcome: { ok: true }, waits: [2_000] });
  });

  it('stay here where the address may not be dialled', async () => {
    const { outcome, uploads } = await put({ kind: 'refused', refusal: 'forbidden-address', detail: '10.0.0.1' });
    expect(outcome).toEqual({
      ok: false,
      refusal: { reason: 'unexpected_answer', detail: '10.0.0.1' },
      canRetry: false,
    });
    expect(uploads).toHaveLength(1);
  });

  it('are refused in the words of the answer', async () => {
    const { outcome } = await put(answered(400, '{"error_code":"video_too_large"}'));
    expect(outcome).toMatchObject({ refusal: { detail: 'HTTP 400 video_too_large' } });
  });
});
