import { CHECKS } from './checks.ts';

/** `npm run check`: runs all static checks and prints each name; a check that fails prints its output. */
let failed = 0;
for (const check of CHECKS) {
  const startedAt = performance.now();
  const { isOk, output } = check.run();
  console.log(`${isOk ? 'ok  ' : 'FAIL'} ${check.name} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
  if (!isOk) {
    failed += 1;
    console.log(output);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
