import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

/**
 * A kept connection that makes one request after the other, as cheaply as possible: nothing but its wait is measured.
 */
export class BareHttp {
  readonly #socket: Socket;
  readonly #cookie: string;
  #read: (bytes: Buffer) => void = () => undefined;

  constructor(origin: string, cookie: string) {
    const { hostname, port } = new URL(origin);
    this.#socket = connect(Number(port), hostname).setNoDelay(true);
    this.#cookie = cookie;
    this.#socket.on('data', (bytes) => this.#read(bytes));
  }

  /** The body of the answer; any status but 200 is an error. */
  request(method: 'GET' | 'POST', path: string, body: unknown = null): Promise<string> {
    const content = body === null ? '' : JSON.stringify(body);
    const type =
      body === null ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(content)}\r\n`;
    return new Promise((resolve, reject) => {
      let answer: Buffer = Buffer.alloc(0);
      let end = -1;
      this.#read = (bytes) => {
        answer = answer.length === 0 ? bytes : Buffer.concat([answer, bytes]);
        if (end < 0) {
          const headEnd = answer.indexOf(HEAD_END);
          if (headEnd < 0) return;
          const head = answer.toString('latin1', 0, headEnd);
          if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(`${path}: ${answer}`));
          end = headEnd + HEAD_END.length + Number(/content-length: (\d+)/i.exec(head)?.[1]);
        }
        if (answer.length >= end) resolve(answer.toString('utf8', answer.indexOf(HEAD_END) + HEAD_END.length, end));
      };
      this.#socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: desk\r\ncookie: ${this.#cookie}\r\n${type}\r\n${content}`,
      );
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}
