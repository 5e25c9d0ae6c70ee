import type { RefreshResult, TokenPort } from './ports.ts';

/** One renewal at a time; whoever asks while it runs waits for the same one. */
export interface Tokens {
  current(): string;
  /** Renews unless `dead` is not the current token any more: then somebody has renewed it. */
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
