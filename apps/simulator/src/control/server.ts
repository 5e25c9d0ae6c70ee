/** The control API and the buyer's phone as one HTTP request handler. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { SmsGateway } from '../letters/sms-gateway.ts';
import { type ModelAnswer, ModelService } from '../model/service.ts';
import { PHONE_CSP, phoneFiles } from '../phone/files.ts';
import { type TranslationAnswer, TranslationService } from '../translation/service.ts';
import type { ControlContext } from './context.ts';
import { ControlError, notFound, refusalOf } from './errors.ts';
import { createEventStreams } from './events.ts';
import { parseLossless } from './lossless-json.ts';
import { describeRoutes } from './openapi.ts';
import { drawPicture, PICTURE_TYPE } from './pictures.ts';
import type { Route } from './route.ts';
import { conversationRoutes } from './routes/conversations.ts';
import { demandRoutes } from './routes/demands.ts';
import { faultRoutes } from './routes/faults.ts';
import { handRoutes } from './routes/hands.ts';
import { letterRoutes } from './routes/letters.ts';
import { messageRoutes } from './routes/messages.ts';
import { modelRoutes } from './routes/model.ts';
import { stateRoutes } from './routes/state.ts';
import { tradeRoutes } from './routes/trade.ts';
import { translationRoutes } from './routes/translation.ts';
import { SAMPLE_VIDEO } from './sample-video.ts';

export interface Control {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Ends the event streams and the chatter; the caller still owns the world and the faults. */
  close(): Promise<void>;
}

/**
 * Refuses host names other than this machine's: otherwise a page of another site could read the answers by pointing its
 * own name here (DNS rebinding). Such a page cannot write either, because only JSON bodies are accepted.
 */
function refuseForeignNames(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!['127.0.0.1', 'localhost', '[::1]'].includes(request.hostname)) {
      throw new ControlError(403, 'foreignHost', `this server does not answer for ${request.hostname}`);
    }
  });
}

function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = body.toString();
    try {
      done(null, text === '' ? undefined : parseLossless(text));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      done(new ControlError(400, 'badRequest', `the body is no JSON: ${reason}`));
    }
  });
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal !== null) return reply.status(refusal.statusCode).send(refusal.body);
    console.error(`${request.method} ${request.url} failed:`, error);
    return reply.status(500).send({ code: 'failed', message: 'the simulator failed; its own output says why' });
  });
  app.setNotFoundHandler((request) => {
    throw notFound('unknownCall', `there is no ${request.method} ${request.url}; see /sim/openapi.json`);
  });
}

function addRoute(app: FastifyInstance, { method, path, run }: Route): void {
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .send(run({ params: request.params, query: request.query, body: request.body })),
  });
}

function addPhone(app: FastifyInstance): void {
  for (const { path, type, read } of phoneFiles()) {
    app.get(path, async (_request, reply) =>
      reply
        .header('content-security-policy', PHONE_CSP)
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-cache')
        .type(type)
        .send(await read()),
    );
  }
}

/** The address of the service is /sim/libretranslate. */
function addTranslation(app: FastifyInstance, service: TranslationService): void {
  const send = (reply: FastifyReply, { status, headers, body }: TranslationAnswer) =>
    reply.status(status).headers(headers).send(body);
  app.get('/sim/libretranslate/languages', (_request, reply) => send(reply, service.languages()));
  app.post('/sim/libretranslate/detect', ({ body }, reply) => send(reply, service.detect(body)));
  app.post('/sim/libretranslate/translate', ({ body }, reply) => send(reply, service.translate(body)));
}

/** The address of the model is /sim/openai/v1. */
function addModel(app: FastifyInstance, service: ModelService): void {
  const send = (reply: FastifyReply, { status, headers, body }: ModelAnswer) =>
    reply.status(status).headers(headers).send(body);
  app.post('/sim/openai/v1/chat/completions', async ({ headers, body }, reply) =>
    send(reply, await service.complete(headers.authorization, body)),
  );
}

/** The address of the gateway is /sim/dysms. */
function addGateway(app: FastifyInstance, gateway: SmsGateway): void {
  app.get('/sim/dysms', ({ url }, reply) => {
    const { status, body } = gateway.send(url.split('?')[1] ?? '');
    return reply.status(status).send(body);
  });
}

export async function createControl(context: ControlContext): Promise<Control> {
  const app = Fastify({ logger: false, bodyLimit: 1_048_576 });
  const streams = createEventStreams(context);
  const translation = new TranslationService();
  const model = new ModelService();
  refuseForeignNames(app);
  readJson(app);
  answerErrors(app);
  const routes = [
    ...messageRoutes(context),
    ...faultRoutes(context),
    ...conversationRoutes(context),
    ...handRoutes(context),
    ...demandRoutes(context),
    ...tradeRoutes(context),
    ...stateRoutes(context),
    ...translationRoutes(translation),
    ...modelRoutes(model),
    ...letterRoutes(context.letterbox),
  ];
  for (const route of routes) addRoute(app, route);
  // As public services answer: from where a request comes. Ours: every address of this machine is in Singapore.
  app.get('/sim/exit', ({ ip }) => ({ ip, country: 'SG' }));
  app.get('/sim/openapi.json', () => describeRoutes(routes));
  app.get('/sim/events', (_request, reply) => {
    reply.hijack();
    streams.open(reply.raw);
  });
  app.get<{ Params: { name: string } }>('/sim/pictures/:name.png', (request, reply) =>
    reply
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=86400, immutable')
      .type(PICTURE_TYPE)
      .send(Buffer.from(drawPicture(request.params.name))),
  );
  app.get('/sim/videos/:name.mp4', (_request, reply) =>
    reply
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=86400, immutable')
      .type('video/mp4')
      .send(SAMPLE_VIDEO),
  );
  addTranslation(app, translation);
  addModel(app, model);
  addGateway(app, new SmsGateway(context.letterbox, Date.now));
  addPhone(app);
  await app.ready();
  return {
    handle: (request, response) => app.routing(request, response),
    async close() {
      context.chatter.stop();
      // Whoever waits for a silent model is answered, so that the server can close.
      model.fault = null;
      streams.close();
      await app.close();
    },
  };
}
