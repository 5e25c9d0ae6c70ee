import type { HttpClient, HttpRequest } from '@pasar/bridge';

/** The requests to the marketplace, and how many were open at the same time. */
export class RequestLog {
  readonly requests: HttpRequest[] = [];
  /** The highest number of requests that were open at the same time. */
  mostAtOnce = 0;
  #underWay = 0;

  /** The same client, with its requests logged. */
  watch(http: HttpClient): HttpClient {
    return {
      request: async (request) => {
        this.requests.push(request);
        this.#underWay += 1;
        this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
        try {
          return await http.request(request);
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
