import { Navigate } from 'react-router';
import { useDeskState } from '../base/desk.tsx';
import { HOME_PATH } from '../base/guard.ts';
import { useMay } from '../base/may.tsx';
import { AccountsPage } from '../features/logins/accounts-page.tsx';
import { SignInQueue } from '../features/sign-in/sign-in-queue.tsx';

const PARTS = { SignInQueue };

/** The page of all accounts, with the sign-ins that are made in turn, for members who manage shops. */
export function Accounts() {
  const mayManage = useMay(['shopManager']);
  const isKnown = useDeskState(({ member }) => member !== null);
  if (!isKnown) return null;
  return mayManage ? <AccountsPage parts={PARTS} /> : <Navigate to={HOME_PATH} replace />;
}
