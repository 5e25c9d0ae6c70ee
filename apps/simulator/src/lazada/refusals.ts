/** Ways of not answering properly. */
import type { FastifyReply } from 'fastify';

/** Neither answered nor carried out: the caller waits until it gives up, or the server closes. */
export function hang(reply: FastifyReply): FastifyReply {
  return reply.hijack();
}

/** The connection breaks where the answer should come. */
export function cut(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.socket?.destroy();
  return reply;
}

export function tooManyRequests(reply: FastifyReply): FastifyReply {
  return reply.code(429).type('text/plain').send('Too Many Requests');
}
