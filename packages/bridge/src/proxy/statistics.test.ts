import { describe, expect, it } from 'vitest';
import { createProxyStatistics, PROXY_STATISTICS, type ProxyRequestSample } from './statistics.ts';

const sample = (more: Partial<ProxyRequestSample> = {}): ProxyRequestSample => ({
  region: 'TH',
  host: 'seller.shopee.co.th',
  ms: 100,
  error: null,
  at: 1_000,
  ...more,
});
function open(uploadIntervalMs: number = PROXY_STATISTICS.uploadIntervalMs) {
  let uploads = 0;
  const newStatId = (): string => {
    uploads += 1;
    return `stat-${uploads}`;
  };
  return createProxyStatistics({ newStatId, uploadIntervalMs });
}

describe('proxy statistics', () => {
  it('BR-S4 counts by region and host, with errors and five latency buckets', () => {
    const statistics = open();
    for (const ms of [0, 999, 1_000, 1_999, 2_000, 2_999, 3_000, 4_999, 5_000, 60_000])
      statistics.record(sample({ ms }));
    statistics.record(sample({ error: 'proxy', ms: 10 }));
    statistics.record(sample({ region: 'VN' }));
    statistics.record(sample({ host: 'SELLER.SHOPEE.CO.TH' }));
    const upload = statistics.nextUpload(0);
    expect(upload?.reqRegionHostStatMap).toEqual({
      TH: {
        'seller.shopee.co.th': { count: 12, errorCount: 1, under1s: 4, under2s: 2, under3s: 2, under5s: 2, from5s: 2 },
      },
      VN: {
        'seller.shopee.co.th': { count: 1, errorCount: 0, under1s: 1, under2s: 0, under3s: 0, under5s: 0, from5s: 0 },
      },
    });
  });

  it('BR-S5 a bad request is slower than 5 s or failed; at most 50 an upload', () => {
    const statistics = open();
    statistics.record(sample({ ms: 5_000 }));
    statistics.record(sample({ ms: 5_001, at: 7 }));
    for (let index = 0; index < 60; index += 1) statistics.record(sample({ error: 'timeout', ms: index }));
    const upload = statistics.nextUpload(0);
    expect(upload?.badReqList).toHaveLength(50);
    expect(upload?.badReqList[0]).toEqual({ region: 'TH', host: 'seller.shopee.co.th', ms: 5_001, error: null, at: 7 });
    expect(upload?.badReqList[49]?.ms).toBe(48);
    expect(upload?.reqRegionHostStatMap.TH?.['seller.shopee.co.th']).toMatchObject({ count: 62, errorCount: 60 });
  });

  it('BR-S6 uploads at most every 600 s, and only when there are numbers', () => {
    const statistics = open();
    expect(statistics.nextUpload(0)).toBeNull();
    statistics.record(sample());
    expect(statistics.nextUpload(1)?.statId).toBe('stat-1');
    statistics.confirm('stat-1');
    statistics.record(sample());
    expect(statistics.nextUpload(600_000)).toBeNull();
    expect(statistics.nextUpload(600_001)?.statId).toBe('stat-2');
  });

  it('BR-S6 an unconfirmed upload is repeated unchanged, and later numbers wait for their turn', () => {
    const statistics = open(6_000);
    statistics.record(sample());
    const first = statistics.nextUpload(0);
    statistics.record(sample({ region: 'PH' }));
    expect(statistics.nextUpload(6_000)).toEqual(first);
    statistics.confirm('another');
    expect(statistics.nextUpload(12_000)).toEqual(first);
    statistics.confirm(first?.statId ?? '');
    expect(statistics.nextUpload(18_000)).toMatchObject({ statId: 'stat-2', reqRegionHostStatMap: { PH: {} } });
  });

  it('BR-S6 at the end the remaining numbers come at once: first the unconfirmed, then the later ones', () => {
    const statistics = open();
    statistics.record(sample());
    const first = statistics.nextUpload(0);
    statistics.record(sample({ region: 'PH' }));
    expect(statistics.nextUpload(1)).toBeNull();
    expect(statistics.rest()).toEqual(first);
    statistics.confirm('stat-1');
    expect(statistics.rest()).toMatchObject({ statId: 'stat-2', reqRegionHostStatMap: { PH: {} } });
    statistics.confirm('stat-2');
    expect(statistics.rest()).toBeNull();
  });

  it.each([
    'https://seller.shopee.co.th/api?token=canary',
    'user:canary@seller.shopee.co.th',
    'seller.shopee.co.th/canary',
    'seller.shopee.co.th?canary',
    'canary canary',
    '',
  ])('BR-S7 nothing but a host is kept of «%s»', (host) => {
    const statistics = open();
    statistics.record(sample({ host, error: 'proxy' }));
    const text = JSON.stringify(statistics.nextUpload(0));
    expect(text).not.toContain('canary');
    expect(text).toContain('"other"');
  });

  it('BR-S7 invented hosts are counted in one row, and names of object properties are only names', () => {
    const statistics = open();
    for (let index = 0; index < 2_000; index += 1) statistics.record(sample({ host: `h${index}.example` }));
    statistics.record(sample({ host: 'h1.example' }));
    statistics.record(sample({ region: '__proto__', host: '__proto__' }));
    const map = statistics.nextUpload(0)?.reqRegionHostStatMap ?? {};
    expect(Object.keys(map.TH ?? {}).length).toBeLessThanOrEqual(502);
    expect(map.TH?.['h1.example']?.count).toBe(2);
    expect(Object.hasOwn(map, '__proto__')).toBe(true);
    expect(Object.prototype).not.toHaveProperty('count');
  });
});
