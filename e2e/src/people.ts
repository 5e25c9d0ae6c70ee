import type { Marketplace } from '@pasar/domain';
import { eventually } from '@pasar/testing';
import { z } from 'zod';

const loginsSchema = z.object({
  logins: z.array(
    z.object({
      marketplace: z.string(),
      identifier: z.string(),
      password: z.string(),
      country: z.string(),
      shopIds: z.array(z.string()),
    }),
  ),
});
const codesSchema = z.object({ codes: z.array(z.object({ code: z.string() })) });
const captchaSchema = z.object({ solution: z.string() });

export interface Login {
  readonly marketplace: Marketplace;
  readonly identifier: string;
  readonly password: string;
  readonly country: string;
}

/** What the person behind a shop's login knows and sees: passwords, the phone, the pictures of a captcha. */
export class People {
  readonly #origin: string;
  constructor(origin: string) {
    this.#origin = origin;
  }

  async login(marketplace: Marketplace, identifier: string): Promise<Login> {
    const found = (await this.#logins('unclaimed')).find((login) => login.identifier === identifier);
    if (found === undefined) throw new Error(`nobody is called ${identifier}`);
    return { ...found, marketplace };
  }
  /** The two hundred logins of the bulk import, in the order of their numbers. */
  async importLogins() {
    return (await this.#logins('import')).toSorted((left, right) => left.identifier.localeCompare(right.identifier));
  }

  /** Sets what the marketplace asks of the account at its next `remaining` logins; null: at every login. */
  async demand(
    { marketplace, identifier }: Login,
    demands: readonly string[],
    remaining: number | null,
  ): Promise<void> {
    await this.#send('PUT', '/sim/demands', { marketplace, identifier, demands, remaining, refusal: null });
  }
  /** The solution of a captcha. */
  async read(captchaId: string): Promise<string> {
    return captchaSchema.parse(await this.#send('GET', `/sim/captchas/${captchaId}`)).solution;
  }
  /** Waits for the newest code on the account's phone or in its mailbox. */
  code({ marketplace, identifier }: Login): Promise<string> {
    const query = new URLSearchParams({ marketplace, identifier });
    return eventually(async () => {
      const { codes } = codesSchema.parse(await this.#send('GET', `/sim/codes?${query}`));
      return codes[0]?.code ?? null;
    }, `a code for ${identifier}`);
  }

  async #logins(seller: string) {
    return loginsSchema.parse(await this.#send('GET', `/sim/logins?seller=${seller}`)).logins;
  }
  async #send(method: string, path: string, body: unknown = null): Promise<unknown> {
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      ...(body === null ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${await response.text()}`);
    return response.json();
  }
}
