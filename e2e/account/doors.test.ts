import { expect, it } from 'vitest';
import { type Desk, PASSWORD, SHOPEE_ONLY } from '../src/desk.ts';
import { useSharedDemo } from '../src/harness.ts';

const harness = useSharedDemo();

/** A window at a name, because browsers give no passkey to an IP address. */
async function openAt(path: string): Promise<Desk['page']> {
  const { page } = await harness.desk({ cookies: [] });
  await page.goto(`${harness.demo.deskUrl.replace('127.0.0.1', 'localhost')}${path}?lang=en`);
  return page;
}

it('a member adds a passkey, logs in with it alone, and removes it', async () => {
  const page = await openAt('/settings/login');
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const keys = async () => (await devices.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  const enter = page.getByRole('button', { name: 'Log in with a passkey' });

  // A person who refuses, or has no passkey here.
  await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await enter.click();
  await page.getByRole('alert').getByText('The browser was given no passkey').waitFor();
  await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });

  await page.getByLabel('Email or username').fill(SHOPEE_ONLY);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const part = page.getByRole('region', { name: 'Passkeys' });
  await part.getByRole('button', { name: 'Add a passkey' }).click();
  await part.getByLabel('Current password').fill('wrong');
  await part.getByLabel('Name of the passkey').fill('Till laptop');
  await part.getByRole('button', { name: 'Next' }).click();
  await part.getByRole('alert').getByText('This is not your current password').waitFor();
  await part.getByLabel('Current password').fill(PASSWORD);
  await part.getByRole('button', { name: 'Next' }).click();
  await part.getByText('Till laptop').waitFor();
  expect(await keys()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true, signCount: 1 }]);

  await page.context().clearCookies();
  await page.goto(page.url());
  await enter.click();
  await page.getByText(`You are logged in as ${SHOPEE_ONLY}.`).waitFor();
  await part.getByText(/last used/).waitFor();
  expect((await keys())[0]?.signCount).toBe(2);

  await part.getByRole('button', { name: 'Remove Till laptop' }).click();
  await part.getByLabel('Current password').fill(PASSWORD);
  await part.getByRole('button', { name: 'Remove', exact: true }).click();
  await part.getByText('Till laptop').waitFor({ state: 'detached' });
  await page.context().clearCookies();
  await page.goto(page.url());
  await enter.click();
  await page.getByRole('alert').getByText('This passkey was not accepted').waitFor();
});
