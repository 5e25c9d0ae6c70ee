import type { HttpClient, HttpRequest } from '@pasar/bridge';

/** What left for the marketplace, and how much of it at the same time. */
export class RequestLog {
  readonly requests: HttpRequest[] = [];
  /** The most requests that were under way together. */
  mostAtOnce = 0;
  #underWay = 0;

  /** The same client, watched. */
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

  /** What left so far is no longer of interest; nothing may be under way. */
  forget(): void {
    this.requests.length = 0;
    this.mostAtOnce = this.#underWay;
  }
}

/** Address and body of a request as a person reads them. */
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
