import { COUNTRIES, DOMAIN_SWITCH_RESULTS, PROXY_KINDS, PROXY_SCOPES, PROXY_TYPES, ROUTING_LINES } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MEMBER, permission } from '../contract/call.ts';
import { fromJson } from '../contract/form.ts';
import { platform, userId } from '../facts/users.ts';

const ipPartition = permission('ipPartition');
const shopManager = permission('shopManager');

const time = z.number().int().nonnegative();

/** From where a proxy's requests come, as the probe of the operator saw them; the country as a two-letter code. */
export const proxyExit = z.object({ ip: z.string(), country: z.string().length(2).nullable() });
export type ProxyExit = z.infer<typeof proxyExit>;

/** An IP subject by the field names of spec 1 §3. The answer never holds the password. */
export const ipSubjectView = z.object({
  ip_partition_subject_id: z.uuid(),
  scope: z.enum(PROXY_SCOPES),
  name: z.string(),
  ip: z.string(),
  /** All hosts of a rotating proxy, `ip` among them; empty for a proxy with one host. */
  ip_list: z.array(z.string()),
  port: z.number().int(),
  type: z.enum(PROXY_TYPES),
  proxy_type: z.enum(PROXY_KINDS),
  username: z.string().nullable(),
  hasPassword: z.boolean(),
  /** When it last carried a request of Pasar's; null for a proxy that was never tested. */
  gmt_refresh: time.nullable(),
  /** Of the present host, when it was last tested; null where no probe answered. */
  exit: proxyExit.nullable(),
  /** The shops that are bound to it, as far as the member may see them. */
  user_list: z.array(z.object({ user_id: z.string() })),
});

export type IpSubjectView = z.infer<typeof ipSubjectView>;

const host = z.string({ error: 'proxy_invalid' }).trim().min(1, 'proxy_invalid').max(253, 'proxy_invalid');

const credential = z
  .string()
  .max(255)
  .nullish()
  .transform((value) => (value === undefined || value === '' ? null : value));
/** The values of a proxy. Those that are saved must be the same as those that were tested. */
const proxyValues = {
  type: z.enum(PROXY_TYPES),
  host,
  port: z.coerce
    .number({ error: 'proxy_invalid' })
    .int('proxy_invalid')
    .min(1, 'proxy_invalid')
    .max(65_535, 'proxy_invalid'),
  username: credential,
  password: credential,
  /** The other hosts of a rotating proxy. */
  hosts: fromJson(z.array(host).max(20)).default([]),
};

/** A host of a proxy that carried a request: how long it took, and its exit. */
const testedHost = z.object({ host: z.string(), ms: z.number().int().nonnegative(), exit: proxyExit.nullable() });
export type TestedHost = z.infer<typeof testedHost>;

/**
 * Makes one real request through each host. The token allows to save the very same values, once, within ten minutes.
 * The exit is asked of a probe; a probe that does not answer fails no test.
 */
const testProxy = defineCall({
  path: '/api/proxy/testProxy',
  method: 'POST',
  access: ipPartition,
  summary: 'Try a proxy before it is saved',
  input: z.object(proxyValues),
  output: z.object({ testToken: z.uuid(), hosts: z.array(testedHost) }),
});

const testSubject = defineCall({
  path: '/api/proxy/testSubject',
  method: 'POST',
  access: ipPartition,
  summary: 'Try a saved proxy again',
  input: z.object({ ipSubjectId: z.uuid() }),
  output: z.object({ hosts: z.array(testedHost) }),
});

/**
 * `custom_global` is one proxy for every shop without a proxy of its own; `platform` proxies are named subjects to
 * bind.
 */
const saveProxy = defineCall({
  path: '/api/proxy/saveProxy',
  method: 'POST',
  access: ipPartition,
  summary: 'Save a proxy that was tested; the shops that leave by it start over',
  input: z.discriminatedUnion('scope', [
    z.object({ scope: z.literal('custom_global'), testToken: z.uuid('proxy_invalid'), ...proxyValues }),
    z.object({
      scope: z.literal('platform'),
      name: z.string().trim().min(1).max(80),
      /** The subject to change. Without it, a subject of the same name is changed, or a new one is made. */
      ipSubjectId: z.uuid().optional(),
      kind: z.enum(PROXY_KINDS).default('static'),
      testToken: z.uuid('proxy_invalid'),
      ...proxyValues,
    }),
  ]),
  output: z.object({ subject: ipSubjectView }),
});

/** All or none: a login or a proxy that is not found refuses the whole call. */
const bindSubjects = defineCall({
  path: '/api/proxy/bindSubjects',
  method: 'POST',
  access: ipPartition,
  summary: 'Let logins and their shops leave each by a subject, or by none of their own',
  input: z.object({
    bindings: z
      .array(z.object({ connectionId: z.uuid(), ipSubjectId: z.uuid().nullable() }))
      .min(1)
      .max(1_000),
  }),
  output: z.object({}),
});

/** China or overseas routing (spec 2 §1). `auto` tries the other line after a 403 and remembers the result. */
const setRoutingLine = defineCall({
  path: '/api/proxy/setRoutingLine',
  method: 'POST',
  access: ipPartition,
  summary: "By which of a marketplace's lines a login and its shops go",
  input: z.object({ connectionId: z.uuid(), line: z.enum(ROUTING_LINES) }),
  output: z.object({}),
});

/** In the order in which they are chosen (spec 1 §7): the first that exists is used. */
const OTHER_WAYS = ['custom_global', 'boost', 'chat_proxies', 'direct'] as const;

const listSubjects = defineCall({
  path: '/api/proxy/listSubjects',
  method: 'GET',
  access: ipPartition,
  summary: 'Every proxy of the account',
  input: z.object({}),
  output: z.object({
    subjects: z.array(ipSubjectView),
    /** Logins that leave by one of the subjects. */
    bindings: z.array(z.object({ connectionId: z.uuid(), ipSubjectId: z.uuid() })),
    /** The way by which all other logins leave; `direct` is the server's own network. */
    otherWay: z.enum(OTHER_WAYS),
    /** Logins whose line is fixed, not `auto`. */
    lines: z.array(z.object({ connectionId: z.uuid(), line: z.enum(ROUTING_LINES) })),
  }),
});

const deleteSubject = defineCall({
  path: '/api/proxy/deleteSubject',
  method: 'POST',
  access: ipPartition,
  summary: 'Forget a proxy: the shops that left by it start over without it',
  input: z.object({ ipSubjectId: z.uuid() }),
  output: z.object({}),
});

const hostStatistics = z.object({
  count: z.number().int().nonnegative(),
  errorCount: z.number().int().nonnegative(),
  under1s: z.number().int().nonnegative(),
  under2s: z.number().int().nonnegative(),
  under3s: z.number().int().nonnegative(),
  under5s: z.number().int().nonnegative(),
  from5s: z.number().int().nonnegative(),
});

const statName = z.string().max(300);

/**
 * The calls from here on are of spec 2 §7.7. The shapes of their answers, and of the values inside the map and the
 * list, are ours.
 */

/**
 * A client's report of itself, so the client of every member may make it. A report that is uploaded twice counts once,
 * by `statId`.
 */
const saveProxyStat = defineCall({
  path: '/api/chat/proxy/saveProxyStat',
  method: 'POST',
  access: MEMBER,
  summary: 'What a client counted of its own proxied requests',
  input: z.object({
    statId: z.uuid(),
    reqRegionHostStatMap: fromJson(z.record(statName, z.record(statName, hostStatistics))),
    badReqList: fromJson(
      z
        .array(
          z.object({
            region: statName,
            host: statName,
            ms: z.number().nonnegative(),
            error: z.string().max(80).nullable(),
            at: time,
          }),
        )
        // Spec 2 §9: at most 50 bad requests an upload.
        .max(50),
    ),
  }),
  output: z.object({}),
});

const getHasProxyUserList = defineCall({
  path: '/api/chat/proxy/getHasProxyUserList',
  method: 'POST',
  access: ipPartition,
  summary: 'The shops that have a proxy of their own',
  input: z.object({ platform: platform.optional() }),
  output: z.object({
    userList: z.array(z.object({ user_id: userId, platform, ip_partition_subject_id: z.uuid() })),
  }),
});

/**
 * Takes the host after the current one. A client that saw a host fail names that host, so that several reports of one
 * fault change it once.
 */
const changeSubjectIp = defineCall({
  path: '/api/chat/proxy/changeSubjectIp',
  method: 'POST',
  access: ipPartition,
  summary: 'Go on to the next host of a proxy that has several; its shops start over',
  input: z.object({ ipPartitionSubjectId: z.uuid(), failedIp: z.string().max(253).optional() }),
  output: z.object({ subject: ipSubjectView }),
});

const getAccountSimpleSubjectList = defineCall({
  path: '/api/chat/proxy/getAccountSimpleSubjectList',
  method: 'POST',
  access: ipPartition,
  summary: 'The IP subjects of the account and who is bound to them',
  input: z.object({}),
  output: z.object({ subjectList: z.array(ipSubjectView) }),
});

/** The calls from here on are of spec 2 §7.7; the shapes of their answers are ours. */

/**
 * The operator gives the boost proxy to every account; it serves the shops that no other proxy serves. The field names
 * are those of spec 2 §3. The proxy's credentials are left out, because only the server uses them.
 */
const getBoosterProxy = defineCall({
  path: '/api/account/index/getBoosterProxy',
  method: 'POST',
  access: ipPartition,
  summary: 'The boost proxy that is in force for the account; null where none is',
  input: z.object({}),
  output: z.object({
    proxy: z.object({ host: z.string(), port: z.number().int(), type: z.enum(PROXY_TYPES) }).nullable(),
  }),
});

/** Permanent: the account does without the boost proxy from now on. `not_found` where no boost proxy is in force. */
const delBoosterProxy = defineCall({
  path: '/api/account/index/delBoosterProxy',
  method: 'POST',
  access: ipPartition,
  summary: 'Do without the boost proxy: the shops that left by it start over',
  input: z.object({}),
  output: z.object({}),
});

const getDomainSwitchType = defineCall({
  path: '/api/account/index/getDomainSwitchType',
  method: 'POST',
  access: shopManager,
  summary: 'Of each country what came of trying its other domain',
  input: z.object({}),
  output: z.object({ countryAndTypeMap: z.record(z.string(), z.enum(DOMAIN_SWITCH_RESULTS)) }),
});

/** Takes effect with a shop's next session. */
const saveDomainSwitchType = defineCall({
  path: '/api/account/index/saveDomainSwitchType',
  method: 'POST',
  access: shopManager,
  summary: 'Remember what came of trying the other domain of a country',
  input: z.object({ country: z.enum(COUNTRIES), type: z.enum(DOMAIN_SWITCH_RESULTS) }),
  output: z.object({}),
});

export const ROUTING_CALLS = {
  testProxy,
  testSubject,
  saveProxy,
  bindSubjects,
  setRoutingLine,
  listSubjects,
  deleteSubject,
  saveProxyStat,
  getHasProxyUserList,
  changeSubjectIp,
  getAccountSimpleSubjectList,
  getBoosterProxy,
  delBoosterProxy,
  getDomainSwitchType,
  saveDomainSwitchType,
} as const;
