import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';
import { ROOT } from './checks.ts';

export type Project = 'unit' | 'integration' | 'screens' | 'fire' | 'e2e';

/** CPU seconds that a test file may cost in `npm test` (our choice). */
const BUDGET: Readonly<Record<Project, number>> = { unit: 8, integration: 30, screens: 30, fire: 150, e2e: 60 };
const DEAREST = 10;
const cost = z.object({ file: z.string(), seconds: z.number() });

/**
 * The most expensive test files of a run and those above their budget. `logs`: the output of `record-cpu.ts`, by
 * project.
 */
export function cpuReport(logs: ReadonlyMap<Project, string>): string {
  const costs = [...logs]
    .flatMap(([project, log]) =>
      (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []).map((line) => ({
        project,
        ...cost.parse(JSON.parse(line)),
      })),
    )
    .toSorted((left, right) => right.seconds - left.seconds)
    .map(({ project, file, seconds }) => ({ project, file: relative(ROOT, file), seconds }));
  const table = costs.slice(0, DEAREST).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  const warnings = costs
    .filter(({ project, seconds }) => seconds > BUDGET[project])
    .map(
      ({ project, file, seconds }) =>
        `warning: ${file} took ${seconds.toFixed(1)} CPU seconds, its budget is ${BUDGET[project]}`,
    );
  return [
    'The dearest files in CPU seconds, their ended children included, the shared Chromium and its pages not:',
    ...table,
    ...warnings,
  ].join('\n');
}
