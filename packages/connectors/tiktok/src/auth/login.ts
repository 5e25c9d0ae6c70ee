/**
 * One login: at the passport of a seller site or, for a cross-border login, at the business sign-on and from there into
 * the global seller site. Each method is one attempt; a demand of the marketplace is the reason of its refusal.
 */
import type { CookieJar } from '@pasar/bridge';
import type { Credentials, Outcome } from '@pasar/connector-kit';
import { identifierOf } from '../calls/identifier.ts';
import {
  emailCheckCodeCall,
  emailCodeLoginCall,
  emailSendCodeCall,
  passportLoginCall,
  sendCodeCall,
  smsLoginCall,
} from '../calls/passport.ts';
import type { CodeSent } from '../calls/passport-answer.ts';
import {
  ssoAccountLoginCall,
  ssoActivateEmailLoginCall,
  ssoQuickLoginCall,
  ssoSendActivationCodeCall,
  ssoSendEmailActivateCodeCall,
} from '../calls/sso.ts';
import { ttwidCheckCall, ttwidRegisterCall } from '../calls/visitor.ts';
import type { TiktokHosts } from '../wire/hosts.ts';
import { ok, refused } from '../wire/outcome.ts';
import type { LoginSite } from './login-site.ts';

export interface Login {
  readonly codeChannel: 'sms' | 'email';
  /** `ticket`: the result of a solved captcha; null without one. */
  byPassword(ticket: string | null): Promise<Outcome<null>>;
  byCode(code: string): Promise<Outcome<null>>;
  /** Logs in to the seller site by the sign-on's own session. */
  bySignOn(): Promise<Outcome<null>>;
  sendCode(ticket: string | null): Promise<Outcome<CodeSent>>;
}

export const createLogin = (
  site: LoginSite,
  hosts: TiktokHosts,
  credentials: Credentials,
  cookies: CookieJar,
): Login =>
  hosts.isGlobal ? businessLogin(site, hosts, credentials, cookies) : passportLogin(site, hosts, credentials);

/** The same login without a password: only the sign-on's own session may log in, and no code is sent to a person. */
export function withoutPassword(login: Login): Login {
  const refuse = async () => refused('verification_needed', null);
  return { ...login, byPassword: refuse, byCode: refuse, sendCode: refuse };
}

const done = (answer: Outcome<unknown>): Outcome<null> => (answer.ok ? ok(null) : answer);

/** Identifies the browser before any other call: asks whether the site knows it, and registers it if not. */
async function asVisitor(site: LoginSite, { seller }: TiktokHosts): Promise<Outcome<null>> {
  const service = new URL(seller).host;
  const check = await site.make(ttwidCheckCall, { service });
  if (!check.ok || check.value.isRegistered) return done(check);
  return done(await site.make(ttwidRegisterCall, { service }));
}

function passportLogin(
  site: LoginSite,
  hosts: TiktokHosts,
  { identifier: typed, password, country }: Credentials,
): Login {
  const identifier = identifierOf(typed, country);
  const isEmail = identifier.field === 'email';
  return {
    codeChannel: isEmail ? 'email' : 'sms',
    byPassword: async (ticket) => {
      const visitor = await asVisitor(site, hosts);
      return visitor.ok ? done(await site.make(passportLoginCall, { identifier, password, ticket })) : visitor;
    },
    byCode: async (code) => {
      if (!isEmail) return done(await site.make(smsLoginCall, { identifier, code }));
      const checked = await site.make(emailCheckCodeCall, { identifier, code });
      return checked.ok ? done(await site.make(emailCodeLoginCall, { identifier, code })) : checked;
    },
    // A country's site has no sign-on besides its passport.
    bySignOn: async () => ok(null),
    sendCode: (ticket) => site.make(isEmail ? emailSendCodeCall : sendCodeCall, { identifier, ticket }),
  };
}

/** Facts 3.5. */
const SESSION_COOKIES = ['sessionid', 'sid_tt', 'multi_sids', 'passport_csrf_token'] as const;
/**
 * Ours: the sign-on gives the seller site's session. If the two share no domain, the jar would not send it to that
 * site.
 */
function carrySession(cookies: CookieJar, { sso, seller }: TiktokHosts): void {
  for (const name of SESSION_COOKIES) {
    const value = cookies.get(sso, name);
    if (value !== null && cookies.get(seller, name) !== value) cookies.set(seller, name, value);
  }
}

function businessLogin(
  site: LoginSite,
  hosts: TiktokHosts,
  { identifier: typed, password, country }: Credentials,
  cookies: CookieJar,
): Login {
  const identifier = identifierOf(typed, country);
  const isEmail = identifier.field === 'email';
  const bySignOn = async (): Promise<Outcome<null>> => {
    const entered = await site.make(ssoQuickLoginCall, null);
    if (entered.ok) carrySession(cookies, hosts);
    return done(entered);
  };
  const account = async (ticket: string | null, code: string | null): Promise<Outcome<null>> => {
    const signedOn = await site.make(ssoAccountLoginCall, { identifier, password, ticket, code });
    return signedOn.ok ? bySignOn() : signedOn;
  };
  return {
    codeChannel: isEmail ? 'email' : 'sms',
    byPassword: async (ticket) => {
      const visitor = await asVisitor(site, hosts);
      return visitor.ok ? account(ticket, null) : visitor;
    },
    byCode: async (code) => {
      if (!isEmail) return account(null, code);
      const activated = await site.make(ssoActivateEmailLoginCall, { identifier, code });
      return activated.ok ? bySignOn() : activated;
    },
    bySignOn,
    sendCode: (ticket) =>
      site.make(isEmail ? ssoSendEmailActivateCodeCall : ssoSendActivationCodeCall, { identifier, ticket }),
  };
}
