import type { CALLS } from '@pasar/api';
import { type HandlersOf, reading } from '../handler.ts';
import { loginHealth } from './health.ts';

export const LOGINS_HANDLERS: HandlersOf<typeof CALLS.logins> = { loginHealth: reading(loginHealth) };
