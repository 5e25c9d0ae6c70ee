/** Why the program cannot start, in one line for a person. The process prints it and exits with 1. */
export class StartupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartupError';
  }
}
