import { type Clock, systemClock } from '@pasar/bridge';
import type { Connector } from '@pasar/connector-kit';
import { type Logger, pino } from 'pino';
import { ComparisonTurns } from '../../src/engine/comparison-turns.ts';
import { Lookout } from '../../src/engine/connection/lookout.ts';
import { PageTurns } from '../../src/engine/connection/readings/page-turns.ts';
import { ConnectionRunner } from '../../src/engine/connection/runner.ts';
import type { RunnerContext } from '../../src/engine/connection/runner-context.ts';
import { HANDSHAKES_AT_ONCE, HANDSHAKES_OF_ONE, Handshakes } from '../../src/engine/handshakes.ts';
import { Batcher } from '../../src/engine/ingest/batcher.ts';
import type { OwnedConnection } from '../../src/engine/ingest/types.ts';
import type { TestDatabase } from './database.ts';
import { DIRECT } from './routing.ts';

const silent = pino({ level: 'silent' });

/** A batcher that reports neither lost leases nor unknown kinds. */
export const openBatcher = (database: TestDatabase, log: Logger = silent): Batcher =>
  new Batcher({
    database: database.engine,
    log,
    onFenced: () => undefined,
    onBatch: () => undefined,
    onUnknown: () => undefined,
  });

/** What the parts of a runner share, for a test of one part. The test closes the batcher. */
export const openRunnerContext = (
  database: TestDatabase,
  owner: OwnedConnection,
  connector: Connector,
  {
    log = silent,
    clock = systemClock,
    batcher = openBatcher(database, log),
    pageTurns = new PageTurns(systemClock, () => batcher.areItemsComing()),
  }: {
    readonly log?: Logger;
    readonly clock?: Clock;
    readonly batcher?: Batcher;
    readonly pageTurns?: PageTurns;
  } = {},
): RunnerContext => ({
  database: database.engine,
  batcher,
  pageTurns,
  connector,
  owner,
  clock,
  log,
  doubt: { windowMs: 1_000, lookIntervalMs: 100 },
  onStep: () => undefined,
  isHeld: () => true,
});

export interface OpenRunner {
  readonly runner: ConnectionRunner;
  /** Resolves when the runner has ended. */
  readonly run: Promise<void>;
  /** From now on this process believes that its lease is lost. */
  loseLease(): void;
  /** Ends the runner and the batcher. */
  stop(): Promise<void>;
}

/** Serves a connection until it is stopped, as an engine does that holds the lease. */
export function openRunner(
  database: TestDatabase,
  owner: OwnedConnection,
  connector: Connector,
  log: Logger = silent,
  clock: Clock = systemClock,
): OpenRunner {
  let isHeld = true;
  const context = { ...openRunnerContext(database, owner, connector, { log, clock }), isHeld: () => isHeld };
  const runner = new ConnectionRunner({
    secrets: database.secrets,
    routing: DIRECT,
    handshakes: new Handshakes(HANDSHAKES_AT_ONCE, HANDSHAKES_OF_ONE),
    comparisonTurns: new ComparisonTurns(),
    lookout: new Lookout(database.engine, systemClock, log, 100),
    context,
  });
  const run = runner.run();
  const loseLease = () => {
    isHeld = false;
  };
  const stop = async () => {
    loseLease();
    await runner.stop();
    await run;
    await context.batcher.close();
  };
  return { runner, run, loseLease, stop };
}
