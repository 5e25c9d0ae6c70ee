import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { logFailure } from '../log.ts';
import { reasonOf, StartupError } from '../startup-error.ts';
import type { Metrics } from './metrics.ts';

export const METRICS_PATH = '/metrics';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Answers scrapes at an address of its own, so that the desk's address never tells the operator's numbers. Returns where
 * it listens, and a function that stops it. @throws StartupError
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port }: MetricsAddress,
  log: Logger,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== METRICS_PATH) return void response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error) => {
        logFailure(log, 'metrics_not_told', error);
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((done, refuse) => {
    server.once('error', (cause) =>
      refuse(
        new StartupError(
          `The metrics cannot be served at ${host}:${port}: ${reasonOf(cause)}. Set PASAR_METRICS_PORT or PASAR_METRICS_HOST.`,
          cause,
        ),
      ),
    );
    server.listen(port, host, done);
  });
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  const { address, family, port: opened } = server.address() as AddressInfo;
  const shown = family === 'IPv6' ? `[${address}]` : address;
  return { url: `http://${shown}:${opened}${METRICS_PATH}`, stop };
}
