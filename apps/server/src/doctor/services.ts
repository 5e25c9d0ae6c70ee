import { reasonText } from '@pasar/api';
import {
  type AddressGuard,
  BridgeError,
  type Clock,
  createBridge,
  type HttpResponse,
  type ProxyConfig,
} from '@pasar/bridge';
import { MARKETPLACES, type Refusal } from '@pasar/domain';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { marketplaceOrigins } from '../connectors.ts';
import { readExit } from '../features/routing/exit.ts';
import { probeProxy } from '../features/routing/probe.ts';
import { Model } from '../features/suggestions/model.ts';
import { Provider } from '../features/translation/provider.ts';
import { Mailer } from '../mail/mailer.ts';
import type { Site } from './database.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

export interface ServiceParts {
  readonly config: Config;
  readonly guard: AddressGuard;
  readonly clock: Clock;
}

const TIMEOUT_MS = 10_000;
/** Shopee refuses calls whose time is further from its own. */
const MOST_SKEW_MS = 120_000;
/** The site that is asked where the installation has no login yet. */
const FIRST_COUNTRY = 'SG';
const NAMES = { shopee: 'Shopee', lazada: 'Lazada', tiktok: 'TikTok Shop' } as const;

const words = ({ reason, detail }: Refusal): string =>
  `${reasonText(reason, 'en')}${detail === null || detail === '' ? '' : ` (${detail})`}`;

/** One look at each service that the operator has configured, and at a site of each marketplace. */
export async function lookAtServices(parts: ServiceParts, sites: readonly Site[]): Promise<readonly Finding[]> {
  const { config } = parts;
  const proxies: (readonly [string, ProxyConfig])[] = [
    ...(config.boostProxy === null ? [] : [['PASAR_BOOST_PROXY', config.boostProxy] as const]),
    ...[...(config.chatProxies?.socketHosts ?? []), ...(config.chatProxies?.httpHosts ?? [])].map(
      (proxy) => ['PASAR_CHAT_PROXIES', proxy] as const,
    ),
  ];
  const looks = [
    ...(config.translation === null ? [] : [lookAtTranslation(parts, config.translation)]),
    ...(config.draftModel === null ? [] : [lookAtModel(parts, config.draftModel)]),
    ...(config.mail === null ? [] : [lookAtMail(config.mail)]),
    ...(config.exitProbe === null ? [] : [lookAtExitProbe(parts, config.exitProbe)]),
    ...proxies.map(([name, proxy]) => lookAtProxy(parts, name, proxy)),
    ...sitesOf(sites).map(({ site, isUsed }) => lookAtSite(parts, site, isUsed)),
  ];
  return [...(await Promise.all(looks)), ...lookAtCodes(config), ...config.warnings.map(note)];
}

interface AskedSite {
  readonly site: Site;
  readonly isUsed: boolean;
}

/** The sites of the logins, and one site of each marketplace without any: a team may do without that marketplace. */
const sitesOf = (sites: readonly Site[]): readonly AskedSite[] =>
  MARKETPLACES.flatMap((marketplace): readonly AskedSite[] => {
    const known = sites.filter((site) => site.marketplace === marketplace);
    return known.length > 0
      ? known.map((site) => ({ site, isUsed: true }))
      : [{ site: { marketplace, country: FIRST_COUNTRY }, isUsed: false }];
  });

async function lookAtTranslation(
  { guard, clock }: ServiceParts,
  place: NonNullable<Config['translation']>,
): Promise<Finding> {
  const provider = new Provider({ place, guard, clock });
  try {
    const answer = await provider.languages();
    return answer.ok
      ? ok(`The translation service answers, with ${answer.data.length} languages.`)
      : wrong(`The translation service at PASAR_TRANSLATE_URL does not answer: ${words(answer.refusal)}`);
  } finally {
    await provider.close();
  }
}

async function lookAtModel({ guard, clock }: ServiceParts, place: NonNullable<Config['draftModel']>): Promise<Finding> {
  const model = new Model({ place, guard, clock });
  try {
    const answer = await model.models();
    if (!answer.ok) return wrong(`The language model at PASAR_DRAFT_URL does not answer: ${words(answer.refusal)}`);
    return answer.data.includes(place.model)
      ? ok(`The language model ${place.model} answers.`)
      : wrong(`The service at PASAR_DRAFT_URL does not list the model ${place.model}: set PASAR_DRAFT_MODEL.`);
  } finally {
    await model.close();
  }
}

/** The server is greeted and given the login; no mail is sent. */
async function lookAtMail(place: NonNullable<Config['mail']>): Promise<Finding> {
  const mailer = new Mailer(place, pino({ level: 'silent' }));
  const why = await mailer.fault();
  await mailer.close();
  if (why === null)
    return ok(`The mail server ${place.host} answers${place.login === null ? '' : ' and takes the login'}.`);
  return why === 'EAUTH'
    ? wrong('The mail server at PASAR_SMTP_URL refuses the login: correct the name and the password in it.')
    : wrong(`The mail server at PASAR_SMTP_URL does not answer: ${why}.`);
}

/** Whether the service takes the key shows only when a code is sent, which costs money. */
function lookAtCodes({ mail, sms, isRegistrationOpen }: Config): readonly Finding[] {
  return [
    ...(sms === 'console'
      ? [note("Codes for mobile numbers are written to the server's own output (PASAR_SMS_PROVIDER).")]
      : []),
    ...(isRegistrationOpen && mail === null && sms === null
      ? [wrong('Registration is open, and no code can be sent: set PASAR_SMTP_URL or PASAR_SMS_PROVIDER.')]
      : []),
  ];
}

async function lookAtExitProbe(parts: ServiceParts, url: string): Promise<Finding> {
  const answer = await get(parts, url);
  if (!answer.ok) return wrong(`The exit probe at PASAR_EXIT_PROBE does not answer: ${answer.why}.`);
  const exit = readExit(answer.response.text);
  return exit === null
    ? wrong('The exit probe at PASAR_EXIT_PROBE answers without an address that Pasar can read: set another.')
    : ok(
        `The exit probe answers: requests leave from ${exit.ip} in ${exit.country ?? 'a country that it does not tell'}.`,
      );
}

async function lookAtProxy({ config, guard, clock }: ServiceParts, name: string, proxy: ProxyConfig): Promise<Finding> {
  const { protocol: type, host, port, username, password } = proxy;
  const url = config.proxyProbe ?? originOf(config, { marketplace: 'shopee', country: FIRST_COUNTRY });
  const probed = await probeProxy(
    { guard, clock, url, exitProbe: null },
    { type, host, hosts: [], port, username, password },
  );
  return probed.ok
    ? ok(`The proxy ${host}:${port} of ${name} carries requests.`)
    : wrong(`The proxy ${host}:${port} of ${name} carries no request: ${words(probed.refusal)}`);
}

const originOf = (config: Config, { marketplace, country }: Site): string =>
  marketplaceOrigins(config.marketplaces, marketplace, country)[0] ?? '';

/** Any answer proves the way; its time tells the marketplace's clock. */
async function lookAtSite(parts: ServiceParts, site: Site, isUsed: boolean): Promise<Finding> {
  const name = `${NAMES[site.marketplace]} (${site.country})`;
  const askedAt = parts.clock.now();
  const answer = await get(parts, originOf(parts.config, site));
  if (!answer.ok) {
    const says = `${name} cannot be reached from this machine: ${answer.why}`;
    return isUsed ? wrong(`${says}.`) : note(`${says}. There is no login at it yet.`);
  }
  const told = Date.parse(answer.response.headers.date ?? '');
  const skewMs = Number.isNaN(told) ? 0 : told - askedAt;
  return Math.abs(skewMs) > MOST_SKEW_MS
    ? wrong(
        `This machine's clock differs by ${Math.round(Math.abs(skewMs) / 1_000)} seconds from ${name}'s: set it by NTP.`,
      )
    : ok(`${name} answers.`);
}

type Got = { readonly ok: true; readonly response: HttpResponse } | { readonly ok: false; readonly why: string };

/** From this machine, without a proxy. */
async function get({ guard, clock }: ServiceParts, url: string): Promise<Got> {
  const bridge = createBridge({
    storedCookies: null,
    clock,
    uuid: () => crypto.randomUUID(),
    route: { kind: 'direct' },
    guard,
  });
  try {
    const response = await bridge.http.request({
      method: 'GET',
      url,
      headers: {},
      body: { type: 'none' },
      timeoutMs: TIMEOUT_MS,
    });
    return { ok: true, response };
  } catch (error) {
    if (error instanceof BridgeError) return { ok: false, why: error.code };
    throw error;
  } finally {
    await bridge.close();
  }
}
