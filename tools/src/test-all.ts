import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { buildWeb } from './build-web.ts';
import { CHECKS, ROOT } from './checks.ts';
import { cpuReport, type Project } from './cpu-report.ts';
import { ensurePrograms } from './machine-programs.ts';
import { LONG, SHORT } from './test-context.ts';

/** `npm test`: the static checks, then every test project; the last line has the totals. */
const PROJECTS: readonly Project[] = ['unit', 'integration', 'screens', 'fire', 'e2e'];
/** Fire tests that run in parallel: their processes mostly wait. */
const LANES = 4;
const report = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), success: z.boolean() });

function runChecks(): { passed: number; failed: number } {
  let failed = 0;
  for (const check of CHECKS) {
    const { isOk, output } = check.run();
    console.log(`${isOk ? 'ok  ' : 'FAIL'} ${check.name}`);
    if (!isOk) {
      failed += 1;
      console.log(output);
    }
  }
  return { passed: CHECKS.length - failed, failed };
}

function runProject(project: Project, folder: string, cpuLog: string): { passed: number; failed: number } {
  const file = join(folder, `${project}.json`);
  const done = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      `--project=${project}`,
      ...(project === 'fire' ? [`--maxWorkers=${LANES}`] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { cwd: ROOT, env: { ...process.env, PASAR_CPU_LOG: cpuLog }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const counted = report.parse(JSON.parse(readFileSync(file, 'utf8')));
  // A file that cannot be loaded, or a leak found at the end, fails the run without a failed test.
  const isHiddenFailure = done.status !== 0 && counted.numFailedTests === 0;
  return { passed: counted.numPassedTests, failed: counted.numFailedTests + (isHiddenFailure ? 1 : 0) };
}

/** What `npm run test:long` adds to `npm test`. */
function sayDepth(): void {
  console.log('The long run. In place of the numbers of npm test:');
  for (const [name, number] of Object.entries(LONG))
    console.log(`  ${name}: ${number} (npm test: ${SHORT[name as keyof typeof SHORT]})`);
}

function runAll(folder: string): void {
  if (process.env.PASAR_LONG_TESTS) sayDepth();
  const logs = new Map(PROJECTS.map((project) => [project, join(folder, `${project}.cpu`)] as const));
  const results = [runChecks()];
  buildWeb((line) => console.log(line));
  for (const [project, log] of logs) results.push(runProject(project, folder, log));
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${cpuReport(logs)}`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}

const missing = ensurePrograms((line) => console.log(line));
if (missing.length > 0) {
  console.error(missing.join('\n'));
  process.exitCode = 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'pasar-report-'));
  try {
    runAll(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
