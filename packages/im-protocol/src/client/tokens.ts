import type { RefreshResult, TokenPort } from './ports.ts';

/** Renews one at a time; callers during a renewal share its result. */
export interface Tokens {
  current(): string;
  /** Renews unless `dead` is no longer the current token, because then it has been renewed already. */
  renew(dead: string): Promise<RefreshResult>;
}

export function createTokens(port: TokenPort): Tokens {
  let running: Promise<RefreshResult> | null = null;
  return {
    current: () => port.current(),
    renew: (dead) => {
      if (running !== null) return running;
      if (port.current() !== dead) return Promise.resolve({ kind: 'renewed' });
      running = port.refresh().finally(() => {
        running = null;
      });
      return running;
    },
  };
}
