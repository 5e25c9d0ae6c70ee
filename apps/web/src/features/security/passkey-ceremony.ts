import type { CallResult } from '@pasar/sync';
import { addPasskey, beginPasskey, beginPasskeyLogin, logInWithPasskey } from './commands.ts';

/** Why the browser itself gave no passkey. */
export type DeviceFault = 'stopped' | 'known' | 'failed';
type Stopped = { readonly ok: false; readonly fault: DeviceFault };

const IP_HOST = /^(\d+\.){3}\d+$|^\[/;
/** Browsers give passkeys to hosts with a name alone, by https or on this machine. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && isSecureContext && !IP_HOST.test(location.hostname);

/** Loaded when it is first used, so that the login page does not wait for it. */
const library = () => import('@simplewebauthn/browser');

/** Asks the device for a new passkey. The server asks first for the password, so that it is the person who adds it. */
export async function makePasskey(
  present: string,
  name: string,
): Promise<CallResult<{ readonly passkeyId: string }> | Stopped> {
  const begun = await beginPasskey(present);
  if (!begun.ok) return begun;
  const made = await ofDevice(async () => (await library()).startRegistration({ optionsJSON: begun.data.options }));
  if ('fault' in made) return made;
  const { id, rawId, response } = made.answer;
  return addPasskey({ name, response: { id, rawId, type: 'public-key', response } });
}

/** Asks the device which of its passkeys the person takes, and logs in with it. */
export async function enterWithPasskey(): Promise<Awaited<ReturnType<typeof logInWithPasskey>> | Stopped> {
  const begun = await beginPasskeyLogin();
  if (!begun.ok) return begun;
  const made = await ofDevice(async () => (await library()).startAuthentication({ optionsJSON: begun.data.options }));
  if ('fault' in made) return made;
  const { id, rawId, response } = made.answer;
  return logInWithPasskey({ response: { id, rawId, type: 'public-key', response } });
}

async function ofDevice<Answer>(ask: () => Promise<Answer>): Promise<{ readonly answer: Answer } | Stopped> {
  try {
    return { answer: await ask() };
  } catch (error) {
    return { ok: false, fault: faultOf(error) };
  }
}

/** Browsers say the same whether the person refused, waited too long, or has no passkey here. */
function faultOf(error: unknown): DeviceFault {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'known';
  return name === 'NotAllowedError' || name === 'AbortError' ? 'stopped' : 'failed';
}
