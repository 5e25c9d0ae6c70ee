import type { TestProject } from 'vitest/node';
import { Demo } from './demo.ts';

/** Before the first journey: a demo for every worker. Starting a demo costs more than most files of journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const demos: Demo[] = [];
  const stop = async () => {
    await Promise.all(demos.map((demo) => demo.stop()));
  };
  try {
    while (demos.length < project.config.maxWorkers) demos.push(await Demo.start());
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide(
    'demos',
    demos.map(({ deskUrl, phoneUrl }) => ({ deskUrl, phoneUrl })),
  );
  return stop;
}
