/** Paths of the seller's web site that are not calls about a shop. */
export const LOGIN_PATHS = {
  loginPage: '/apps/seller/login',
  loginSubmit: '/apps/seller/login/submit',
  sessionInit: '/apps/seller/session/init',
  imWindow: '/apps/im/window',
  verify: '/apps/seller/verify',
} as const;
