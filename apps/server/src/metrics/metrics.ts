import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database, PoolLoad } from '../storage/database.ts';
import { readStored, STORED_NAMES, type StoredName, type StoredValue } from './stored.ts';
import { METRICS, type MetricName } from './table.ts';

/** Upper bounds in seconds (our choice). */
const CALL_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
const BATCH_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
/** A scrape that waits for a frozen database is answered without what is stored after this time (our choice). */
const ANSWERED_WITHIN_MS = 3_000;
/** Resolution of the measurement of the event loop, in milliseconds. */
const LOOK_EVERY_MS = 20;

export interface MeasuredParts {
  readonly version: string;
  readonly role: string;
  /** With the engine's role, for the metrics alone: a scrape takes no connection from the calls. */
  readonly database: Pick<Database, 'query'>;
  /** The pools of the process by name. */
  readonly pools: () => Readonly<Record<string, PoolLoad>>;
  readonly liveWindows: () => number;
}

/** What the parts of a process report while they work. */
export interface Measuring {
  /** `path` is the pattern of the path; null for a request that no path takes. */
  readonly answered: (path: string | null, status: number, seconds: number) => void;
  readonly stored: (itemCount: number, seconds: number) => void;
  /** Calls found the database away, and had not before. */
  readonly databaseAway: () => void;
}

const gauge = (name: MetricName, registry: Registry): Gauge<string> =>
  new Gauge({ name, help: METRICS[name].help, labelNames: METRICS[name].labels, registers: [registry] });
const counter = (name: MetricName, registry: Registry): Counter<string> =>
  new Counter({ name, help: METRICS[name].help, labelNames: METRICS[name].labels, registers: [registry] });
const histogram = (name: MetricName, buckets: number[], registry: Registry): Histogram<string> =>
  new Histogram({ name, help: METRICS[name].help, labelNames: METRICS[name].labels, buckets, registers: [registry] });

/** The metrics of one process, as text for Prometheus. */
export class Metrics implements Measuring {
  readonly #registry = new Registry();
  readonly #calls = histogram('pasar_call_seconds', CALL_SECONDS, this.#registry);
  readonly #batches = histogram('pasar_ingest_batch_seconds', BATCH_SECONDS, this.#registry);
  readonly #items = counter('pasar_ingest_items_total', this.#registry);
  readonly #outages = counter('pasar_database_outages_total', this.#registry);
  readonly #cpu = counter('process_cpu_seconds_total', this.#registry);
  readonly #windows = gauge('pasar_live_windows', this.#registry);
  readonly #up = gauge('pasar_database_up', this.#registry);
  readonly #connections = gauge('pasar_database_connections', this.#registry);
  readonly #waiting = gauge('pasar_database_waiting', this.#registry);
  readonly #lag = gauge('pasar_event_loop_lag_seconds', this.#registry);
  readonly #memory = gauge('process_resident_memory_bytes', this.#registry);
  readonly #storedGauges: ReadonlyMap<StoredName, Gauge<string>> = new Map(
    STORED_NAMES.map((name) => [name, gauge(name, this.#registry)]),
  );
  readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  #parts: MeasuredParts | null = null;
  #cpuBefore = 0;
  #asked: Promise<readonly StoredValue[] | null> | null = null;

  readonly contentType = this.#registry.contentType;

  /** From now on the metrics can be asked for. */
  start(parts: MeasuredParts): void {
    this.#parts = parts;
    gauge('pasar_info', this.#registry).labels(parts.version, parts.role).set(1);
    gauge('process_start_time_seconds', this.#registry).set(Date.now() / 1_000 - process.uptime());
    this.#delay.enable();
  }

  stop(): void {
    this.#delay.disable();
  }

  readonly answered = (path: string | null, status: number, seconds: number): void => {
    this.#calls.labels(path ?? 'none', `${Math.floor(status / 100)}xx`).observe(seconds);
  };
  readonly stored = (itemCount: number, seconds: number): void => {
    this.#batches.observe(seconds);
    this.#items.inc(itemCount);
  };
  readonly databaseAway = (): void => {
    this.#outages.inc();
  };

  async text(): Promise<string> {
    const parts = this.#parts;
    if (parts === null) throw new Error('the metrics are asked for before the parts run');
    this.#measureProcess();
    this.#windows.set(parts.liveWindows());
    for (const [pool, load] of Object.entries(parts.pools())) {
      this.#connections.labels(pool, 'busy').set(load.busy);
      this.#connections.labels(pool, 'idle').set(load.idle);
      this.#waiting.labels(pool).set(load.waiting);
    }
    const stored = await this.#inTime(this.#askStored(parts));
    this.#up.set(stored === null ? 0 : 1);
    for (const [name, one] of this.#storedGauges) {
      one.reset();
      // A metric without labels would otherwise stand at 0, which is not known.
      if (stored === null && METRICS[name].labels.length === 0) one.remove();
    }
    for (const { name, labels, value } of stored ?? []) {
      this.#storedGauges
        .get(name)
        ?.labels(...labels)
        .set(value);
    }
    return this.#registry.metrics();
  }

  #measureProcess(): void {
    const { user, system } = process.cpuUsage();
    const cpu = (user + system) / 1e6;
    this.#cpu.inc(cpu - this.#cpuBefore);
    this.#cpuBefore = cpu;
    this.#memory.set(process.memoryUsage.rss());
    // The histogram counts from one look to the next, and the pause between two looks is no lag.
    const lagOf = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - LOOK_EVERY_MS / 1e3) || 0;
    this.#lag.labels('median').set(lagOf(this.#delay.percentile(50)));
    this.#lag.labels('p99').set(lagOf(this.#delay.percentile(99)));
    this.#lag.labels('worst').set(lagOf(this.#delay.max));
    this.#delay.reset();
  }

  /** One question at a time, however many scrapes wait for its answer. Null when the database does not answer. */
  #askStored({ database }: MeasuredParts): Promise<readonly StoredValue[] | null> {
    this.#asked ??= readStored(database)
      // The part that needed the database logs the reason; `pasar_database_up` tells of it here.
      .catch(() => null)
      .finally(() => {
        this.#asked = null;
      });
    return this.#asked;
  }

  async #inTime(asked: Promise<readonly StoredValue[] | null>): Promise<readonly StoredValue[] | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((done) => {
      timer = setTimeout(() => done(null), ANSWERED_WITHIN_MS);
    });
    const answer = await Promise.race([asked, late]);
    clearTimeout(timer);
    return answer;
  }
}
