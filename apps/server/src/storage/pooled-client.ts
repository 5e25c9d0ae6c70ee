import { Socket } from 'node:net';
import pg from 'pg';

/**
 * Collects the writes of one turn of the event loop into one system call, which costs more than the statements
 * themselves. The client corks and uncorks the socket for each statement; here every uncork waits for the end of the
 * turn.
 */
class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}

type OnAnswer = (error: Error | null, result: pg.QueryResult) => void;

/**
 * A connection of the pools. Statements are sent without waiting for the answers to earlier ones. One that is silent for
 * `query_timeout` while a statement waits for its answer is given up: all its statements reject.
 *
 * The driver's own promises and its own `query_timeout` assign a function to a property of each statement. V8 allocates such
 * a function among the old objects, where it keeps the statement, its rows and what was made of them until the next full
 * collection: more than a third of all that a page of conversations allocates. A callback that is passed in does none of this.
 */
export class PooledClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    const socket = new GatheringSocket();
    // A variable, because the published types lack `pipeline`. The pool hides the password from enumeration.
    const pipelined = {
      ...config,
      password: config?.password,
      query_timeout: undefined,
      pipeline: true,
      stream: () => socket,
    };
    super(pipelined);
    let unanswered = 0;
    socket.setTimeout(config?.query_timeout ?? 0);
    socket.on('timeout', () => {
      if (unanswered > 0) socket.destroy(new Error('Query read timeout'));
    });
    const ask = (statement: string | pg.QueryConfig, values: unknown[], onAnswer: OnAnswer): void => {
      unanswered += 1;
      const answered: OnAnswer = (error, result) => {
        unanswered -= 1;
        onAnswer(error, result);
      };
      if (typeof statement === 'string') super.query(statement, values, answered);
      else super.query(statement, answered);
    };
    const query = (statement: string | pg.QueryConfig, values: unknown[] = [], onAnswer?: OnAnswer) => {
      if (onAnswer !== undefined) return ask(statement, values, onAnswer);
      const answer = new Promise<pg.QueryResult>((resolve, reject) => {
        ask(statement, values, (error, result) => (error === null ? resolve(result) : reject(error)));
      });
      return answer.catch((error: unknown) => {
        // As the driver does: the trace names who asked, instead of who read the socket.
        if (error instanceof Error) Error.captureStackTrace(error);
        throw error;
      });
    };
    // The forms that are used here and by the pool. The published overloads have more, so this is no override.
    Object.defineProperty(this, 'query', { value: query });
  }
}
