/** Wraps the host's hooks, so that their errors can be told from the server's own. */
import type { ImHooks } from './types.ts';

/** A hook threw `cause`. The command is answered with status 6 and changes nothing. */
export class HookError extends Error {
  readonly code = 'hook_failed';
  readonly canRetry = true;
  constructor(hook: string, cause: unknown) {
    super(`the host's ${hook} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'HookError';
  }
}

function guard<Args extends readonly unknown[], Result>(
  name: string,
  hook: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    try {
      return hook(...args);
    } catch (error) {
      throw new HookError(name, error);
    }
  };
}

/** The same hooks, which throw only `HookError`. */
export const guardHooks = (hooks: ImHooks): ImHooks => ({
  ...(hooks.accept === undefined ? {} : { accept: guard('accept', hooks.accept) }),
  ...(hooks.review === undefined ? {} : { review: guard('review', hooks.review) }),
  ...(hooks.admit === undefined ? {} : { admit: guard('admit', hooks.admit) }),
  ...(hooks.isContact === undefined ? {} : { isContact: guard('isContact', hooks.isContact) }),
  ...(hooks.profile === undefined ? {} : { profile: guard('profile', hooks.profile) }),
  ...(hooks.onReport === undefined ? {} : { onReport: guard('onReport', hooks.onReport) }),
});
