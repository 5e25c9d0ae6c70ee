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
// Typed as Fastify's own logger, so that the instance has its plain type.
const requestLogger = (log: Logger): FastifyBaseLogger => log.child({ part: 'peers' });

export interface PeerServerParts {
  readonly engine: AskedEngine;
  readonly signature: PeerSignature;
  readonly log: Logger;
}

/**
 * Answers the other server processes, on an address of its own. A request without a peer's signature gets 401, whatever
 * its path.
 */
export function buildPeerServer({ engine, signature, log }: PeerServerParts): FastifyInstance {
  const app = Fastify({
    loggerInstance: requestLogger(log),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MOST_BODY_BYTES,
    forceCloseConnections: true,
    // Fastify refuses an unreadable path before any hook runs.
    frameworkErrors: (_error, _request, reply) => void reply.hijack().raw.writeHead(401).end(),
  });
  const signed = new WeakSet<FastifyRequest>();
  // The raw bytes, because the signature covers them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('preValidation', async (request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const { method, url: path, headers } = request;
    if (!signature.isOf({ method, path, body }, headers.authorization)) return reply.code(401).send();
    signed.add(request);
  });
  app.setErrorHandler((error, request, reply) => {
    // A request that could not be read was never checked, so it counts as unsigned.
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

/** Returns the origin at which the process is reached. @throws StartupError */
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
