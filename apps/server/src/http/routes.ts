import {
  AUTHORIZATION_EXPIRED_CODE,
  CALLS,
  type Call,
  type CallInput,
  type FailAnswer,
  opens,
  readInput,
  reasonText,
} from '@pasar/api';
import { type Locale, type ReasonCode, type Refusal, refusal, statusOf } from '@pasar/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, fail } from '../features/answer.ts';
import type { Handler, LongContext, ReadingContext, SessionContext, Surroundings } from '../features/handler.ts';
import type { Member } from '../records/members.ts';
import { findSession, noteTokenUse, type OpenSession, prolongSession, readFor } from '../records/sessions.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { SecretBox } from '../storage/secrets.ts';
import { named, writeAudit } from './audit.ts';
import { type AuditFacts, auditOf } from './audit-actions.ts';
import { LARGER_BODIES } from './body-sizes.ts';
import { ATTEMPT_COOKIE, setAttempt, setSignedIn, setSignedOut } from './cookies.ts';
import { bearerOf, credentialOf } from './credential.ts';
import { HANDLERS } from './handlers.ts';
import { type BodyLimits, LargeBodies } from './large-bodies.ts';
import { requestLocale } from './locale.ts';
import { ownOrigin } from './origin.ts';
import { RememberedSessions } from './remembered-sessions.ts';
import { TokenPace } from './token-pace.ts';

export interface RouteOptions {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly now: () => number;
  /** Whether an empty list of permission keys means every key: `Grant` of the domain. */
  readonly emptyMeansAll: boolean;
  readonly uiConfig: SessionContext['uiConfig'];
  readonly hasAccount: SessionContext['hasAccount'];
  /** Where browsers find the server, as its operator has set it; null: under any name. */
  readonly publicUrl: string | null;
  readonly provider: SessionContext['provider'];
  readonly surroundings: Surroundings;
  readonly largeBodies: BodyLimits;
  readonly loginLimits: SessionContext['loginLimits'];
  readonly failedLogins: SessionContext['failedLogins'];
  readonly sms: SessionContext['sms'];
  /** Whether strangers may make accounts. */
  readonly isRegistrationOpen: boolean;
  /** Runs before and after the commit of a change that a call makes. */
  readonly onStep: (step: 'accept.before' | 'accept.after') => void;
}

/** For calls that make the server request a foreign address (our choice). */
const PROBE_LIMIT = { max: 30, timeWindow: 60_000 };

/** Mounts every call of the contract at its path, with its permission row. */
export function mountCalls(app: FastifyInstance, given: RouteOptions): void {
  const options = { ...given, remembered: new RememberedSessions(), pace: new TokenPace(given.now) };
  const bodies = new LargeBodies(options.largeBodies);
  for (const [feature, calls] of Object.entries(CALLS)) {
    for (const [name, call] of Object.entries(calls) as [string, Call][]) {
      const handler = handlerOf(feature, name);
      const largest = LARGER_BODIES[call.path]?.bytes;
      app.route({
        method: call.method,
        url: call.path,
        ...(call.path === CALLS.routing.testProxy.path ? { config: { rateLimit: PROBE_LIMIT } } : {}),
        // A secret that is told once: see `app.ts`.
        ...(call.path === CALLS.team.addApiToken.path ? { compress: false } : {}),
        ...(largest === undefined ? {} : { bodyLimit: largest, onRequest: admit(call, largest, bodies, options) }),
        handler: (request, reply) => answer(request, reply, call, handler, options),
      });
    }
  }
}

interface CallOptions extends RouteOptions {
  readonly remembered: RememberedSessions;
  readonly pace: TokenPace;
}

/** Lets a large body in for a member who may make the call: nobody else takes up room. */
function admit(call: Call, largest: number, bodies: LargeBodies, options: CallOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await sessionOf(request, options);
    const denied = denial(call, session);
    const bytes = Math.min(Number(request.headers['content-length'] ?? largest), largest);
    const isIn = denied === null && (await bodies.enter(bytes, reply.raw));
    if (isIn) return;
    return sendRefusal(reply, refusal(denied ?? 'server_busy'), requestLocale(request.headers['accept-language']));
  };
}

async function sessionOf(
  request: FastifyRequest,
  { database, emptyMeansAll, remembered }: CallOptions,
): Promise<OpenSession | null> {
  const token = credentialOf(request);
  if (token === null) return null;
  const session = await findSession(database, token, emptyMeansAll);
  remembered.found(token, session);
  return session;
}

function handlerOf(feature: string, name: string): Handler<Call> {
  const group: Readonly<Record<string, unknown>> = HANDLERS[feature as keyof typeof HANDLERS];
  return group[name] as Handler<Call>;
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  handler: Handler<Call>,
  options: CallOptions,
) {
  const token = bearerOf(request);
  const isPaced = token === null || options.pace.admits(token);
  const result =
    (isPaced ? null : fail('too_frequent')) ??
    (await readAsRemembered(request, call, handler, options)) ??
    (await carryOut(request, reply, call, handler, options));
  if (result.ok) return reply.send({ result: 'success', data: result.data });
  return sendRefusal(reply, result.refusal, requestLocale(request.headers['accept-language']));
}

/**
 * The answer of a call that only reads, for a session that this process remembers: session, member and answer are read
 * together. Null where anything speaks against it; the call is then carried out from its beginning.
 */
async function readAsRemembered(
  request: FastifyRequest,
  call: Call,
  handler: Handler<Call>,
  options: CallOptions,
): Promise<Answer<unknown> | null> {
  const token = credentialOf(request);
  if (handler.kind !== 'read' || token === null) return null;
  const session = options.remembered.of(token);
  if (session === null || denial(call, session)) return null;
  const read = readInput(call, givenInput(request, call));
  if (!read.ok) return null;
  const { database } = options;
  const context = memberContext(request, session.member, options);
  const reading = readingOf(handler, context, database, read.input);
  const done = await readFor(database, token, session, reading.run);
  return done && reading.finish(done.value);
}

/** A run of a call that only reads. */
interface Reading {
  readonly run: (transaction: Transaction) => Promise<Answer<unknown>>;
  /** Makes the changes that the run asked for, because its answer counts. */
  readonly finish: (answer: Answer<unknown>) => Promise<Answer<unknown>>;
}

function readingOf(
  handler: Handler<Call> & { readonly kind: 'read' },
  context: Omit<ReadingContext, 'transaction' | 'afterwards'>,
  database: Database,
  input: CallInput<Call>,
): Reading {
  const changes: Parameters<ReadingContext['afterwards']>[0][] = [];
  const afterwards: ReadingContext['afterwards'] = (change) => {
    changes.push(change);
  };
  return {
    run: (transaction) => handler.run({ ...context, transaction, afterwards }, input),
    async finish(answer) {
      for (const change of changes) await database.within(context.member.scope, change);
      return answer;
    },
  };
}

async function carryOut(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  handler: Handler<Call>,
  options: CallOptions,
): Promise<Answer<unknown>> {
  const token = credentialOf(request);
  const session = await sessionOf(request, options);
  const member = session?.member ?? null;
  const isSecure = request.protocol === 'https';
  if (session?.isDue && session.isToken) await noteTokenUse(options.database, session.member, request.ip);
  else if (token !== null && session?.isDue) {
    const { accountId } = session.member.scope;
    const isProlonged = await prolongSession(options.database, accountId, token);
    const { isRemembered } = session;
    if (isProlonged) setSignedIn(reply, token, accountId, { isSecure, isRemembered });
  }
  const denied = denial(call, session);
  if (denied) return fail(denied);
  const read = readInput(call, givenInput(request, call));
  if (!read.ok) return read;
  const facts = auditOf(call, read.input);
  const audit = facts && member ? await named(options.database, member, facts) : facts;
  if (handler.kind === 'session') {
    // The member whom the call has logged in, or who was logged in before.
    let doer = member;
    const result = await handler.run(
      {
        database: options.database,
        secrets: options.secrets,
        emptyMeansAll: options.emptyMeansAll,
        uiConfig: options.uiConfig,
        hasAccount: options.hasAccount,
        token,
        member,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? null,
        provider: options.provider,
        origin: ownOrigin(options.publicUrl, request),
        attempt: request.cookies[ATTEMPT_COOKIE] ?? null,
        setAttempt: (cookie) => setAttempt(reply, cookie, isSecure),
        loginLimits: options.loginLimits,
        failedLogins: options.failedLogins,
        locale: requestLocale(request.headers['accept-language']),
        mailer: options.surroundings.mailer,
        sms: options.sms,
        mayRegister: async () => options.isRegistrationOpen && (await options.hasAccount()),
        now: options.now(),
        actAs: (entered) => {
          doer = entered;
        },
        signIn: (opened, entered, isRemembered = true) => {
          doer = entered;
          setSignedIn(reply, opened, entered.scope.accountId, { isSecure, isRemembered });
        },
        signOut: () => setSignedOut(reply),
      },
      read.input,
    );
    if (result.ok && audit !== null && doer !== null) await auditAlone(options.database, doer, request.ip, audit);
    return result;
  }
  if (!member) return fail('authorization_expired');
  const context = memberContext(request, member, options);
  if (call.method === 'POST') options.onStep('accept.before');
  const result = await carryOutFor(
    member,
    handler,
    { ...context, gone: goneOf(reply) },
    options.database,
    read.input,
    audit === null ? null : (transaction) => writeAudit(transaction, member, request.ip, audit),
  );
  if (call.method === 'POST') options.onStep('accept.after');
  return result;
}

const givenInput = (request: FastifyRequest, call: Call): unknown =>
  (call.method === 'GET' ? request.query : request.body) ?? {};

const memberContext = (
  request: FastifyRequest,
  member: Member,
  { surroundings, secrets, now }: CallOptions,
): Omit<LongContext, 'database' | 'gone'> => ({
  ...surroundings,
  member,
  secrets,
  locale: requestLocale(request.headers['accept-language']),
  now: now(),
});

/** For a call that chooses its transactions itself, or that is about the session. */
const auditAlone = (database: Database, member: Member, address: string, audit: AuditFacts): Promise<void> =>
  database.within(member.scope, (transaction) => writeAudit(transaction, member, address, audit));

/** Aborted when the connection of the request has ended. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.closed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

async function carryOutFor(
  member: Member,
  handler: Exclude<Handler<Call>, { kind: 'session' }>,
  context: Omit<LongContext, 'database'>,
  database: Database,
  input: CallInput<Call>,
  audit: ((transaction: Transaction) => Promise<void>) | null,
): Promise<Answer<unknown>> {
  if (handler.kind === 'long') {
    const answer = await handler.run({ ...context, database }, input);
    if (answer.ok && audit !== null) await database.within(member.scope, audit);
    return answer;
  }
  if (handler.kind === 'member') {
    return database.within(member.scope, async (transaction) => {
      const answer = await handler.run({ ...context, transaction }, input);
      if (answer.ok) await audit?.(transaction);
      return answer;
    });
  }
  const reading = readingOf(handler, context, database, input);
  return reading.finish(await database.read(member.scope, reading.run));
}

/** What a member may do who has yet to set up the second factor that the account demands. */
const WITHOUT_FACTOR: ReadonlySet<string> = new Set(
  [
    CALLS.account.loginOut,
    CALLS.account.getAccount,
    CALLS.account.keepLive,
    CALLS.security.secondFactor,
    CALLS.security.beginSecondFactor,
    CALLS.security.confirmSecondFactor,
    CALLS.security.passkeys,
    CALLS.security.beginPasskey,
    CALLS.security.addPasskey,
  ].map(({ path }) => path),
);

function denial({ access, path }: Call, session: OpenSession | null): ReasonCode | null {
  if (access.kind === 'public') return null;
  if (!session) return 'authorization_expired';
  if (session.lacksFactor && !WITHOUT_FACTOR.has(path)) return 'second_factor_demanded';
  if (session.isToken ? access.kind === 'person' : access.kind === 'program') return 'no_permission';
  return opens(session.member.grant, access) ? null : 'no_permission';
}

/** After these statuses the same call may succeed; in seconds. */
const RETRY_AFTER: Readonly<Record<number, number>> = { 429: 60, 503: 5 };

export function sendRefusal(reply: FastifyReply, why: Refusal, locale: Locale) {
  const body: FailAnswer = {
    result: 'fail',
    reason: reasonText(why.reason, locale),
    code: why.reason === 'authorization_expired' ? AUTHORIZATION_EXPIRED_CODE : why.reason,
    detail: why.detail,
  };
  const status = statusOf(why.reason);
  const retryAfter = RETRY_AFTER[status];
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(status).send(body);
}
