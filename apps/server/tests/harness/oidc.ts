import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const CLIENT = { clientId: 'pasar', clientSecret: 'canary-b1c7-client-secret' };

/** A real OpenID Connect provider on a free port, whose people log in by their name. */
export interface TestProvider {
  readonly issuer: string;
  /** Goes to an address of the provider as this person; resolves with the query that it sends back to Pasar. */
  visit(url: string, person: string): Promise<Record<string, string>>;
  close(): Promise<void>;
}

export async function openProvider(redirectUri: string): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    // Seconds; named, because the library asks for it.
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    cookies: { keys: ['only of this test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    interactions: { url: (_context, { uid }) => `/enter/${uid}` },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/enter/')) return void answer(request, response);
    const person = String(request.headers['x-person']);
    void enter(provider, request, response, person).catch((error: unknown) => response.destroy(error as Error));
  });
  return {
    issuer,
    async visit(url, person) {
      const cookies = new Map<string, string>();
      let next = url;
      while (!next.startsWith(redirectUri)) {
        const response = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; '), 'x-person': person },
        });
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        const to = response.headers.get('location');
        if (to === null)
          throw new Error(`the provider stopped at ${next}: ${response.status} ${await response.text()}`);
        next = new URL(to, issuer).href;
      }
      return Object.fromEntries(new URL(next).searchParams);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Callback = ReturnType<Provider['callback']>;

/** The person logs in, and agrees to everything; `nobody` refuses. */
async function enter(
  provider: Provider,
  request: Parameters<Callback>[0],
  response: Parameters<Callback>[1],
  person: string,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (person === 'nobody') {
    return provider.interactionFinished(request, response, { error: 'access_denied' });
  }
  if (prompt.name === 'login') {
    return provider.interactionFinished(request, response, { login: { accountId: person } });
  }
  const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) });
  grant.addOIDCScope('openid');
  const grantId = await grant.save();
  return provider.interactionFinished(request, response, { consent: { grantId } });
}
