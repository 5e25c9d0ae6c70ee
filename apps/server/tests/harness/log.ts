import type { Logger } from 'pino';
import { pino } from 'pino';

/** A log that keeps its lines. */
export interface CapturedLog {
  readonly logger: Logger;
  readonly text: () => string;
  readonly linesOf: (event: string) => readonly Readonly<Record<string, unknown>>[];
}

export function captureLog(level = 'debug'): CapturedLog {
  const written: string[] = [];
  const logger = pino({ level }, { write: (line: string) => void written.push(line) });
  return {
    logger,
    text: () => written.join(''),
    linesOf: (event) =>
      written.map((line): Record<string, unknown> => JSON.parse(line)).filter((line) => line.event === event),
  };
}
