import { asConnectionId } from '@pasar/domain';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { logFailure } from '../log.ts';
import { reasonOf, StartupError } from '../startup-error.ts';
import { NOT_SERVED } from './peer-client.ts';
import { type AskedEngine, QUESTIONS, type Question } from './questions.ts';
import type { PeerSignature } from './signature.ts';

const MOST_BODY_BYTES = 64 * 1024;
// note: Fastify's own logger type, so that the instance has its plain type.
const requestLogger = (log: Logger): FastifyBaseLogger => log.child({ part: 'peers' });

export interface PeerServerParts {
  readonly engine: AskedEngine;
  readonly signature: PeerSignature;
  readonly log: Logger;
}

/**
 * Answers the other server processes, on an address of its own. Whatever no peer has signed is answered 401, whatever it
 * asked for.
 */
export function buildPeerServer({ engine, signature, log }: PeerServerParts): FastifyInstance {
  const app = Fastify({
    loggerInstance: requestLogger(log),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MOST_BODY_BYTES,
    forceCloseConnections: true,
    // an address that cannot be read, before any hook.
    frameworkErrors: (_error, _request, reply) => void reply.hijack().raw.writeHead(401).end(),
  });
  const signed = new WeakSet<FastifyRequest>();
  // the very bytes, because those were signed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('preValidation', async (request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const { method, url: path, headers } = request;
    if (!signature.isOf({ method, path, body }, headers.authorization)) return reply.code(401).send();
    signed.add(request);
  });
  app.setErrorHandler((error, request, reply) => {
    // what was not even read was not signed by anybody either.
    if (!signed.has(request)) return reply.code(401).send();
    logFailure(request.log, 'peer_question_failed', error, { route: request.routeOptions.url });
    return reply.code(500).send();
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  for (const question of Object.values<Question<unknown, unknown>>(QUESTIONS)) mount(app, engine, question);
  return app;
}

function mount(app: FastifyInstance, engine: AskedEngine, question: Question<unknown, unknown>): void {
  const asked = z.object({ connectionId: z.uuid().transform(asConnectionId), input: question.input });
  app.post(`/${question.name}`, async (request, reply) => {
    const parsed = asked.safeParse(JSON.parse(String(request.body)));
    if (!parsed.success) return reply.code(400).send();
    const { connectionId, input } = parsed.data;
    const answer = await question.answer(engine, connectionId, input);
    return answer === null ? reply.code(NOT_SERVED).send() : question.wire.write(reply, answer);
  });
}

/** Where it is reached from now on. @throws StartupError */
export async function listenForPeers(app: FastifyInstance, { peerHost, peerPort }: Config): Promise<string> {
  try {
    return await app.listen({ host: peerHost, port: peerPort });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code === 'EADDRINUSE')
      throw new StartupError(`Port ${peerPort} is taken. Set PASAR_PEER_PORT to another.`, cause);
    throw new StartupError(
      `Other processes cannot reach this one at ${peerHost}:${peerPort}: ${reasonOf(cause)}. Set PASAR_PEER_HOST.`,
      cause,
    );
  }
}
