/**
 * The marketplace's demands on the person, and the person's answers (spec 2 §4): a captcha's ticket, a code, a page to
 * go through. No demand is stored here: what an answer needs comes back with it as the continuation.
 */
import type { Challenge, ChallengeAnswer, Outcome, SignIn } from '@pasar/connector-kit';
import { z } from 'zod';
import { captchaGetCall, captchaVerifyCall } from '../calls/visitor.ts';
import type { TiktokHosts } from '../wire/hosts.ts';
import { type Failed, ok, refused } from '../wire/outcome.ts';
import type { Login } from './login.ts';
import type { LoginSite } from './login-site.ts';

/** A sign-in that stopped, with a challenge when the marketplace demands something of the person. */
export type Stopped = Extract<SignIn, { readonly ok: false }>;

const continuationSchema = z.discriminatedUnion('step', [
  z.object({
    step: z.literal('captcha'),
    /** The call for which the ticket is requested. */
    next: z.enum(['password', 'code']),
    captchaId: z.string(),
    mode: z.string(),
    fingerprint: z.string(),
  }),
  z.object({ step: z.literal('code'), target: z.string().nullable() }),
  z.object({ step: z.literal('identity') }),
]);
type Continuation = z.infer<typeof continuationSchema>;
type Next = 'password' | 'code';

const write = (continuation: Continuation): string => JSON.stringify(continuation);
/** Null: not a continuation of this connector. */
function read(text: string): Continuation | null {
  try {
    return continuationSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export interface Challenges {
  /** Makes the challenge of a refusal. A refusal without a demand is returned without a challenge. */
  of(failed: Failed, next: Next): Promise<Stopped>;
  answer(answer: ChallengeAnswer): Promise<{ readonly ok: true } | Stopped>;
  /** Sends another code for a code challenge. The site may demand a captcha first. */
  resend(continuation: string): Promise<Outcome<Challenge>>;
}

interface Ground {
  readonly site: LoginSite;
  readonly login: Login;
  readonly hosts: TiktokHosts;
  readonly uuid: () => string;
  /** False while no person attends and the password must not be sent. Then no challenge is made. */
  readonly mayAsk: boolean;
}

export function createChallenges(ground: Ground): Challenges {
  const of = async (failed: Failed, next: Next): Promise<Stopped> => {
    if (!ground.mayAsk) return { ...failed, challenge: null };
    switch (failed.refusal.reason) {
      case 'captcha_needed':
      case 'captcha_wrong':
        return stop(failed, await captcha(ground, next));
      case 'verification_needed':
        return stop(failed, await code(ground, null));
      case 'identity_check_needed':
        return stop(failed, ok(identity(ground.hosts)));
      default:
        return { ...failed, challenge: null };
    }
  };
  const after = async (outcome: Outcome<null>, next: Next): Promise<{ readonly ok: true } | Stopped> =>
    outcome.ok ? { ok: true } : of(outcome, next);
  return {
    of,
    answer: async (answer) => {
      const continuation = read(answer.continuation);
      if (continuation === null || continuation.step !== answer.kind) {
        return { ...refused('invalid_request', 'continuation'), challenge: null };
      }
      switch (continuation.step) {
        case 'captcha': {
          const ticket = await solve(ground.site, continuation, answer.kind === 'captcha' ? answer.text : '');
          if (!ticket.ok) return of(ticket, continuation.next);
          if (continuation.next === 'password') return after(await ground.login.byPassword(ticket.value), 'password');
          return codeAfterCaptcha(ground, ticket.value);
        }
        case 'code': {
          const entered = await ground.login.byCode(answer.kind === 'code' ? answer.code.trim() : '');
          if (entered.ok || entered.refusal.reason !== 'verification_code_wrong') return after(entered, 'code');
          // The code that was sent still holds.
          return { ...entered, challenge: codeChallenge(ground.login, continuation.target, 0) };
        }
        case 'identity':
          return after(await ground.login.byPassword(null), 'password');
      }
    },
    resend: async (text) => {
      const continuation = read(text);
      return continuation?.step === 'code' ? code(ground, null) : refused('invalid_request', 'continuation');
    },
  };
}

/** If the challenge cannot be made, that failure is why the sign-in stops. */
const stop = (failed: Failed, challenge: Outcome<Challenge>): Stopped =>
  challenge.ok ? { ...failed, challenge: challenge.value } : { ...challenge, challenge: null };

async function codeAfterCaptcha(ground: Ground, ticket: string): Promise<Stopped> {
  return stop(refused('verification_needed', null), await code(ground, ticket));
}

const codeChallenge = ({ codeChannel: channel }: Login, target: string | null, resendAfterMs: number): Challenge => ({
  kind: 'code',
  channel,
  target,
  resendAfterMs,
  continuation: write({ step: 'code', target }),
});

async function code(ground: Ground, ticket: string | null): Promise<Outcome<Challenge>> {
  const sent = await ground.login.sendCode(ticket);
  if (sent.ok) return ok(codeChallenge(ground.login, sent.value.target, sent.value.resendAfterMs));
  return sent.refusal.reason === 'captcha_needed' ? captcha(ground, 'code') : sent;
}

/** A captcha that cannot be shown here is solved on the marketplace's own page. */
async function captcha({ site, hosts, uuid }: Ground, next: Next): Promise<Outcome<Challenge>> {
  const fingerprint = `verify_${uuid()}`;
  const puzzle = await site.make(captchaGetCall, { fingerprint });
  if (!puzzle.ok) return puzzle;
  const { captchaId, mode, backgroundUrl, pieceUrl } = puzzle.value;
  if (mode !== 'slide') return ok(identity(hosts));
  const background = await site.picture(backgroundUrl);
  if (!background.ok) return background;
  const piece = await site.picture(pieceUrl);
  if (!piece.ok) return piece;
  return ok({
    kind: 'captcha',
    captchaId,
    captchaType: 'slide',
    image: piece.value,
    background: background.value,
    continuation: write({ step: 'captcha', next, captchaId, mode, fingerprint }),
  });
}

const identity = (hosts: TiktokHosts): Challenge => ({
  kind: 'identity',
  pageUrl: `${hosts.seller}/account/login`,
  continuation: write({ step: 'identity' }),
});

/** Text that is no number of pixels counts as a wrong answer. */
async function solve(
  site: LoginSite,
  { captchaId, mode, fingerprint }: Extract<Continuation, { readonly step: 'captcha' }>,
  text: string,
): Promise<Outcome<string>> {
  const offset = Number(text.trim());
  if (text.trim() === '' || !Number.isFinite(offset)) return refused('captcha_wrong', null);
  const verdict = await site.make(captchaVerifyCall, { fingerprint, captchaId, mode, offset: Math.round(offset) });
  return verdict.ok ? ok(verdict.value.ticket) : verdict;
}
