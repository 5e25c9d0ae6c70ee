import { Navigate, useLocation } from 'react-router';
import { HOME_PATH, OWNER_PATH, REGISTER_ABROAD_PATH, REGISTER_PATH, RESET_PATH, SIGN_ON_PATH } from '../base/guard.ts';
import { Entrance } from '../features/account/entrance.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import { OwnerForm } from '../features/registration/owner-form.tsx';
import { RegisterForm } from '../features/registration/register-form.tsx';
import { ResetForm } from '../features/registration/reset-form.tsx';
import { OtherDoors } from '../features/security/other-doors.tsx';
import { SignOnReturn } from '../features/security/sign-on-return.tsx';
import styles from './entrance-pages.module.css';

/** The pages of people who are not logged in. */
export const LoginPage = () => (
  <Entrance>
    <div className={styles.column}>
      <LoginForm />
      <OtherDoors />
    </div>
  </Entrance>
);

/** Those beside the login, by their paths. The forms keep nothing of each other. */
export function WayInPage() {
  const { pathname } = useLocation();
  return (
    <Entrance>
      <WayIn key={pathname} pathname={pathname} />
    </Entrance>
  );
}

function WayIn({ pathname }: { readonly pathname: string }) {
  switch (pathname) {
    case OWNER_PATH:
      return <OwnerForm />;
    case REGISTER_PATH:
      return <RegisterForm by="mobile" />;
    case REGISTER_ABROAD_PATH:
      return <RegisterForm by="email" />;
    case RESET_PATH:
      return <ResetForm />;
    case SIGN_ON_PATH:
      return <SignOnReturn />;
    default:
      return <Navigate to={HOME_PATH} replace />;
  }
}
