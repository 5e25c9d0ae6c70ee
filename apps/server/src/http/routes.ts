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
import { findSession, prolongSession } from '../features/account/sessions.ts';
import { type Answer, fail } from '../features/answer.ts';
import type { Handler, LongContext, SessionContext, Surroundings } from '../features/handler.ts';
import type { Member } from '../records/members.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { SecretBox } from '../storage/secrets.ts';
import { SESSION_COOKIE, setSignedIn, setSignedOut } from './cookies.ts';
import { HANDLERS } from './handlers.ts';
import { type BodyLimits, LargeBodies } from './large-bodies.ts';
import { requestLocale } from './locale.ts';

export interface RouteOptions {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly now: () => number;
  /** Whether an empty list of permission keys means every key: `Grant` of the domain. */
  readonly emptyMeansAll: boolean;
  readonly uiConfig: SessionContext['uiConfig'];
  readonly surroundings: Surroundings;
  readonly largeBodies: BodyLimits;
  readonly loginLimits: SessionContext['loginLimits'];
  /** Runs before and after the commit of a change that a call makes. */
  readonly onStep: (step: 'accept.before' | 'accept.after') => void;
}

/** A spreadsheet of the largest allowed size as base64, with its name. */
const MOST_IMPORT_BYTES = 1_500_000;
/** Twice the largest allowed picture, so that the call itself can refuse a picture that is somewhat too large. */
const MOST_IMAGE_BYTES = 6_000_000;
/** For calls that make the server request a foreign address (our choice). */
const PROBE_LIMIT = { max: 30, timeWindow: 60_000 };

/** The bodies of calls that may be larger than others, in bytes. */
const LARGEST_BODY: Readonly<Record<string, number>> = {
  [CALLS.signIn.importShops.path]: MOST_IMPORT_BYTES,
  [CALLS.chat.sendImage.path]: MOST_IMAGE_BYTES,
};

/** Mounts every call of the contract at its path, with its permission row. */
export function mountCalls(app: FastifyInstance, options: RouteOptions): void {
  const bodies = new LargeBodies(options.largeBodies);
  for (const [feature, calls] of Object.entries(CALLS)) {
    for (const [name, call] of Object.entries(calls) as [string, Call][]) {
      const handler = handlerOf(feature, name);
      const largest = LARGEST_BODY[call.path];
      app.route({
        method: call.method,
        url: call.path,
        ...(call.path === CALLS.routing.testProxy.path ? { config: { rateLimit: PROBE_LIMIT } } : {}),
        ...(largest === undefined ? {} : { bodyLimit: largest, onRequest: admit(call, largest, bodies, options) }),
        handler: (request, reply) => answer(request, reply, call, handler, options),
      });
    }
  }
}

/** Lets a large body in for a member who may make the call: nobody else takes up room. */
function admit(call: Call, largest: number, bodies: LargeBodies, options: RouteOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await sessionOf(request, options);
    const denied = denial(call, session?.member ?? null);
    const bytes = Math.min(Number(request.headers['content-length'] ?? largest), largest);
    const isIn = denied === null && (await bodies.enter(bytes, reply.raw));
    if (isIn) return;
    return sendRefusal(reply, refusal(denied ?? 'server_busy'), requestLocale(request.headers['accept-language']));
  };
}

async function sessionOf(request: FastifyRequest, { database, emptyMeansAll }: RouteOptions) {
  const token = request.cookies[SESSION_COOKIE];
  return token === undefined ? null : findSession(database, token, emptyMeansAll);
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
  options: RouteOptions,
) {
  const locale = requestLocale(request.headers['accept-language']);
  const result = await carryOut(request, reply, call, handler, options);
  if (result.ok) return reply.send({ result: 'success', data: result.data });
  return sendRefusal(reply, result.refusal, locale);
}

async function carryOut(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  handler: Handler<Call>,
  options: RouteOptions,
): Promise<Answer<unknown>> {
  const token = request.cookies[SESSION_COOKIE] ?? null;
  const session = await sessionOf(request, options);
  const member = session?.member ?? null;
  const isSecure = request.protocol === 'https';
  if (token !== null && session?.isDue) {
    const { accountId } = session.member.scope;
    const isProlonged = await prolongSession(options.database, accountId, token);
    if (isProlonged) setSignedIn(reply, token, accountId, isSecure);
  }
  const denied = denial(call, member);
  if (denied) return fail(denied);
  const read = readInput(call, (call.method === 'GET' ? request.query : request.body) ?? {});
  if (!read.ok) return read;
  const now = options.now();
  if (handler.kind === 'session') {
    return handler.run(
      {
        database: options.database,
        emptyMeansAll: options.emptyMeansAll,
        uiConfig: options.uiConfig,
        token,
        member,
        address: request.ip,
        loginLimits: options.loginLimits,
        now,
        signIn: (opened, accountId) => setSignedIn(reply, opened, accountId, isSecure),
        signOut: () => setSignedOut(reply),
      },
      read.input,
    );
  }
  if (!member) return fail('authorization_expired');
  const { secrets, surroundings } = options;
  const locale = requestLocale(request.headers['accept-language']);
  const context = { ...surroundings, member, secrets, locale, now };
  if (call.method === 'POST') options.onStep('accept.before');
  const result = await carryOutFor(member, handler, context, options.database, read.input);
  if (call.method === 'POST') options.onStep('accept.after');
  return result;
}

function carryOutFor(
  member: Member,
  handler: Exclude<Handler<Call>, { kind: 'session' }>,
  context: Omit<LongContext, 'database'>,
  database: Database,
  input: CallInput<Call>,
): Promise<Answer<unknown>> {
  if (handler.kind === 'long') return handler.run({ ...context, database }, input);
  const run = (transaction: Transaction) => handler.run({ ...context, transaction }, input);
  return handler.kind === 'read' ? database.read(member.scope, run) : database.within(member.scope, run);
}

function denial(call: Call, member: Member | null): ReasonCode | null {
  if (call.access.kind === 'public') return null;
  if (!member) return 'authorization_expired';
  return opens(member.grant, call.access) ? null : 'no_permission';
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
