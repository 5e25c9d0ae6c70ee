import { AccountsPage } from '../features/logins/accounts-page.tsx';
import { SignInQueue } from '../features/sign-in/sign-in-queue.tsx';

const PARTS = { SignInQueue };

/** The page of all accounts, with the sign-ins that are made in turn. */
export const Accounts = () => <AccountsPage parts={PARTS} />;
