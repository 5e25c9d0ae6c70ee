import { beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { type Harness, harness } from './harness.ts';
import type { ClientReport } from './types.ts';

let h: Harness;
let reports: ClientReport[];
beforeEach(() => {
  reports = [];
  h = harness({
    limits: { mediaBytes: 100 },
    mediaBaseUrl: 'https://media.test/files',
    hooks: {
      onReport: (report) => reports.push(report),
      profile: (user) =>
        user === 2n ? { nickName: 'Two', portrait: 'p', basicExtInfo: '{}', detailExtInfo: '' } : null,
    },
    configs: { version: 3, entries: { a: 'b' } },
  });
});
const bytes = new TextEncoder().encode('picture');

/** Uploads; gives the uri. */
function upload(contentType: string, content: Uint8Array = bytes): string {
  const stored = h.server.media.put(h.ok(1, COMMANDS.uploadToken, { tokenType: 2 }).token, content, contentType);
  if (stored.kind !== 'stored') throw new Error(stored.reason);
  return stored.uri;
}
const bytesAt = (url: string | undefined): Uint8Array => {
  const got = h.server.media.get(url ?? '');
  if (got.kind !== 'found') throw new Error(got.reason);
  return got.bytes;
};

describe('2003, 2004 and the bytes', () => {
  test('IM-V75 an upload by token can be fetched at its address', () => {
    const token = h.ok(1, COMMANDS.uploadToken, { tokenType: 2 });
    expect(token).toMatchObject({ tokenType: 2, hosts: ['https://media.test/files'] });
    const stored = h.server.media.put(token.token, bytes, 'image/png');
    if (stored.kind !== 'stored') throw new Error(stored.reason);
    expect(h.server.media.put(token.token, bytes, 'image/png')).toEqual(stored);
    expect(h.server.media.put(token.token, bytes, 'image/jpeg')).not.toEqual(stored);
    const urls = h.ok(1, COMMANDS.mediaUrls, { uri: stored.uri, mediaType: 1 });
    expect(urls).toMatchObject({ uri: stored.uri, mediaType: 1, encryptedUrls: [] });
    const url = urls.imgOptions[0]?.urls[0] ?? '';
    expect(h.server.media.get(url)).toEqual({ kind: 'found', bytes, contentType: 'image/png' });
    const { pathname, search } = new URL(url);
    expect(h.server.media.get(`${pathname}${search}`).kind).toBe('found');
    h.clock.now += 24 * 3_600_000;
    expect(h.server.media.get(url)).toEqual({ kind: 'refused', reason: 'expired' });
    expect(h.server.media.get(url.replace('s=', 's=x'))).toEqual({ kind: 'refused', reason: 'badAddress' });
    expect(h.server.media.get('http://[')).toEqual({ kind: 'refused', reason: 'badAddress' });
  });

  test('IM-V75 tokens expire, and bytes have a size limit', () => {
    const { token } = h.ok(1, COMMANDS.uploadToken, {});
    expect(h.server.media.put(token, new Uint8Array(101))).toEqual({ kind: 'refused', reason: 'tooLarge' });
    expect(h.server.media.put(token, new Uint8Array())).toEqual({ kind: 'refused', reason: 'empty' });
    expect(h.server.media.put('x.y', bytes)).toEqual({ kind: 'refused', reason: 'badToken' });
    h.clock.now += 3_600_000;
    expect(h.server.media.put(token, bytes)).toEqual({ kind: 'refused', reason: 'expired' });
  });

  test('IM-V76 an upload has the addresses of its own kind; any upload is available as a file', () => {
    const kinds = [
      [1, 'image/png', 'imgOptions'],
      [2, 'video/mp4', 'videoOptions'],
      [3, 'Audio/AAC; rate=8000', 'audioOptions'],
      [4, 'application/pdf', 'fileOptions'],
    ] as const;
    for (const [kind, contentType, slot] of kinds) {
      const uri = upload(contentType);
      const answered = h.ok(1, COMMANDS.mediaUrls, { uri, mediaType: kind });
      for (const [, , other] of kinds) expect(answered[other]).toHaveLength(other === slot ? 1 : 0);
      expect(bytesAt(answered[slot][0]?.urls[0])).toEqual(bytes);
      for (const mediaType of [1, 2, 3].filter((other) => other !== kind)) {
        expect(h.refused(1, COMMANDS.mediaUrls, { uri, mediaType })).toBe(4);
      }
      for (const mediaType of [4, 10]) {
        expect(bytesAt(h.ok(1, COMMANDS.mediaUrls, { uri, mediaType }).fileOptions[0]?.urls[0])).toEqual(bytes);
      }
    }
  });

  test('IM-V76 a vid is an upload of that kind, a cover a picture; both have their own addresses', () => {
    const uri = upload('video/mp4');
    const small = upload('video/mp4', Uint8Array.of(1));
    const cover = upload('image/png', Uint8Array.of(2));
    const sound = upload('audio/aac', Uint8Array.of(3));
    const videoOptions = [{ vid: small, coverUri: cover }, { vid: uri }, {}];
    const answered = h.ok(1, COMMANDS.mediaUrls, { uri, mediaType: 2, videoOptions }).videoOptions;
    expect(answered.map(({ vid }) => vid)).toEqual([small, uri, '']);
    expect(answered.map(({ urls }) => bytesAt(urls[0]))).toEqual([Uint8Array.of(1), bytes, bytes]);
    expect(answered.map(({ coverUrls }) => coverUrls.map(bytesAt))).toEqual([[Uint8Array.of(2)], [], []]);
    const heard = h.ok(1, COMMANDS.mediaUrls, { uri: sound, mediaType: 3, audioOptions: [{ vid: sound }] });
    expect(heard.audioOptions.map(({ urls }) => bytesAt(urls[0]))).toEqual([Uint8Array.of(3)]);
    for (const option of [{ vid: 'does-not-exist' }, { vid: sound }, { coverUri: small }, { coverUri: 'none' }]) {
      expect(h.refused(1, COMMANDS.mediaUrls, { uri, mediaType: 2, videoOptions: [option] })).toBe(4);
    }
    expect(h.refused(1, COMMANDS.mediaUrls, { uri: sound, mediaType: 3, audioOptions: [{ vid: uri }] })).toBe(4);
  });

  test('IM-V77 every rendition of a picture has its own address, which is not valid for another', () => {
    const uri = upload('image/png');
    const imgOptions = [
      {},
      { tplv: 'thumb' },
      { tplv: 'thumb', params: ['100', '100'] },
      { tplv: 'thumb', params: ['100,100'] },
      { tplv: 'thumb', format: 'webp' },
      { tplv: 'a&b=../?#é', params: ['%2F'], format: 'a/b' },
    ];
    const answered = h.ok(1, COMMANDS.mediaUrls, { uri, mediaType: 1, imgOptions }).imgOptions;
    expect(answered).toMatchObject(imgOptions);
    const urls = answered.flatMap((option) => option.urls);
    expect(new Set(urls).size).toBe(imgOptions.length);
    for (const url of urls) expect(bytesAt(url)).toEqual(bytes);
    const thumb = urls[1] ?? '';
    expect(new URL(thumb).searchParams.get('tplv')).toBe('thumb');
    for (const other of [thumb.replace('tplv=thumb', 'tplv=full'), thumb.replace('tplv=thumb&', '')]) {
      expect(h.server.media.get(other)).toEqual({ kind: 'refused', reason: 'badAddress' });
    }
  });

  test('IM-V77 encrypted addresses are those of the encrypted upload, never of the plain one', () => {
    const uri = upload('image/png');
    const encryptedUri = upload('application/octet-stream', Uint8Array.of(9, 9));
    const asked = { uri, mediaType: 1, encrypted: true, encryptedUri };
    const both = h.ok(1, COMMANDS.mediaUrls, asked);
    expect(both.encryptedUrls.map(bytesAt)).toEqual([Uint8Array.of(9, 9)]);
    expect(both.imgOptions.flatMap(({ urls }) => urls.map(bytesAt))).toEqual([bytes]);
    const alone = h.ok(1, COMMANDS.mediaUrls, { ...asked, uri: '' });
    expect(alone.encryptedUrls.map(bytesAt)).toEqual([Uint8Array.of(9, 9)]);
    expect(alone.imgOptions).toEqual([]);
    expect(h.ok(1, COMMANDS.mediaUrls, { ...asked, encrypted: false }).encryptedUrls).toEqual([]);
    for (const wrong of [{ encryptedUri: '' }, { encryptedUri: uri }, { encryptedUri: 'none' }, { uri: 'none' }]) {
      expect(h.refused(1, COMMANDS.mediaUrls, { ...asked, ...wrong })).toBe(4);
    }
    expect(h.refused(1, COMMANDS.mediaUrls, { ...asked, uri: '', imgOptions: [{}] })).toBe(4);
  });

  test('IM-V76 IM-V9 an invalid request for media is refused', () => {
    const uri = upload('image/png');
    const wrong = [
      { uri: 'no', mediaType: 1 },
      { uri: '', mediaType: 1 },
      { uri, mediaType: 5 },
      { uri },
      { uri, mediaType: 1, fileOptions: [{}] },
      { uri, mediaType: 10, imgOptions: [{}] },
      { uri, mediaType: 1, imgOptions: Array.from({ length: 101 }, () => ({})) },
      { uri, mediaType: 1, imgOptions: [{ tplv: 'x'.repeat(101) }] },
      { uri, mediaType: 1, imgOptions: [{ params: Array.from({ length: 101 }, () => '1') }] },
    ];
    for (const body of wrong) expect(h.refused(1, COMMANDS.mediaUrls, body)).toBe(4);
  });

  test('IM-V10 IM-V76 the kind of an upload is kept when its entries are applied again', () => {
    upload('video/mp4');
    expect([...h.server.state.media.values()].map(({ mediaType }) => mediaType)).toEqual([2]);
    expect(h.replayed()).toBe(h.server.fingerprint());
  });
});

describe('2010, 2015, 2016, 2017', () => {
  test('IM-V70 profiles are the host’s; without a host a user’s name is the id', () => {
    expect(h.ok(1, COMMANDS.profile, { userid: 2n }).profile).toMatchObject({
      nickName: 'Two',
      protrait: 'p',
      uid: 2n,
    });
    expect(h.refused(1, COMMANDS.profile, { userid: 3n })).toBe(9);
    expect(h.refused(1, COMMANDS.profile, { userid: 0n })).toBe(4);
    expect(harness().ok(1, COMMANDS.profile, { userid: 3n }).profile?.nickName).toBe('3');
  });

  test('IM-V71 metrics and acknowledgements go to the host', () => {
    h.ok(1, COMMANDS.reportMetrics, { reportMetricsList: [{ metricType: 1, k: 'send', v: 12n, tags: { a: 'b' } }] });
    h.ok(1, COMMANDS.clientAck, { startTimeStamp: 5n, cmd: 500, logid: 'l', serverMessageId: 9n });
    expect(reports).toMatchObject([
      { kind: 'metric', userId: 1n, name: 'send', value: 12n, tags: { a: 'b' } },
      { kind: 'ack', name: '500', value: 5n, tags: { logid: 'l', server_message_id: '9' } },
    ]);
    expect(h.refused(1, COMMANDS.clientAck, { startTimeStamp: 5n, cmd: 12 })).toBe(4);
    expect(h.refused(1, COMMANDS.reportMetrics, { reportMetricsList: [{ v: 1n }] })).toBe(4);
    const many = Array.from({ length: 101 }, () => ({ k: 'x' }));
    expect(h.refused(1, COMMANDS.reportMetrics, { reportMetricsList: many })).toBe(4);
    expect(reports).toHaveLength(2);
  });

  test('IM-V71 without a host they are checked and not stored', () => {
    const alone = harness();
    const before = alone.server.fingerprint();
    alone.ok(1, COMMANDS.reportMetrics, { reportMetricsList: [{ metricType: 1, k: 'send', v: 12n }] });
    alone.ok(1, COMMANDS.clientAck, { startTimeStamp: 5n, cmd: 500, logid: 'l', serverMessageId: 9n });
    expect(alone.refused(1, COMMANDS.reportMetrics, { reportMetricsList: [{ metricType: 1, k: '', v: 1n }] })).toBe(4);
    const ack = { startTimeStamp: 5n, cmd: 12, logid: 'l', serverMessageId: 9n };
    expect(alone.refused(1, COMMANDS.clientAck, ack)).toBe(4);
    expect(alone.server.fingerprint()).toBe(before);
  });

  test('2017 gives the configuration', () => {
    const reply = h.ok(1, COMMANDS.configs, {});
    expect(reply).toMatchObject({ version: 3, configs: [{ confName: 'a', confValue: 'b' }] });
  });
});
