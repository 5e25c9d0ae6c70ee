/** The browser's id (ttwid), the captcha, and the page on which a person confirms the identity. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { EndpointDescription } from '../provenance.ts';
import type { TiktokContext } from './context.ts';

export const VISITOR_ENDPOINTS: readonly EndpointDescription[] = [
  { method: 'POST', path: '/ttwid/check/', provenance: 'seen' },
  { method: 'POST', path: '/ttwid/register/', provenance: 'seen' },
  { method: 'GET', path: '/captcha/get', provenance: 'seen' },
  { method: 'POST', path: '/captcha/verify', provenance: 'seen' },
  { method: 'GET', path: '/captcha/pictures/*', provenance: 'ours' },
  { method: 'GET', path: '/account/login', provenance: 'ours' },
  { method: 'POST', path: '/account/verify', provenance: 'ours' },
];

/** Seen: 0 is success, 1001 demands a registration first. */
const TTWID = { well: 0, registerFirst: 1_001 } as const;
const captchaBody = z.object({ captchaBody: z.string() });
/** Ours: the captcha's answer in plain form; the vendor's page encrypts it. */
const solved = z.object({ id: z.string(), reply: z.array(z.object({ x: z.number() })).min(1) });
const identityForm = z.object({ account: z.string().min(1) });

export function serveVisitors(
  app: FastifyInstance,
  context: TiktokContext,
  cookieOf: (headers: { readonly cookie?: string | undefined }, name: string) => string,
): void {
  const visitors = new Set<string>();
  app.post('/ttwid/check/', (request, reply) => {
    const isKnown = visitors.has(cookieOf(request.headers, 'ttwid'));
    return reply.send({ status_code: isKnown ? TTWID.well : TTWID.registerFirst, message: isKnown ? '' : 'no ttwid' });
  });
  app.post('/ttwid/register/', (_request, reply) => {
    const ttwid = `1|${randomBytes(16).toString('hex')}`;
    visitors.add(encodeURIComponent(ttwid));
    return reply
      .header('set-cookie', `ttwid=${encodeURIComponent(ttwid)}; Path=/; HttpOnly; SameSite=Lax`)
      .send({ status_code: TTWID.well, message: '' });
  });
  serveCaptcha(app, context);
  serveIdentity(app, context);
}

function serveCaptcha(app: FastifyInstance, { demands, progress, origin }: TiktokContext): void {
  app.get('/captcha/get', (_request, reply) => {
    const { captchaId } = demands.openCaptcha('tiktok', 'slide');
    const at = `${origin()}/captcha/pictures/${captchaId}`;
    const question = { url1: `${at}/background.png`, url2: `${at}/piece.png`, tip_y: 0 };
    return reply.send({
      code: 200,
      message: 'success',
      data: { id: captchaId, challenge_code: 99_999, mode: 'slide', question },
    });
  });
  app.post('/captcha/verify', (request, reply) => {
    const answer = readSolution(request.body);
    const isRight = answer !== null && demands.checkCaptcha(answer.id, String(answer.reply[0]?.x ?? ''));
    return reply.send(
      isRight
        ? { code: 200, message: 'success', data: { verify_ticket: progress.issueTicket() } }
        : { code: 502, message: 'verify failed', data: null },
    );
  });
  app.get<{ Params: { captchaId: string; picture: string } }>(
    '/captcha/pictures/:captchaId/:picture',
    ({ params: { captchaId, picture } }, reply) => {
      const captcha = demands.captcha(captchaId);
      return sendPng(reply, (picture === 'background.png' ? captcha?.backgroundPng : captcha?.png) ?? null);
    },
  );
}

function readSolution(body: unknown): z.infer<typeof solved> | null {
  const read = captchaBody.safeParse(body);
  if (!read.success) return null;
  try {
    return solved.safeParse(JSON.parse(read.data.captchaBody)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const sendPng = (reply: FastifyReply, png: Uint8Array | null): FastifyReply =>
  png === null ? reply.code(404).send() : reply.type('image/png').send(Buffer.from(png));

/** A page to pass by hand; naming the account is enough to confirm the identity. */
function serveIdentity(app: FastifyInstance, { accounts, progress }: TiktokContext): void {
  app.get('/account/login', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send(
        '<!doctype html><title>Verify your identity</title><h1>Verify your identity</h1>' +
          '<form method="post" action="/account/verify"><label>Account <input name="account"></label>' +
          '<button>This is me</button></form>',
      ),
  );
  app.post('/account/verify', (request, reply) => {
    const form = identityForm.safeParse(request.body);
    const login = form.success ? accounts.findLogin(form.data.account) : null;
    if (login === null) return reply.code(404).type('text/plain').send('There is no such account.');
    progress.meet(login, 'identity');
    return reply.type('text/plain').send('Thank you. Go back and log in again.');
  });
}
