/** Every metric of a process. `docs/operations.md` has the same list, which a test compares. */
interface Definition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Names of Pasar's own things only: no label may tell an account, a person, a shop or a text. */
  readonly labels: readonly string[];
}

export const METRICS = {
  pasar_info: {
    type: 'gauge',
    help: 'Always 1, with the version and the role of the process',
    labels: ['version', 'role'],
  },
  // Calls and windows
  pasar_call_seconds: {
    type: 'histogram',
    help: 'Seconds to the end of the answer, by path of the call and class of the status',
    labels: ['path', 'status'],
  },
  pasar_live_windows: { type: 'gauge', help: 'Windows of the desk that are connected to this process', labels: [] },
  // Messages that come in
  pasar_ingest_batch_seconds: {
    type: 'histogram',
    help: 'Seconds that storing a batch of items took, with its repetitions',
    labels: [],
  },
  pasar_ingest_items_total: {
    type: 'counter',
    help: 'Items of marketplaces that were stored or set aside',
    labels: [],
  },
  // What is stored, of all accounts together
  pasar_connections: {
    type: 'gauge',
    help: 'Logins at marketplaces, by marketplace and state',
    labels: ['marketplace', 'state'],
  },
  pasar_connections_unserved: { type: 'gauge', help: 'Logins that no process serves at the moment', labels: [] },
  pasar_sign_ins: { type: 'gauge', help: 'Sign-ins under way, by state', labels: ['state'] },
  pasar_deliveries: {
    type: 'gauge',
    help: 'Answers in the ledger that are not settled, or failed and not put away, by state',
    labels: ['state'],
  },
  pasar_delivery_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest of these answers, by state; 0 for none',
    labels: ['state'],
  },
  pasar_tasks: {
    type: 'gauge',
    help: 'Tasks in the queue, by kind and state: waiting, running or given_up',
    labels: ['task', 'state'],
  },
  pasar_task_oldest_seconds: {
    type: 'gauge',
    help: 'How long the oldest task is due that no process has begun; 0 for none',
    labels: [],
  },
  pasar_quarantined_items: {
    type: 'gauge',
    help: 'Items that could not be read or stored and are set aside, by marketplace',
    labels: ['marketplace'],
  },
  // The database
  pasar_database_up: {
    type: 'gauge',
    help: '1 when the database answered this scrape; otherwise the metrics of what is stored are absent',
    labels: [],
  },
  pasar_database_outages_total: { type: 'counter', help: 'Times that calls found the database away', labels: [] },
  pasar_database_connections: {
    type: 'gauge',
    help: 'Connections to the database, by pool and state: busy or idle',
    labels: ['pool', 'state'],
  },
  pasar_database_waiting: {
    type: 'gauge',
    help: 'Transactions that wait for a free connection, by pool',
    labels: ['pool'],
  },
  // The process
  pasar_event_loop_lag_seconds: {
    type: 'gauge',
    help: 'How late timers ran since the last scrape: the median, the 99th percentile, and the worst',
    labels: ['share'],
  },
  process_cpu_seconds_total: { type: 'counter', help: 'CPU time of the process, in seconds', labels: [] },
  process_resident_memory_bytes: { type: 'gauge', help: 'Memory of the process', labels: [] },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'Start of the process, in seconds since the epoch',
    labels: [],
  },
} as const satisfies Readonly<Record<string, Definition>>;
export type MetricName = keyof typeof METRICS;
