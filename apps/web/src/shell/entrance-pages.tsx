import { Entrance } from '../features/account/entrance.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import { OwnerForm } from '../features/registration/owner-form.tsx';

/** The pages of people who are not logged in. */
export const LoginPage = () => (
  <Entrance>
    <LoginForm />
  </Entrance>
);

export const OwnerPage = () => (
  <Entrance>
    <OwnerForm />
  </Entrance>
);
