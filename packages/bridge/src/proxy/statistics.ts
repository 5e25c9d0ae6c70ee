/** Numbers from spec 2 §9. Durations are milliseconds. */
export const PROXY_STATISTICS = { uploadIntervalMs: 600_000, debugUploadIntervalMs: 6_000, badRequests: 50 } as const;
const BAD_MS = 5_000;
/**
 * Most hosts that are counted (our choice). A connection speaks to a few dozen hosts; more would mean made-up names.
 */
const MAX_HOSTS = 500;
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/i;

export interface ProxyRequestSample {
  /** Country of the shop. */
  readonly region: string;
  readonly host: string;
  readonly ms: number;
  /** A `BridgeErrorCode`; null when there was an answer. */
  readonly error: string | null;
  readonly at: number;
}

/** Latency buckets: under 1, 2, 3 and 5 seconds, and from 5 seconds. */
export interface HostStatistics {
  readonly count: number;
  readonly errorCount: number;
  readonly under1s: number;
  readonly under2s: number;
  readonly under3s: number;
  readonly under5s: number;
  readonly from5s: number;
}
export interface BadRequest {
  readonly region: string;
  readonly host: string;
  readonly ms: number;
  readonly error: string | null;
  readonly at: number;
}
/** Body of saveProxyStat (spec 2 §7.7). ours: the inner shapes; the map is region -> host -> numbers. */
export interface ProxyStatUpload {
  readonly statId: string;
  readonly reqRegionHostStatMap: Readonly<Record<string, Readonly<Record<string, HostStatistics>>>>;
  readonly badReqList: readonly BadRequest[];
}

export interface ProxyStatistics {
  record(sample: ProxyRequestSample): void;
  /**
   * The next upload; null when there are no numbers or the last upload is less than the interval ago. An unconfirmed
   * upload is given again with the same `statId`, so that a lost answer does not count twice.
   */
  nextUpload(now: number): ProxyStatUpload | null;
  /**
   * The next upload without waiting for the interval; null when there are no numbers left. For the end of a connection.
   */
  rest(): ProxyStatUpload | null;
  confirm(statId: string): void;
}

export function createProxyStatistics(options: {
  readonly newStatId: () => string;
  readonly uploadIntervalMs: number;
}): ProxyStatistics {
  let hosts = new Map<string, Map<string, Counters>>();
  let hostCount = 0;
  let bad: BadRequest[] = [];
  let pending: ProxyStatUpload | null = null;
  let lastUploadAt = Number.NEGATIVE_INFINITY;

  const countersFor = (region: string, host: string): Counters => {
    const ofRegion = hosts.get(region) ?? new Map<string, Counters>();
    hosts.set(region, ofRegion);
    const known = ofRegion.get(host);
    if (known !== undefined) return known;
    const fresh = newCounters();
    hostCount += 1;
    ofRegion.set(host, fresh);
    return fresh;
  };
  const snapshot = (): ProxyStatUpload | null => {
    if (hosts.size === 0) return null;
    const upload = {
      statId: options.newStatId(),
      reqRegionHostStatMap: Object.fromEntries([...hosts].map(([region, of]) => [region, Object.fromEntries(of)])),
      badReqList: bad,
    };
    hosts = new Map();
    hostCount = 0;
    bad = [];
    return upload;
  };

  return {
    record({ region, host: given, ms, error, at }) {
      const name = HOST.test(given) ? given.toLowerCase() : 'other';
      const host = hostCount < MAX_HOSTS || hosts.get(region)?.has(name) === true ? name : 'other';
      addTo(countersFor(region, host), ms, error);
      if ((error !== null || ms > BAD_MS) && bad.length < PROXY_STATISTICS.badRequests) {
        bad.push({ region, host, ms, error, at });
      }
    },
    nextUpload(now) {
      if (now - lastUploadAt < options.uploadIntervalMs) return null;
      pending ??= snapshot();
      if (pending !== null) lastUploadAt = now;
      return pending;
    },
    rest() {
      pending ??= snapshot();
      return pending;
    },
    confirm(statId) {
      if (pending?.statId === statId) pending = null;
    },
  };
}

type Counters = { -readonly [Name in keyof HostStatistics]: number };

const newCounters = (): Counters => ({
  count: 0,
  errorCount: 0,
  under1s: 0,
  under2s: 0,
  under3s: 0,
  under5s: 0,
  from5s: 0,
});

function addTo(counters: Counters, ms: number, error: string | null): void {
  counters.count += 1;
  if (error !== null) counters.errorCount += 1;
  counters[bucketOf(ms)] += 1;
}

function bucketOf(ms: number): 'under1s' | 'under2s' | 'under3s' | 'under5s' | 'from5s' {
  if (ms < 1_000) return 'under1s';
  if (ms < 2_000) return 'under2s';
  if (ms < 3_000) return 'under3s';
  return ms < BAD_MS ? 'under5s' : 'from5s';
}
