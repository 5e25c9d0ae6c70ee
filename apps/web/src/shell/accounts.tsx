import { AccountsPage } from '../features/logins/accounts-page.tsx';
import { needLoginsTexts } from '../features/logins/need-texts.ts';
import { needSignInTexts } from '../features/sign-in/need-texts.ts';
import { SignInQueue } from '../features/sign-in/sign-in-queue.tsx';

const PARTS = { SignInQueue };

/** The page of all accounts with its texts. */
export async function loadAccounts() {
  await Promise.all([needLoginsTexts(), needSignInTexts()]);
  return () => <AccountsPage parts={PARTS} />;
}
