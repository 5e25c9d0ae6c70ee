/**
 * The demands of a marketplace before a login succeeds, and its refusals. They are set by account through the control
 * API, in place of a marketplace's risk control. The marketplace's server reads them and checks the answers itself.
 */
import type { Marketplace } from './marketplace.ts';

/** `strangeCaptcha`: a captcha of a type that no client knows; a person can read the answer in its picture. */
export const DEMAND_KINDS = ['captcha', 'strangeCaptcha', 'otp', 'vcode', 'emailCode', 'identity'] as const;
export type DemandKind = (typeof DEMAND_KINDS)[number];

export interface AccountDemands {
  /** Asked one after the other at a password login. `remaining`: for this many logins; null for every login. */
  readonly demands: readonly DemandKind[];
  readonly remaining: number | null;
  /** The answer instead of a login: a code of the marketplace's own error catalogue; null for none. */
  readonly refusal: string | null;
}
export interface SentCode {
  readonly codeId: string;
  readonly marketplace: Marketplace;
  readonly identifier: string;
  readonly channel: 'sms' | 'email' | 'app';
  /** Six digits. */
  readonly code: string;
  readonly sentAt: number;
}
export interface Captcha {
  readonly captchaId: string;
  readonly captchaType: 'text' | 'slide' | 'strange';
  /** The text in the picture, or the offset in pixels. */
  readonly solution: string;
  readonly png: Uint8Array;
  readonly backgroundPng: Uint8Array | null;
}

/** Limits for codes (our choice); the marketplaces have similar ones. */
export const CODE_RULES = { lifeMs: 600_000, resendAfterMs: 60_000, sendsPerHour: 5, wrongAnswers: 5 } as const;

export interface Demands {
  of(marketplace: Marketplace, identifier: string): AccountDemands;
  set(marketplace: Marketplace, identifier: string, demands: AccountDemands): void;
  /** A login succeeded or, at Shopee, was answered with the set refusal: the remaining count falls by one. */
  loggedIn(marketplace: Marketplace, identifier: string): void;

  /** Sends a code; null when it was requested too early or too often. */
  sendCode(marketplace: Marketplace, identifier: string, channel: SentCode['channel']): SentCode | null;
  checkCode(marketplace: Marketplace, identifier: string, code: string): 'right' | 'wrong' | 'expired' | 'tooOften';
  /** Newest first, as the phone of the account shows them. */
  codes(marketplace: Marketplace, identifier: string): readonly SentCode[];

  openCaptcha(marketplace: Marketplace, captchaType: Captcha['captchaType']): Captcha;
  captcha(captchaId: string): Captcha | null;
  /** Any check uses the captcha up; the answer to a slide may be 4 pixels off. */
  checkCaptcha(captchaId: string, answer: string): boolean;
}
