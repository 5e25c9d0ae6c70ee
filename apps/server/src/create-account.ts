import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type pg from 'pg';
import { z } from 'zod';
import type { Config } from './config.ts';
import { provisionTenant } from './features/account/provision.ts';
import { openLog } from './log.ts';
import { explainStart, StartupError } from './startup-error.ts';
import { openStorage } from './storage/open-storage.ts';
import { withClient } from './storage/with-client.ts';

/** Shortest password that a person may choose; the upper bound is that of the login form. */
const plan = z.object({
  email: z.email('the first word after create-account must be an email address'),
  name: z.string().min(1),
  password: z.string().min(10, 'the password must have at least 10 characters').max(200),
});

/**
 * `create-account <email> [name]`: makes an account with its main member, who logs in by that email. The password is
 * PASAR_ACCOUNT_PASSWORD, or is asked for. A server may run on the same data. @throws StartupError
 */
export async function createAccount(
  config: Config,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const [email = '', name = email] = words;
  const parsed = plan.omit({ password: true }).safeParse({ email, name });
  if (!parsed.success) throw refusal(parsed.error);
  const full = plan.safeParse({ ...parsed.data, password: env.PASAR_ACCOUNT_PASSWORD || (await askPassword()) });
  if (!full.success) throw refusal(full.error);
  const stops: (() => Promise<void>)[] = [];
  try {
    const { connection, secrets } = await openStorage(
      { config, say: () => undefined, log: openLog(config.logLevel, { role: 'create-account' }).log, mayShare: true },
      stops,
    );
    if (await isKnown(connection, email)) throw new StartupError(`An account with the email ${email} exists already.`);
    const main = { username: email, password: full.data.password, name };
    await provisionTenant(connection, secrets, { name, main, subAccounts: [], connections: [] });
  } catch (error) {
    throw explainStart(error);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
  return email;
}

const refusal = (error: z.ZodError): StartupError =>
  new StartupError(`No account was made: ${error.issues[0]?.message ?? 'the input is not valid'}.`);

const isKnown = (connection: pg.ClientConfig, email: string): Promise<boolean> =>
  withClient(connection, async (client) => {
    await client.query('begin');
    await client.query('set local role pasar_app');
    return (await client.query('select from pasar_find_login($1)', [email])).rowCount !== 0;
  });

/** Asks at the terminal, without showing the typed characters. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) throw new StartupError('No account was made: set PASAR_ACCOUNT_PASSWORD.');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write('Password: ');
  try {
    return await terminal.question('');
  } catch (cause) {
    throw new StartupError('No account was made.', cause);
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
