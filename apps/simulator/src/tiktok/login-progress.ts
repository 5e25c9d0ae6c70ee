/**
 * The progress of each account through the demands of its login: captcha tickets, right codes, a checked identity. In
 * memory, like sessions.
 */
import { randomBytes } from 'node:crypto';
import type { DemandKind, Demands } from '../world/demands.ts';
import type { Login } from '../world/types.ts';

export interface LoginProgress {
  /** The ticket of a solved captcha, for one call. */
  issueTicket(): string;
  useTicket(ticket: string | null): boolean;
  meet(login: Login, ...kinds: readonly DemandKind[]): void;
  /** The next demand, null when all are met. */
  next(login: Login): DemandKind | null;
  /** Records a checked code, which may be used once to log in. */
  rememberCode(login: Login, code: string): void;
  useCode(login: Login, code: string): boolean;
  /** After a login: the next login meets every demand again. */
  done(login: Login): void;
}

export function createLoginProgress(demands: Demands): LoginProgress {
  const tickets = new Set<string>();
  const met = new Map<string, Set<DemandKind>>();
  const checked = new Map<string, string>();
  return {
    issueTicket: () => {
      const ticket = `VT${randomBytes(16).toString('hex')}`;
      tickets.add(ticket);
      return ticket;
    },
    useTicket: (ticket) => ticket !== null && tickets.delete(ticket),
    meet: ({ identifier }, ...kinds) => {
      const known = met.get(identifier) ?? new Set();
      for (const kind of kinds) known.add(kind);
      met.set(identifier, known);
    },
    next: ({ identifier }) => {
      const known = met.get(identifier);
      return demands.of('tiktok', identifier).demands.find((kind) => known?.has(kind) !== true) ?? null;
    },
    rememberCode: ({ identifier }, code) => {
      checked.set(identifier, code);
    },
    useCode: ({ identifier }, code) => {
      const isChecked = checked.get(identifier) === code;
      checked.delete(identifier);
      return isChecked;
    },
    done: ({ identifier }) => {
      met.delete(identifier);
      checked.delete(identifier);
      demands.loggedIn('tiktok', identifier);
    },
  };
}
