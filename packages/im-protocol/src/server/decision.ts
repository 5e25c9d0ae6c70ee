/** The decision of a command: a pure function of the state and the body gives a refusal, or entries and a reply. */
import type { COMMANDS, CommandName, ReplyInit, ReplyOf } from '../commands.ts';
import type { ImEntry, UserId } from './entries.ts';
import type { ImState } from './state.ts';
import type { ImHooks, ImLimits } from './types.ts';

/** The command changes nothing; the envelope carries `status`. */
export interface Refusal {
  readonly kind: 'refused';
  readonly status: number;
  readonly reason: string;
}
export interface Done<Reply> {
  readonly kind: 'done';
  /** Applied in order, all or none. */
  readonly entries: readonly ImEntry[];
  readonly signals: readonly Signal[];
  /** Called after the entries were applied. */
  readonly reply: () => Reply;
}
export type Decision<Reply> = Refusal | Done<Reply>;

/** Sent to open connections once, and stored nowhere (IM-V33). */
export type Signal =
  | {
      readonly kind: 'notice';
      readonly to: readonly UserId[];
      readonly shortId: string;
      readonly messageType: number;
      readonly sender: UserId;
      readonly content: string;
      readonly ext: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'direct';
      readonly to: readonly UserId[];
      readonly byUser: boolean;
      /** "0" for none. */
      readonly shortId: string;
      readonly messageType: number;
      readonly sender: UserId;
      readonly content: string;
      readonly ext: Readonly<Record<string, string>>;
    };

/** Strictly growing ids and indexes for the entries of one decision. */
export interface Mint {
  id(): string;
  index(): bigint;
}

/** Parts that do not change between commands. */
export interface Host {
  readonly limits: ImLimits;
  readonly hooks: ImHooks;
  readonly secret: string;
  /** Ids that were made before, by user id. */
  readonly secUids: Map<UserId, string>;
  readonly mediaBaseUrl: string;
  readonly configs: { readonly version: number; readonly entries: Readonly<Record<string, string>> };
  /** Users with an open connection. */
  readonly isOnline: (userId: UserId) => boolean;
  readonly onError: (error: unknown) => void;
}

export interface Call {
  readonly state: ImState;
  readonly host: Host;
  readonly userId: UserId;
  readonly deviceId: string;
  readonly command: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly mint: Mint;
}

type Row<Name extends CommandName> = (typeof COMMANDS)[Name];
export type BodyOf<Name extends CommandName> = Exclude<ReturnType<Row<Name>['request']['read']>, undefined>;
export type Handler<Name extends CommandName> = (call: Call, body: BodyOf<Name>) => Decision<ReplyInit<ReplyOf<Name>>>;

export const refuse = (status: number, reason: string): Refusal => ({ kind: 'refused', status, reason });
export const done = <Reply>(
  reply: () => Reply,
  entries: readonly ImEntry[] = [],
  signals: readonly Signal[] = [],
): Done<Reply> => ({ kind: 'done', entries, signals, reply });
