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

describe('2003, 2004 and the bytes', () => {
  test('IM-V75 what was uploaded by a token is fetched by an address', () => {
    const token = h.ok(1, COMMANDS.uploadToken, { tokenType: 2 });
    expect(token).toMatchObject({ tokenType: 2, hosts: ['https://media.test/files'] });
    const stored = h.server.media.put(token.token, bytes, 'image/png');
    if (stored.kind !== 'stored') throw new Error(stored.reason);
    expect(h.server.media.put(token.token, bytes)).toEqual(stored);
    const urls = h.ok(1, COMMANDS.mediaUrls, { uri: stored.uri, mediaType: 1, imgOptions: [{ tplv: 't' }, {}] });
    expect(urls).toMatchObject({ uri: stored.uri, mediaType: 1 });
    expect(urls.imgOptions.map((option) => option.tplv)).toEqual(['t', '']);
    const url = urls.imgOptions[0]?.urls[0] ?? '';
    expect(h.server.media.get(url)).toEqual({ kind: 'found', bytes, contentType: 'image/png' });
    const { pathname, search } = new URL(url);
    expect(h.server.media.get(`${pathname}${search}`).kind).toBe('found');
    h.clock.now += 24 * 3_600_000;
    expect(h.server.media.get(url)).toEqual({ kind: 'refused', reason: 'expired' });
    expect(h.server.media.get(url.replace('s=', 's=x'))).toEqual({ kind: 'refused', reason: 'badAddress' });
    expect(h.server.media.get('http://[')).toEqual({ kind: 'refused', reason: 'badAddress' });
  });

  test('IM-V75 tokens end, and bytes have a size', () => {
    const { token } = h.ok(1, COMMANDS.uploadToken, {});
    expect(h.server.media.put(token, new Uint8Array(101))).toEqual({ kind: 'refused', reason: 'tooLarge' });
    expect(h.server.media.put(token, new Uint8Array())).toEqual({ kind: 'refused', reason: 'empty' });
    expect(h.server.media.put('x.y', bytes)).toEqual({ kind: 'refused', reason: 'badToken' });
    h.clock.now += 3_600_000;
    expect(h.server.media.put(token, bytes)).toEqual({ kind: 'refused', reason: 'expired' });
  });

  test('IM-V75 every kind of media has addresses; an unknown uri has none', () => {
    const stored = h.server.media.put(h.ok(1, COMMANDS.uploadToken, {}).token, bytes);
    const uri = stored.kind === 'stored' ? stored.uri : '';
    const ask = (mediaType: number, more: object = {}) => h.ok(1, COMMANDS.mediaUrls, { uri, mediaType, ...more });
    expect(ask(1).imgOptions[0]?.urls).toHaveLength(1);
    expect(ask(2, { videoOptions: [{ coverUri: uri }] }).videoOptions[0]?.coverUrls).toHaveLength(1);
    expect(ask(3).audioOptions[0]?.urls).toHaveLength(1);
    expect(ask(4).fileOptions[0]?.urls).toHaveLength(1);
    expect(ask(10).fileOptions[0]?.urls).toHaveLength(1);
    expect(ask(1, { encrypted: true }).encryptedUrls).toHaveLength(1);
    expect(h.refused(1, COMMANDS.mediaUrls, { uri: 'no', mediaType: 1 })).toBe(4);
    expect(h.refused(1, COMMANDS.mediaUrls, { uri, mediaType: 5 })).toBe(4);
  });
});

describe('2010, 2015, 2016, 2017', () => {
  test('IM-V70 profiles are the host’s; without a host everybody is called by their id', () => {
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

  test('2017 gives the configuration', () => {
    const reply = h.ok(1, COMMANDS.configs, {});
    expect(reply).toMatchObject({ version: 3, configs: [{ confName: 'a', confValue: 'b' }] });
  });
});
