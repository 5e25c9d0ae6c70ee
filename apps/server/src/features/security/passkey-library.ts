/** Loaded when somebody first uses a passkey, because it takes long and most processes never need it. */
export const passkeyLibrary = () => import('@simplewebauthn/server');
