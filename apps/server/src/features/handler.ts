import type { CALLS, Call, CallInput, CallOutput } from '@pasar/api';
import type { AddressGuard, Clock, ProxyConfig } from '@pasar/bridge';
import type { AccountId, Country, Locale, Marketplace } from '@pasar/domain';
import type { Mailer } from '../mail/mailer.ts';
import type { AskShop } from '../records/ask-shop.ts';
import type { Member } from '../records/members.ts';
import type { WebhookAddresses } from '../records/webhook-address.ts';
import type { SmsSender } from '../sms/sms-sender.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { SecretBox } from '../storage/secrets.ts';
import type { FailedLogins } from './account/failed-logins.ts';
import type { LoginLimits } from './account/login-limits.ts';
import type { Answer } from './answer.ts';
import type { SignOnProvider } from './security/provider.ts';
import type { Suggester } from './suggestions/suggester.ts';
import type { Translator } from './translation/translator.ts';

/** The context of a public call, or of a call about the session itself. */
export interface SessionContext {
  readonly database: Database;
  readonly emptyMeansAll: boolean;
  readonly secrets: SecretBox;
  readonly uiConfig: Omit<CallOutput<typeof CALLS.account.getUiConfig>, 'needsOwner'>;
  /** Whether the server has an account. */
  readonly hasAccount: () => Promise<boolean>;
  readonly token: string | null;
  readonly member: Member | null;
  /** Of the browser: behind a trusted proxy the address that the proxy tells. */
  readonly address: string;
  /** What the browser or program says that it is. */
  readonly userAgent: string | null;
  /** The provider of the single sign-on; null where the operator has named none. */
  readonly provider: SignOnProvider | null;
  /** Under which the browser has this server: what a passkey is bound to. */
  readonly origin: string;
  /** The cookie of an attempt that this browser has begun: `attempts.ts`. */
  readonly attempt: string | null;
  /** Sets the cookie, or takes it away. */
  readonly setAttempt: (cookie: string | null) => void;
  readonly loginLimits: LoginLimits;
  readonly failedLogins: FailedLogins;
  /** Sends mails; null where the operator has named no SMTP server. */
  readonly mailer: Mailer | null;
  /** Sends codes to mobile numbers; null where the operator has named no provider. */
  readonly sms: SmsSender | null;
  /** Whether strangers may make accounts. Nobody may before the server's owner. */
  readonly mayRegister: () => Promise<boolean>;
  readonly locale: Locale;
  /** Tells whom the call is about, for the audit trail, where it logs nobody in. */
  readonly actAs: (member: Member) => void;
  /** Sets the cookies; they outlive the browser's window unless `isRemembered` is false. */
  readonly signIn: (token: string, member: Member, isRemembered?: boolean) => void;
  readonly signOut: () => void;
  readonly now: number;
}
/** Settings and tools of the process for calls that reach outside. */
export interface Surroundings {
  readonly clock: Clock;
  readonly guard: AddressGuard;
  /** The address that a proxy test requests; null for the marketplace of the account's first shop. */
  readonly proxyProbe: string | null;
  /** The address that tells a proxy test its exit; null: the exit is not asked for. */
  readonly exitProbe: string | null;
  /** The proxy of every account that has not declined it; null for none. */
  readonly boostProxy: ProxyConfig | null;
  /** Whether the server has chat proxies for requests that no other proxy serves. */
  readonly hasChatProxies: boolean;
  /** The origins of a marketplace's pages in a country. */
  readonly originsOf: (marketplace: Marketplace, country: Country) => readonly string[];
  /** Most shops of an account; null for no limit. */
  readonly shopQuota: number | null;
  /** Where webhooks may stand. */
  readonly webhookAddresses: Pick<WebhookAddresses, 'allows'>;
  /** Makes a call by a shop's session, in the process that has the session. */
  readonly askShop: AskShop;
  /** Whether the member has the desk open anywhere. */
  readonly hasWindow: (accountId: AccountId, memberId: string) => Promise<boolean>;
  /** Translates texts, by the server's translation service where it has one. */
  readonly translator: Translator;
  /** Asks the server's language model, where it has one. */
  readonly suggester: Suggester;
  /** Sends mails; null where the operator has named no SMTP server. */
  readonly mailer: Mailer | null;
}
/** The context of a member's call: one transaction in the member's scope. */
export interface MemberContext extends Surroundings {
  readonly transaction: Transaction;
  readonly member: Member;
  readonly secrets: SecretBox;
  readonly locale: Locale;
  readonly now: number;
}
/**
 * The context of a call that only reads. What it reads may be thrown away and read again, so it reaches nothing outside
 * the database.
 */
export interface ReadingContext extends Omit<MemberContext, 'askShop' | 'clock' | 'guard'> {
  /** Makes the change in a transaction of its own, before the call is answered, and only when what was read counts. */
  readonly afterwards: (change: (transaction: Transaction) => Promise<void>) => void;
}
/** The context of a member's call that does long work before it uses the database, or does not use it at all. */
export interface LongContext extends Omit<MemberContext, 'transaction'> {
  readonly database: Database;
  /** Aborted when the browser has broken the request off: nobody waits for the answer any more. */
  readonly gone: AbortSignal;
}

export type Handler<C extends Call> =
  | {
      readonly kind: 'session';
      readonly run: (context: SessionContext, input: CallInput<C>) => Promise<Answer<CallOutput<C>>>;
    }
  | {
      readonly kind: 'long';
      readonly run: (context: LongContext, input: CallInput<C>) => Promise<Answer<CallOutput<C>>>;
    }
  | {
      readonly kind: 'read';
      readonly run: (context: ReadingContext, input: CallInput<C>) => Promise<Answer<CallOutput<C>>>;
    }
  | {
      readonly kind: 'member';
      readonly run: (context: MemberContext, input: CallInput<C>) => Promise<Answer<CallOutput<C>>>;
    };

/** The handlers of one feature: exactly one for each of its calls. */
export type HandlersOf<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends infer C extends Call ? Handler<C> : never;
};

type Run<C extends Call, Kind extends Handler<C>['kind']> = Extract<Handler<C>, { kind: Kind }>['run'];
/** A call that runs in one transaction of the member. */
export const inTransaction = <C extends Call>(run: Run<C, 'member'>): Handler<C> => ({ kind: 'member', run });
/** The same for a call that only reads. */
export const reading = <C extends Call>(run: Run<C, 'read'>): Handler<C> => ({ kind: 'read', run });
/** A call that chooses its transactions itself, e.g. because it does long work before, or that uses none. */
export const withoutTransaction = <C extends Call>(run: Run<C, 'long'>): Handler<C> => ({ kind: 'long', run });
/** A call about the session itself, or by a person who has no session. */
export const aboutSession = <C extends Call>(run: Run<C, 'session'>): Handler<C> => ({ kind: 'session', run });
