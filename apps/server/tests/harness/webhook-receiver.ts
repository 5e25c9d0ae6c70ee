import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebhookBody, webhookBody } from '@pasar/api';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly path: string;
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly body: WebhookBody;
}

/** Somebody's server that is told of events. Answers 204 unless told otherwise; `hang` never answers. */
export class Receiver {
  readonly received: Received[] = [];
  answer: (path: string, body: WebhookBody) => number | 'hang' = () => 204;
  readonly #server: Server;
  readonly #waiting = new Set<() => void>();

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const path = request.url ?? '';
        const body = webhookBody.parse(JSON.parse(raw));
        this.received.push({ path, id: String(request.headers['webhook-id']), headers: request.headers, raw, body });
        for (const check of this.#waiting) check();
        const status = this.answer(path, body);
        if (status === 'hang') return;
        response.writeHead(status, status === 302 ? { location: `${this.address('/elsewhere')}` } : {}).end('words');
      });
    });
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((done) => receiver.#server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  address(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  /** What came at this path so far. */
  at(path: string): readonly Received[] {
    return this.received.filter((one) => one.path === path);
  }

  /** Resolves when so many requests came at the path; rejects after ten seconds. */
  async until(path: string, count: number): Promise<readonly Received[]> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(check);
        reject(new Error(`${count} requests never came; got ${JSON.stringify(this.at(path).map(({ body }) => body))}`));
      }, 10_000);
      const check = () => {
        if (this.at(path).length < count) return;
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
    return this.at(path);
  }

  /** @throws where the signature is not of this secret */
  static verify(secret: string, { raw, headers }: Received): void {
    new Webhook(secret).verify(raw, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
