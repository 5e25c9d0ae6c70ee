const PREFILL_KEY = 'pasar.prefillName';
const LAST_KEY = 'pasar.lastName';

/** A name that a link proposes for the login form; forgotten when the window is closed. */
export const prefillName = (name: string): void => sessionStorage.setItem(PREFILL_KEY, name);
/** The name of the last login in this browser. */
export const rememberName = (name: string): void => localStorage.setItem(LAST_KEY, name);
export const forgetName = (): void => localStorage.removeItem(LAST_KEY);
export const proposedName = (): string => sessionStorage.getItem(PREFILL_KEY) ?? localStorage.getItem(LAST_KEY) ?? '';
