import { createBridge, systemClock } from '@pasar/bridge';
import { z } from 'zod';
import { readConfig } from '../../../apps/server/src/config.ts';
import { createConnectors } from '../../../apps/server/src/connectors.ts';
import { Handshakes } from '../../../apps/server/src/engine/handshakes.ts';
import { answerParent } from './child.ts';
import { COUNTRY, CROWD_PASSWORD, identifierOf, marketplacesAt } from './crowd.ts';

/** Pasar's code from the socket to a checked domain event, without the rest: no lease, no stored row, no window. */
const environment = z.object({ CROWD_CONNECTIONS: z.coerce.number().int().positive(), CROWD_ORIGIN: z.url() });
const { CROWD_CONNECTIONS, CROWD_ORIGIN } = environment.parse(process.env);
const { marketplaces } = readConfig({ PASAR_MARKETPLACES: marketplacesAt(CROWD_ORIGIN) });
const connector = createConnectors(marketplaces).shopee;
const handshakes = new Handshakes(50, 50);
const never = new AbortController().signal;
const closes: (() => Promise<void>)[] = [];
let received = 0;

async function open(login: number): Promise<void> {
  const bridge = createBridge({
    route: { kind: 'direct' },
    storedCookies: null,
    clock: systemClock,
    uuid: () => crypto.randomUUID(),
  });
  const started = await connector.startSession({
    answer: null,
    domainSwitch: { get: () => null, set: () => undefined },
    notify: () => undefined,
    bridge,
    media: bridge.media,
    shops: [],
    credentials: { identifier: identifierOf(login), password: CROWD_PASSWORD, country: COUNTRY },
    storedSession: null,
    mayUsePassword: true,
    line: 'auto',
    saveSession: async () => undefined,
  });
  if (!started.ok) throw new Error(`${started.refusal.reason} ${started.refusal.detail ?? ''}`);
  const session = started.value;
  closes.push(async () => {
    await session.close();
    await bridge.close();
  });
  const stream = await session.listen({
    events: (events) => {
      received += events.length;
    },
    unreadable: ({ reason }) => console.error(`unreadable: ${reason}`),
    gap: () => undefined,
    ended: () => undefined,
  });
  if (!stream.ok) throw new Error(stream.refusal.reason);
}

async function openAll(): Promise<number> {
  const logins = Array.from({ length: CROWD_CONNECTIONS }, (_, login) => login);
  await Promise.all(logins.map((login) => handshakes.take('shopee', never, () => open(login))));
  return closes.length;
}

answerParent({ open: openAll, received: () => received }, async () => {
  await Promise.all(closes.map((close) => close()));
});
