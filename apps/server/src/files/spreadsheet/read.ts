import { Worker } from 'node:worker_threads';
import type { Locale } from '@pasar/domain';
import { z } from 'zod';
import { SPREADSHEET_LIMITS } from './limits.ts';
import type { ReadAnswer, ReadTask } from './read-worker.ts';

const answerShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), rows: z.array(z.array(z.string().nullable())) }),
  z.object({ kind: z.literal('tooLarge') }),
  z.object({ kind: z.literal('unreadable') }),
]) satisfies z.ZodType<ReadAnswer>;

/**
 * The cells of a text or of the first sheet of a workbook, or why there are none. `locale` tells the encoding of a text
 * that is not Unicode; a cell of more than `cellLength` characters is cut. The reading thread bounds memory and time.
 */
export function readSpreadsheet(file: Uint8Array, locale: Locale, cellLength: number): Promise<ReadAnswer> {
  if (file.byteLength > SPREADSHEET_LIMITS.fileBytes) return Promise.resolve({ kind: 'tooLarge' });
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: { file: Uint8Array.from(file), locale, cellLength } satisfies ReadTask,
      resourceLimits: { maxOldGenerationSizeMb: SPREADSHEET_LIMITS.memoryMb },
    });
    const settle = (answer: ReadAnswer) => {
      clearTimeout(timer);
      resolve(answer);
      void worker.terminate();
    };
    const timer = setTimeout(() => settle({ kind: 'tooLarge' }), SPREADSHEET_LIMITS.timeMs);
    worker.once('message', (message: unknown) => settle(answerShape.parse(message)));
    // Mostly out of memory: the file is too large to be read.
    worker.once('error', () => settle({ kind: 'tooLarge' }));
    worker.once('exit', () => settle({ kind: 'unreadable' }));
  });
}
