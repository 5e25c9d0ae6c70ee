import { defineConfig } from 'vitest/config';
import { LONG, SHORT } from './tools/src/test-context.ts';

/** What every project tells its tests: `inject('depth')`. */
const provide = { depth: process.env.PASAR_LONG_TESTS ? LONG : SHORT };

const CPU = ['tools/src/record-cpu.ts'];

/** Tests in a browser against a backend of their own. */
const SCREENS = ['apps/web/tests/**/*.test.ts', 'apps/simulator/tests/phone.test.ts'];
/** Tests with databases of their own, which are copies of the cluster that `DATABASE` makes. */
const DATABASE = ['apps/server/tests/harness/migrated-cluster.ts'];
/** Builds the client that the browsers open. */
const BROWSER = ['e2e/src/shared-screens.ts'];

/** `unit` runs beside the code; `integration` starts processes, databases and sockets, a few files at a time. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          provide,
          setupFiles: CPU,
          include: ['packages/**/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'tools/src/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          // hundreds of files of pure code: loading it anew for each costs more than running them.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          provide,
          setupFiles: CPU,
          globalSetup: DATABASE,
          include: ['packages/**/tests/**/*.test.ts', 'apps/*/tests/**/*.test.ts', 'tools/tests/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...SCREENS],
          // as for `unit`: most of a file's time would be the loading of the server or of a connector.
          isolate: false,
          // More than cores, because many files wait for processes and databases.
          maxWorkers: 3,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'screens',
          provide,
          setupFiles: CPU,
          globalSetup: BROWSER,
          include: SCREENS,
          exclude: ['**/node_modules/**'],
          // files share a process as they share the browser: loading what they import costs more than most of them.
          isolate: false,
          maxWorkers: 2,
          // A page of a busy machine may need seconds to show what it was told.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'fire',
          provide,
          setupFiles: CPU,
          globalSetup: DATABASE,
          include: ['apps/server/tests/**/*.fire.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          provide,
          setupFiles: CPU,
          globalSetup: [...BROWSER, 'e2e/src/shared-demos.ts'],
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          // as for `screens`.
          isolate: false,
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
