/**
 * The demands that marketplaces make of accounts. The demands are in the journal; codes and captchas live in memory,
 * because they expire after ten minutes anyway. An account's identifier is compared without regard to case.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { drawSlide, drawText, drawWord } from './captcha.ts';
import { type AccountDemands, type Captcha, CODE_RULES, type Demands, type SentCode } from './demands.ts';
import type { SideJournal } from './journal.ts';
import { createRandom } from './random.ts';
import type { Marketplace } from './types.ts';

const NONE: AccountDemands = { demands: [], remaining: null, refusal: null };
const HOUR_MS = 3_600_000;
/** Number of an account's codes that are remembered. */
const MOST_CODES = 20;
/** Number of open captchas (our choice); above it the oldest are dropped. A captcha lives as long as a code. */
const MOST_CAPTCHAS = 500;
const SLIDE_TOLERANCE = 4;

export interface DemandBoard extends Demands {
  /** Codes of all accounts, newest first. */
  inbox(): readonly SentCode[];
  /** The listener is called when a code was sent; returns the unsubscribe function. */
  onCode(listener: (code: SentCode) => void): () => void;
}
interface DemandOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly aside: SideJournal;
  /** The demands of an account for which none were set; null for none. */
  readonly initial: (marketplace: Marketplace, identifier: string) => AccountDemands | null;
}

const keyOf = (marketplace: Marketplace, identifier: string): string =>
  `${marketplace}/${identifier.trim().toLowerCase()}`;

function createAccounts({ aside, initial }: DemandOptions): Pick<Demands, 'of' | 'set' | 'loggedIn'> {
  const accounts = new Map<string, AccountDemands>();
  for (const entry of aside.entries) {
    if (entry.type === 'demands') accounts.set(keyOf(entry.marketplace, entry.identifier), entry.account);
  }
  const whatever = (marketplace: Marketplace, identifier: string): AccountDemands =>
    accounts.get(keyOf(marketplace, identifier)) ?? initial(marketplace, identifier.trim().toLowerCase()) ?? NONE;
  const set: Demands['set'] = (marketplace, identifier, { demands, remaining, refusal }) => {
    aside.append({ type: 'demands', marketplace, identifier, account: { demands: [...demands], remaining, refusal } });
    accounts.set(keyOf(marketplace, identifier), { demands, remaining, refusal });
  };
  return {
    of(marketplace, identifier) {
      const account = whatever(marketplace, identifier);
      return account.remaining === 0 ? { ...NONE, remaining: 0 } : account;
    },
    set,
    loggedIn(marketplace, identifier) {
      const account = whatever(marketplace, identifier);
      if (account.remaining === null || account.remaining === 0) return;
      set(marketplace, identifier, { ...account, remaining: account.remaining - 1 });
    },
  };
}

interface Sent {
  readonly code: SentCode;
  wrongAnswers: number;
  isUsed: boolean;
}
type Codes = Pick<DemandBoard, 'sendCode' | 'checkCode' | 'codes' | 'inbox' | 'onCode'>;

/** Only the newest code of an account is valid. */
function createCodes(now: () => number): Codes {
  const byAccount = new Map<string, Sent[]>();
  const listeners = new Set<(code: SentCode) => void>();
  const sentTo = (marketplace: Marketplace, identifier: string): readonly Sent[] =>
    byAccount.get(keyOf(marketplace, identifier)) ?? [];

  return {
    sendCode(marketplace, identifier, channel) {
      const before = sentTo(marketplace, identifier);
      const sentAt = now();
      const isTooSoon = before.slice(0, 1).some(({ code }) => sentAt - code.sentAt < CODE_RULES.resendAfterMs);
      const lately = before.filter(({ code }) => sentAt - code.sentAt < HOUR_MS);
      if (isTooSoon || lately.length >= CODE_RULES.sendsPerHour) return null;
      const digits = `${randomInt(1_000_000)}`.padStart(6, '0');
      const code: SentCode = { codeId: randomUUID(), marketplace, identifier, channel, code: digits, sentAt };
      byAccount.set(
        keyOf(marketplace, identifier),
        [{ code, wrongAnswers: 0, isUsed: false }, ...before].slice(0, MOST_CODES),
      );
      for (const listener of [...listeners]) listener(code);
      return code;
    },
    checkCode(marketplace, identifier, code) {
      const newest = sentTo(marketplace, identifier)[0];
      if (newest === undefined || newest.isUsed) return 'wrong';
      if (now() - newest.code.sentAt >= CODE_RULES.lifeMs) return 'expired';
      if (newest.wrongAnswers >= CODE_RULES.wrongAnswers) return 'tooOften';
      if (newest.code.code !== code.trim()) {
        newest.wrongAnswers += 1;
        return 'wrong';
      }
      newest.isUsed = true;
      return 'right';
    },
    codes: (marketplace, identifier) => sentTo(marketplace, identifier).map(({ code }) => code),
    inbox: () =>
      [...byAccount.values()]
        .flatMap((sent) => sent.map(({ code }) => code))
        .toSorted((one, other) => other.sentAt - one.sentAt),
    onCode(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function draw(captchaType: Captcha['captchaType']): Captcha {
  const captchaId = randomUUID().replaceAll('-', '');
  const random = createRandom(`captcha/${captchaId}`);
  if (captchaType !== 'slide') {
    const solution = drawWord(random);
    return { captchaId, captchaType, solution, png: drawText(solution, random), backgroundPng: null };
  }
  const { offset, piece, background } = drawSlide(random);
  return { captchaId, captchaType, solution: `${offset}`, png: piece, backgroundPng: background };
}

function isRight({ captchaType, solution }: Captcha, answer: string): boolean {
  const given = answer.trim();
  if (captchaType !== 'slide') return given.toUpperCase() === solution;
  return /^[0-9]+(\.[0-9]+)?$/.test(given) && Math.abs(Number(given) - Number(solution)) <= SLIDE_TOLERANCE;
}

function createCaptchas(now: () => number): Pick<Demands, 'openCaptcha' | 'captcha' | 'checkCaptcha'> {
  const open = new Map<string, { readonly captcha: Captcha; readonly openedAt: number }>();
  const find = (captchaId: string): Captcha | null => {
    const found = open.get(captchaId);
    return found === undefined || now() - found.openedAt >= CODE_RULES.lifeMs ? null : found.captcha;
  };
  return {
    openCaptcha(_marketplace, captchaType) {
      const captcha = draw(captchaType);
      open.set(captcha.captchaId, { captcha, openedAt: now() });
      for (const oldest of [...open.keys()].slice(0, -MOST_CAPTCHAS)) open.delete(oldest);
      return captcha;
    },
    captcha: find,
    checkCaptcha(captchaId, answer) {
      const captcha = find(captchaId);
      open.delete(captchaId);
      return captcha !== null && isRight(captcha, answer);
    },
  };
}

export const createDemands = (options: DemandOptions): DemandBoard => ({
  ...createAccounts(options),
  ...createCodes(options.now),
  ...createCaptchas(options.now),
});
