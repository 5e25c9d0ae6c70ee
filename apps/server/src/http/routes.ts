import { AUTHORIZATION_EXPIRED_CODE, CALLS, type Call, type FailAnswer, opens, reasonText } from '@pasar/api';
import { isReasonCode, type Locale, type ReasonCode, type Refusal, refusal, statusOf } from '@pasar/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodError } from 'zod';
import { findSession, prolongSession } from '../features/account/sessions.ts';
import { type Answer, fail } from '../features/answer.ts';
import type { Handler, SessionContext, Surroundings } from '../features/handler.ts';
import type { Member } from '../records/members.ts';
import type { Database } from '../storage/database.ts';
import type { SecretBox } from '../storage/secrets.ts';
import { SESSION_COOKIE, setSignedIn, setSignedOut } from './cookies.ts';
import { HANDLERS } from './handlers.ts';
import { requestLocale } from './locale.ts';

export interface RouteOptions {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly now: () => number;
  /** Whether an empty list of permission keys means every key: `Grant` of the domain. */
  readonly emptyMeansAll: boolean;
  readonly uiConfig: SessionContext['uiConfig'];
  readonly surroundings: Surroundings;
  /** Runs before and after the commit of a change that a call makes. */
  readonly onStep: (step: 'accept.before' | 'accept.after') => void;
}

/** A spreadsheet of the largest allowed size as base64, with its name. */
const MOST_IMPORT_BYTES = 1_500_000;
/** Twice the largest allowed picture, so that the call itself can refuse a picture that is somewhat too large. */
const MOST_IMAGE_BYTES = 6_000_000;
/** Login attempts with one name from one address in a minute (our choice). */
const LOGIN_LIMIT = {
  max: 20,
  timeWindow: 60_000,
  hook: 'preHandler' as const,
  keyGenerator: (request: FastifyRequest): string => {
    const named = CALLS.account.login.input.pick({ mobile: true }).safeParse(request.body);
    return `${request.ip} ${named.success ? named.data.mobile.toLowerCase() : ''}`;
  },
};

/** For calls that make the server request a foreign address (our choice). */
const PROBE_LIMIT = { max: 30, timeWindow: 60_000 };

/** Mounts every call of the contract at its path, with its permission row. */
export function mountCalls(app: FastifyInstance, options: RouteOptions): void {
  for (const [feature, calls] of Object.entries(CALLS)) {
    for (const [name, call] of Object.entries(calls) as [string, Call][]) {
      const handler = handlerOf(feature, name);
      app.route({
        method: call.method,
        url: call.path,
        ...(call.path === CALLS.account.login.path ? { config: { rateLimit: LOGIN_LIMIT } } : {}),
        ...(call.path === CALLS.routing.testProxy.path ? { config: { rateLimit: PROBE_LIMIT } } : {}),
        ...(call.path === CALLS.signIn.importShops.path ? { bodyLimit: MOST_IMPORT_BYTES } : {}),
        ...(call.path === CALLS.chat.sendImage.path ? { bodyLimit: MOST_IMAGE_BYTES } : {}),
        handler: (request, reply) => answer(request, reply, call, handler, options),
      });
    }
  }
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
  const session = token === null ? null : await findSession(options.database, token, options.emptyMeansAll);
  const member = session?.member ?? null;
  const isSecure = request.protocol === 'https';
  if (token !== null && session?.isDue) {
    const { accountId } = session.member.scope;
    const isProlonged = await prolongSession(options.database, accountId, token);
    if (isProlonged) setSignedIn(reply, token, accountId, isSecure);
  }
  const denied = denial(call, member);
  if (denied) return fail(denied);
  const parsed = call.input.safeParse((call.method === 'GET' ? request.query : request.body) ?? {});
  if (!parsed.success) return { ok: false, refusal: inputRefusal(parsed.error) };
  const now = options.now();
  if (handler.kind === 'session') {
    return handler.run(
      {
        database: options.database,
        emptyMeansAll: options.emptyMeansAll,
        uiConfig: options.uiConfig,
        token,
        member,
        now,
        signIn: (opened, accountId) => setSignedIn(reply, opened, accountId, isSecure),
        signOut: () => setSignedOut(reply),
      },
      parsed.data,
    );
  }
  if (!member) return fail('authorization_expired');
  const { secrets, surroundings } = options;
  const locale = requestLocale(request.headers['accept-language']);
  const context = { ...surroundings, member, secrets, locale, now };
  if (call.method === 'POST') options.onStep('accept.before');
  const result =
    handler.kind === 'long'
      ? await handler.run({ ...context, database: options.database }, parsed.data)
      : await options.database.within(member.scope, (transaction) =>
          handler.run({ ...context, transaction }, parsed.data),
        );
  if (call.method === 'POST') options.onStep('accept.after');
  return result;
}

function denial(call: Call, member: Member | null): ReasonCode | null {
  if (call.access.kind === 'public') return null;
  if (!member) return 'authorization_expired';
  return opens(member.grant, call.access) ? null : 'no_permission';
}

/** The first fault of the input: a reason of its own where the contract names one. */
function inputRefusal(error: ZodError): Refusal {
  const [issue] = error.issues;
  if (issue !== undefined && isReasonCode(issue.message)) return refusal(issue.message);
  return refusal('invalid_request', issue ? `${issue.path.join('.')}: ${issue.message}` : null);
}

export function sendRefusal(reply: FastifyReply, why: Refusal, locale: Locale) {
  const body: FailAnswer = {
    result: 'fail',
    reason: reasonText(why.reason, locale),
    code: why.reason === 'authorization_expired' ? AUTHORIZATION_EXPIRED_CODE : why.reason,
    detail: why.detail,
  };
  return reply.code(statusOf(why.reason)).send(body);
}
