import type { Database } from './storage/database.ts';

/** A health check has to answer within two seconds whatever the database does (our choice). */
const ANSWERED_WITHIN_MS = 1_500;

/**
 * Asks whether the database answers in time. There is one question at a time, however many callers wait for its answer:
 * questions to a frozen database would otherwise use up the pool.
 */
export function databaseProbe(database: Pick<Database, 'query'>): () => Promise<boolean> {
  let asked: Promise<boolean> | null = null;
  const ask = async () => {
    try {
      await database.query('health', 'select 1', []);
      return true;
    } catch {
      // The part that needed the database logs the reason.
      return false;
    } finally {
      asked = null;
    }
  };
  return async () => {
    asked ??= ask();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((done) => {
      timer = setTimeout(() => done(false), ANSWERED_WITHIN_MS);
    });
    const answer = await Promise.race([asked, late]);
    clearTimeout(timer);
    return answer;
  };
}
