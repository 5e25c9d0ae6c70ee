import type { CALLS, CallOutput } from '@pasar/api';
import type { CallResult } from '@pasar/sync';
import { useState } from 'react';

type SentCode = CallOutput<typeof CALLS.registration.sendValidateCode>;

/** A code that was asked for, and when another may be asked for. */
export interface AskedCode {
  readonly sent: SentCode | null;
  /** Milliseconds since the epoch. */
  readonly againAt: number;
  readonly isBusy: boolean;
  readonly ask: (send: () => Promise<CallResult<SentCode>>) => Promise<CallResult<SentCode>>;
}

export function useCode(): AskedCode {
  const [sent, setSent] = useState<SentCode | null>(null);
  const [againAt, setAgainAt] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  return {
    sent,
    againAt,
    isBusy,
    async ask(send) {
      setIsBusy(true);
      const result = await send();
      setIsBusy(false);
      if (result.ok) {
        setSent(result.data);
        setAgainAt(Date.now() + result.data.againInSeconds * 1_000);
      }
      return result;
    },
  };
}
