import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { ChatProxyHosts, ProxyConfig } from '@pasar/bridge';
import { PROXY_TYPES } from '@pasar/domain';
import { z } from 'zod';
import { LOOPBACK, type ProviderPlace } from './features/security/provider.ts';
import type { ModelPlace } from './features/suggestions/model.ts';
import type { MailPlace } from './mail/mailer.ts';
import type { AliyunPlace } from './sms/aliyun-sender.ts';
import { StartupError } from './startup-error.ts';

/** The hosts of the marketplaces. `{site}` in an origin stands for the country's part of the host. */
const marketplaces = z.object({
  /** Origins of the marketplaces' pictures that are not https. */
  pictureOrigins: z.array(z.string()).default([]),
  shopee: z.object({
    sellerOrigin: z.string(),
    /** Shopee's mainland line; null where there is none. */
    alternateSellerOrigin: z.string().nullable().default(null),
    socketOrigin: z.string(),
    /** The shop front for buyers; null means the seller site. */
    mallOrigin: z.string().nullable().default(null),
    imageOrigin: z.string().nullable().default(null),
    signatureKey: z.string().default(''),
    /** The version of the marketplace's formula that signs requests (spec 2 §7.6). */
    signatureVersion: z.literal([1, 2, 3, 4]).default(4),
  }),
  lazada: z.object({
    gatewayOrigin: z.string(),
    sellerOrigin: z.string(),
    /**
     * The seller site of combined cross-border logins. Null means the countries' seller site, with `com` for `{site}`.
     */
    crossBorderSellerOrigin: z.string().nullable().default(null),
    accsOrigin: z.string(),
    appKey: z.string(),
  }),
  tiktok: z.object({
    sellerOrigin: z.string(),
    globalOrigin: z.string(),
    /** Hosts beside the seller site; null means the seller site itself. */
    otherOrigins: z
      .object({
        affiliate: z.string().nullable().default(null),
        globalAffiliate: z.string().nullable().default(null),
        sso: z.string().nullable().default(null),
        captcha: z.string().nullable().default(null),
      })
      .prefault({}),
    aid: z.number().int(),
    fpid: z.number().int(),
    appKey: z.string(),
    salt: z.string(),
  }),
});
export type MarketplaceConfig = z.infer<typeof marketplaces>;

/** `http://user:password@host:port`, also https and socks5. */
const proxyUrl = z.string().transform((text, context): ProxyConfig => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const protocol = PROXY_TYPES.find((type) => `${type}:` === url?.protocol);
  if (url === null || protocol === undefined || url.hostname === '' || url.port === '') {
    context.addIssue({ code: 'custom', message: 'must be http://, https:// or socks5://host:port' });
    return z.NEVER;
  }
  const credential = (value: string) => (value === '' ? null : decodeURIComponent(value));
  return {
    protocol,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port),
    username: credential(url.username),
    password: credential(url.password),
  };
});
const chatProxies = z.object({
  socketHosts: z.tuple([proxyUrl, proxyUrl]),
  httpHosts: z.tuple([proxyUrl, proxyUrl]),
});

/** The host under which the other server processes reach this process, so it must be a single address. */
const peerHost = z.string().refine((host) => !['0.0.0.0', '::', '[::]', '*'].includes(host), {
  error: 'must be one address of this machine, under which the other processes reach it',
});

/** IP addresses, or networks as address/bits, separated by commas. */
const addresses = z.string().transform((text, context): readonly string[] => {
  const listed = text.split(',').map((each) => each.trim());
  const wrong = listed.find((each) => !isAddressOrNetwork(each));
  if (wrong === undefined) return listed;
  const what = 'must list the addresses of proxies, such as 127.0.0.1 or 10.0.0.0/8, separated by commas';
  context.addIssue({ code: 'custom', message: `${what}; "${wrong}" is none` });
  return z.NEVER;
});
/** A network of all addresses is refused: every client could then name any address as its own. */
function isAddressOrNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/%]*)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits ?? 1) <= (version === 4 ? 32 : 128);
}

const environment = z.object({
  PASAR_PORT: z.coerce.number().int().min(0).max(65_535).default(4_000),
  PASAR_HOST: z.string().default('127.0.0.1'),
  PASAR_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  PASAR_TRUST_PROXY: addresses.default([]),
  PASAR_DATA: z.string().default('.pasar'),
  PASAR_ROLE: z.enum(['all', 'web', 'engine']).default('all'),
  PASAR_PEER_HOST: peerHost.default('127.0.0.1'),
  PASAR_PEER_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  PASAR_MARKETPLACES: z.string().optional(),
  PASAR_MASTER_KEY: z.string().optional(),
  PASAR_SHOP_QUOTA: z.coerce.number().int().positive().optional(),
  PASAR_EMPTY_PERMISSIONS_MEAN_ALL: z.stringbool().default(false),
  PASAR_ALLOW_LOOPBACK: z.stringbool().default(false),
  PASAR_WEBHOOK_PRIVATE: z.stringbool().default(false),
  PASAR_PROXY_PROBE: z.url({ protocol: /^https?$/ }).optional(),
  PASAR_EXIT_PROBE: z.url({ protocol: /^https?$/ }).optional(),
  PASAR_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  PASAR_OIDC_CLIENT_ID: z.string().optional(),
  PASAR_OIDC_CLIENT_SECRET: z.string().optional(),
  PASAR_OIDC_NAME: z.string().max(40).optional(),
  PASAR_TRANSLATE_URL: z.url({ protocol: /^https?$/ }).optional(),
  PASAR_TRANSLATE_KEY: z.string().optional(),
  PASAR_DRAFT_URL: z.url({ protocol: /^https?$/ }).optional(),
  PASAR_DRAFT_KEY: z.string().optional(),
  PASAR_DRAFT_MODEL: z.string().optional(),
  PASAR_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  PASAR_MAIL_FROM: z.string().optional(),
  PASAR_SMS_PROVIDER: z.enum(['aliyun', 'console']).optional(),
  PASAR_SMS_URL: z.url({ protocol: /^https?$/ }).default('https://dysmsapi.aliyuncs.com/'),
  PASAR_SMS_KEY_ID: z.string().optional(),
  PASAR_SMS_KEY_SECRET: z.string().optional(),
  PASAR_SMS_SIGN_NAME: z.string().optional(),
  PASAR_SMS_TEMPLATE: z.string().optional(),
  PASAR_REGISTRATION: z.enum(['open', 'closed']).default('closed'),
  PASAR_CUSTOMER_GROUP: z.string().max(200).optional(),
  PASAR_OPERATOR_MAIL: z.email().optional(),
  PASAR_BOOST_PROXY: proxyUrl.optional(),
  PASAR_CHAT_PROXIES: z.string().optional(),
  PASAR_SOCKS_FRONT_PORT: z.coerce.number().int().min(0).max(65_535).default(9_091),
  PASAR_METRICS_HOST: z.string().default('127.0.0.1'),
  PASAR_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  PASAR_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  PASAR_SHOPEE_SIGNATURE_KEY: z.string().optional(),
  PASAR_LAZADA_APP_KEY: z.string().optional(),
  PASAR_TIKTOK_APP_KEY: z.string().optional(),
  PASAR_TIKTOK_SALT: z.string().optional(),
  DATABASE_URL: z.string().optional(),
});

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(environment.shape);

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Where browsers find the server; null: under any name by which it is reached. */
  readonly publicUrl: string | null;
  /** The reverse proxies whose X-Forwarded headers count. */
  readonly trustedProxies: readonly string[];
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  readonly masterKey: string | null;
  readonly role: 'all' | 'web' | 'engine';
  /** Where a process with an engine listens for the other server processes. Port 0 means any free port. */
  readonly peerHost: string;
  readonly peerPort: number;
  readonly logLevel: string;
  /** Where Prometheus scrapes the process; null: nowhere. Port 0 means any free port. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Most shops of an account; null for no limit. */
  readonly shopQuota: number | null;
  /** Whether a sub-account without any permission key may do everything (spec 1 §6) or nothing. */
  readonly emptyMeansAll: boolean;
  /**
   * Whether proxies and pictures that users name may lie on this machine: in the demo and on a desktop, never on a
   * hosted server.
   */
  readonly isLoopbackAllowed: boolean;
  /** Whether webhooks may stand in the server's own network, and on this machine without TLS. */
  readonly isWebhookPrivate: boolean;
  readonly socksFrontPort: number;
  /** The proxy of every account that has none of its own; null for none. */
  readonly boostProxy: ProxyConfig | null;
  /** Two hosts each for sockets and for requests, used where no other proxy serves; null for none. */
  readonly chatProxies: ChatProxyHosts | null;
  /** The address that a proxy test requests; null for the marketplace of the account's first shop. */
  readonly proxyProbe: string | null;
  /** The address that tells a proxy test its exit; null: the exit is not asked for. */
  readonly exitProbe: string | null;
  /** The OpenID Connect provider of the single sign-on; null for none. */
  readonly signOn: ProviderPlace | null;
  /** The translation service, which speaks the LibreTranslate API; null for none. */
  readonly translation: { readonly url: string; readonly key: string | null } | null;
  /** The model that writes suggestions, behind an endpoint that speaks the OpenAI chat API; null for none. */
  readonly draftModel: ModelPlace | null;
  /** The SMTP server that takes the server's mails; null for none. */
  readonly mail: MailPlace | null;
  /** Who sends codes to mobile numbers: Alibaba Cloud, or the server's own output; null for nobody. */
  readonly sms: AliyunPlace | 'console' | null;
  /** Whether strangers may make accounts. */
  readonly isRegistrationOpen: boolean;
  /** Where the operator's customers help each other, as the desk shows it; null for nowhere. */
  readonly customerGroup: string | null;
  /** Who is told by mail when the database or the disk is away; null for nobody. */
  readonly operatorMail: string | null;
  readonly marketplaces: MarketplaceConfig;
  /** Settings that are missing, one sentence each: the server starts without them, and some calls fail. */
  readonly warnings: readonly string[];
}

/** @throws StartupError for an address without the name of a model. */
function readDraftModel({
  PASAR_DRAFT_URL: url,
  PASAR_DRAFT_KEY: key,
  PASAR_DRAFT_MODEL: model,
}: z.infer<typeof environment>): ModelPlace | null {
  if (url === undefined) return null;
  if (model === undefined) throw new StartupError('PASAR_DRAFT_MODEL: name the model to ask at PASAR_DRAFT_URL.');
  return { url, key: key ?? null, model };
}

/** The ports that RFC 8314 names for mail that a program sends. */
const MAIL_PORT = { 'smtp:': 587, 'smtps:': 465 } as const;
/** @throws StartupError for an SMTP server without a sender. */
function readMailPlace({
  PASAR_SMTP_URL: address,
  PASAR_MAIL_FROM: from,
}: z.infer<typeof environment>): MailPlace | null {
  if (address === undefined) return null;
  if (from === undefined) throw new StartupError('PASAR_MAIL_FROM: name the sender of mails sent by PASAR_SMTP_URL.');
  const { protocol, hostname, port, username, password } = new URL(address);
  const isSecure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? MAIL_PORT[isSecure ? 'smtps:' : 'smtp:'] : Number(port),
    isSecure,
    login: username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    from,
  };
}

/** @throws StartupError for a provider without its access. */
function readSms(values: z.infer<typeof environment>): Config['sms'] {
  if (values.PASAR_SMS_PROVIDER !== 'aliyun') return values.PASAR_SMS_PROVIDER ?? null;
  const needed = (name: 'PASAR_SMS_KEY_ID' | 'PASAR_SMS_KEY_SECRET' | 'PASAR_SMS_SIGN_NAME' | 'PASAR_SMS_TEMPLATE') => {
    const value = values[name];
    if (value === undefined) throw new StartupError(`${name}: is needed with PASAR_SMS_PROVIDER=aliyun.`);
    return value;
  };
  return {
    url: values.PASAR_SMS_URL,
    keyId: needed('PASAR_SMS_KEY_ID'),
    keySecret: needed('PASAR_SMS_KEY_SECRET'),
    signName: needed('PASAR_SMS_SIGN_NAME'),
    template: needed('PASAR_SMS_TEMPLATE'),
  };
}

/** @throws StartupError for an address to which no mail can be sent. */
function readOperatorMail({
  PASAR_OPERATOR_MAIL: address,
  PASAR_SMTP_URL: server,
}: z.infer<typeof environment>): string | null {
  if (address === undefined) return null;
  if (server === undefined) {
    throw new StartupError('PASAR_OPERATOR_MAIL: name the SMTP server at PASAR_SMTP_URL as well.');
  }
  return address;
}

/** @throws StartupError for an issuer without the client that it knows, or without TLS on another machine. */
function readSignOn({
  PASAR_OIDC_ISSUER: issuer,
  PASAR_OIDC_CLIENT_ID: clientId,
  PASAR_OIDC_CLIENT_SECRET: clientSecret,
  PASAR_OIDC_NAME: name,
}: z.infer<typeof environment>): ProviderPlace | null {
  if (issuer === undefined) return null;
  if (clientId === undefined || clientSecret === undefined)
    throw new StartupError('PASAR_OIDC_CLIENT_ID and PASAR_OIDC_CLIENT_SECRET: set what PASAR_OIDC_ISSUER knows.');
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && !LOOPBACK.includes(hostname))
    throw new StartupError('PASAR_OIDC_ISSUER: must begin with https.');
  return { issuer, clientId, clientSecret, name: name ?? hostname };
}

/** @throws StartupError with one line that names the variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartupError(`${issue?.path.join('.') ?? 'The environment'}: ${issue?.message ?? 'is not valid'}.`);
  }
  const values = parsed.data;
  const marketplaces = withKeys(readMarketplaces(values.PASAR_MARKETPLACES), values);
  return {
    port: values.PASAR_PORT,
    host: values.PASAR_HOST,
    publicUrl: values.PASAR_PUBLIC_URL ?? null,
    trustedProxies: values.PASAR_TRUST_PROXY,
    dataFolder: resolve(values.PASAR_DATA),
    databaseUrl: values.DATABASE_URL ?? null,
    masterKey: values.PASAR_MASTER_KEY ?? null,
    role: values.PASAR_ROLE,
    peerHost: values.PASAR_PEER_HOST.replace(/^\[|\]$/g, ''),
    peerPort: values.PASAR_PEER_PORT,
    logLevel: values.PASAR_LOG_LEVEL,
    metrics:
      values.PASAR_METRICS_PORT === undefined
        ? null
        : { host: values.PASAR_METRICS_HOST.replace(/^\[|\]$/g, ''), port: values.PASAR_METRICS_PORT },
    shopQuota: values.PASAR_SHOP_QUOTA ?? null,
    emptyMeansAll: values.PASAR_EMPTY_PERMISSIONS_MEAN_ALL,
    isLoopbackAllowed: values.PASAR_ALLOW_LOOPBACK,
    isWebhookPrivate: values.PASAR_WEBHOOK_PRIVATE,
    proxyProbe: values.PASAR_PROXY_PROBE ?? null,
    exitProbe: values.PASAR_EXIT_PROBE ?? null,
    translation:
      values.PASAR_TRANSLATE_URL === undefined
        ? null
        : { url: values.PASAR_TRANSLATE_URL, key: values.PASAR_TRANSLATE_KEY ?? null },
    draftModel: readDraftModel(values),
    signOn: readSignOn(values),
    mail: readMailPlace(values),
    sms: readSms(values),
    isRegistrationOpen: values.PASAR_REGISTRATION === 'open',
    customerGroup: values.PASAR_CUSTOMER_GROUP ?? null,
    operatorMail: readOperatorMail(values),
    socksFrontPort: values.PASAR_SOCKS_FRONT_PORT,
    boostProxy: values.PASAR_BOOST_PROXY ?? null,
    chatProxies: readChatProxies(values.PASAR_CHAT_PROXIES),
    marketplaces,
    warnings: values.PASAR_ROLE === 'web' ? [] : missingKeys(marketplaces),
  };
}

/** PASAR_MARKETPLACES: JSON, or the path of a JSON file; without it, the public hosts. */
function readMarketplaces(source: string | undefined): MarketplaceConfig {
  try {
    const text = source ?? readFileSync(join(import.meta.dirname, '../marketplaces.json'), 'utf8');
    return marketplaces.parse(JSON.parse(text.trimStart().startsWith('{') ? text : readFileSync(text, 'utf8')));
  } catch (cause) {
    throw new StartupError(
      'PASAR_MARKETPLACES must be JSON, or a JSON file, like apps/server/marketplaces.json.',
      cause,
    );
  }
}

type Keys = Pick<
  z.infer<typeof environment>,
  'PASAR_SHOPEE_SIGNATURE_KEY' | 'PASAR_LAZADA_APP_KEY' | 'PASAR_TIKTOK_APP_KEY' | 'PASAR_TIKTOK_SALT'
>;
/** A key from the environment takes precedence over the key in PASAR_MARKETPLACES. */
const withKeys = ({ shopee, lazada, tiktok, ...others }: MarketplaceConfig, keys: Keys): MarketplaceConfig => ({
  ...others,
  shopee: { ...shopee, signatureKey: keys.PASAR_SHOPEE_SIGNATURE_KEY ?? shopee.signatureKey },
  lazada: { ...lazada, appKey: keys.PASAR_LAZADA_APP_KEY ?? lazada.appKey },
  tiktok: {
    ...tiktok,
    appKey: keys.PASAR_TIKTOK_APP_KEY ?? tiktok.appKey,
    salt: keys.PASAR_TIKTOK_SALT ?? tiktok.salt,
  },
});

/** Pasar ships without these keys. The pages of each marketplace contain them. */
function missingKeys({ shopee, lazada, tiktok }: MarketplaceConfig): readonly string[] {
  const keys: readonly (readonly [value: string, name: keyof Keys, calls: string])[] = [
    [shopee.signatureKey, 'PASAR_SHOPEE_SIGNATURE_KEY', 'every call to Shopee'],
    [lazada.appKey, 'PASAR_LAZADA_APP_KEY', "every call to Lazada's gateway, the chat among them,"],
    [tiktok.appKey, 'PASAR_TIKTOK_APP_KEY', "TikTok Shop's chat"],
    [tiktok.salt, 'PASAR_TIKTOK_SALT', "TikTok Shop's chat"],
  ];
  return keys.filter(([value]) => value === '').map(([, name, calls]) => `${name} is not set: ${calls} will fail.`);
}

/** PASAR_CHAT_PROXIES: JSON with two socketHosts and two httpHosts. */
function readChatProxies(source: string | undefined): ChatProxyHosts | null {
  if (source === undefined) return null;
  try {
    return chatProxies.parse(JSON.parse(source));
  } catch (cause) {
    throw new StartupError('PASAR_CHAT_PROXIES must be JSON: {"socketHosts": [two], "httpHosts": [two]}.', cause);
  }
}
