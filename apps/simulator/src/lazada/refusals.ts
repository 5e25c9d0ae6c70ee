/** Ways to leave a request without a proper answer. */
import type { FastifyReply } from 'fastify';

/** Never answers and does not carry out the call: the request ends when the caller gives up or the server closes. */
export function hang(reply: FastifyReply): FastifyReply {
  return reply.hijack();
}

/** Breaks the connection instead of answering. */
export function cut(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.socket?.destroy();
  return reply;
}

export function tooManyRequests(reply: FastifyReply): FastifyReply {
  return reply.code(429).type('text/plain').send('Too Many Requests');
}
