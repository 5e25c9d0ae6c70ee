import type { SmsSender } from './sms-sender.ts';

/**
 * For an operator without a provider: tells the code on the server's own output, and the operator passes it on. Codes
 * are otherwise never written anywhere, so it takes a setting that says so, and it does not go through the log.
 */
export class ConsoleSender implements SmsSender {
  readonly #say: (line: string) => void;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  async send(mobile: string, code: string): Promise<boolean> {
    this.#say(`The code for ${mobile} is ${code}.`);
    return true;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
