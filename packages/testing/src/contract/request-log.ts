import { BridgeError, type HttpClient, type HttpRequest } from '@pasar/bridge';

/** The requests to the marketplace, and how many were open at the same time. An answer can be lost on the way back. */
export class RequestLog {
  readonly requests: HttpRequest[] = [];
  /** The highest number of requests that were open at the same time. */
  mostAtOnce = 0;
  #underWay = 0;
  readonly #lostAnswer: number | null;

  /** `lostAnswer`: which request, from 0, is carried out while its answer never comes; null: none. */
  constructor(lostAnswer: number | null = null) {
    this.#lostAnswer = lostAnswer;
  }

  /** The same client, with its requests logged. */
  watch(http: HttpClient): HttpClient {
    return {
      request: async (request) => {
        const isLost = this.requests.push(request) - 1 === this.#lostAnswer;
        this.#underWay += 1;
        this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
        try {
          const answer = await http.request(request);
          if (isLost) throw new BridgeError('timeout', 'the answer was lost', true);
          return answer;
        } finally {
          this.#underWay -= 1;
        }
      },
    };
  }

  /** Clears the log; no request may be open. */
  forget(): void {
    this.requests.length = 0;
    this.mostAtOnce = this.#underWay;
  }
}

/** Address and body of a request as readable text. */
export function textOf({ url, body }: HttpRequest): string {
  const address = decodeURIComponent(url);
  switch (body.type) {
    case 'none':
      return address;
    case 'json':
      return `${address} ${JSON.stringify(body.value)}`;
    case 'form':
      return `${address} ${JSON.stringify(body.fields)}`;
    case 'bytes':
      return `${address} ${Buffer.from(body.bytes).toString('utf8')}`;
  }
}
