import { needLoginsTexts } from '../features/logins/need-texts.ts';
import { needSignInTexts } from '../features/sign-in/need-texts.ts';

/** The page of all accounts with its texts. */
export async function loadAccounts() {
  const [{ Accounts }] = await Promise.all([import('./accounts.tsx'), needLoginsTexts(), needSignInTexts()]);
  return Accounts;
}
