/** Sends codes to mobile numbers. Providers send only texts that they have approved, so a caller gives only the code. */
export interface SmsSender {
  /** Whether the provider took it. That it did not stands in the log, without the number and the code. */
  send(mobile: string, code: string): Promise<boolean>;
  /** Waits for what is on its way. */
  close(): Promise<void>;
}
