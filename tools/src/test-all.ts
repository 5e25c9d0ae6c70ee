import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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
/** What the JSON report of Vitest says of a project: how many cases passed, and each file with its cases. */
const report = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

interface Result {
  readonly passed: number;
  /** Each failure with its file, its name and the first lines of its message. */
  readonly failures: readonly string[];
}

function runChecks(): Result {
  const failures: string[] = [];
  for (const check of CHECKS) {
    const { isOk, output } = check.run();
    console.log(`${isOk ? 'ok  ' : 'FAIL'} ${check.name}`);
    if (!isOk) {
      failures.push(`static check: ${check.name}`);
      console.log(output);
    }
  }
  return { passed: CHECKS.length - failures.length, failures };
}

const LINES_OF_A_MESSAGE = 4;
const beginning = (message: string): string => message.split('\n').slice(0, LINES_OF_A_MESSAGE).join('\n    ');

/** The cases that failed, and the files that could not be loaded. */
function failuresOf(file: z.infer<typeof report>['testResults'][number]): readonly string[] {
  const name = relative(ROOT, file.name);
  const cases = file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n    ${beginning(failureMessages?.[0] ?? '')}`);
  return cases.length === 0 && file.status === 'failed' ? [`${name}\n    ${beginning(file.message)}`] : cases;
}

function runProject(project: Project, folder: string, cpuLog: string): Result {
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
  const failures = counted.testResults.flatMap(failuresOf);
  // A leak found at the end fails the run without a failed test.
  if (done.status !== 0 && failures.length === 0) failures.push(`${project}: Vitest ended with ${done.status}`);
  return { passed: counted.numPassedTests, failures };
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
  const failures = results.flatMap((result) => result.failures);
  const passed = results.reduce((total, result) => total + result.passed, 0);
  console.log(`\n${cpuReport(logs)}`);
  if (failures.length > 0) console.log(`\nWhat failed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
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
