import { defineConfig } from 'vitest/config';
import { LONG, SHORT } from './tools/src/test-depth.ts';

/** What every project tells its tests: `inject('depth')`. */
const provide = { depth: process.env.PASAR_LONG_TESTS ? LONG : SHORT };

/** `unit` runs beside the code; `integration` starts processes, databases and sockets, few files at a time. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          provide,
          include: ['packages/**/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'tools/src/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'integration',
          provide,
          include: ['packages/**/tests/**/*.test.ts', 'apps/*/tests/**/*.test.ts', 'tools/tests/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'fire',
          provide,
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
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
