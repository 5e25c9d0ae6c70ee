/**
 * What a marketplace demands of an account before it lets it in, and how it refuses: by account, set through the control
 * API, as a marketplace's risk control would. The server reads it; what was answered is its own to check.
 */
import type { Marketplace } from './marketplace.ts';

/** `strangeCaptcha`: one of a type that no client knows; a person can read the answer in its picture. */
export const DEMAND_KINDS = ['captcha', 'strangeCaptcha', 'otp', 'vcode', 'emailCode', 'identity'] as const;
export type DemandKind = (typeof DEMAND_KINDS)[number];

export interface AccountDemands {
  /** Asked one after the other at the next password login; `null` remaining: at each, else so many logins. */
  readonly demands: readonly DemandKind[];
  readonly remaining: number | null;
  /** Instead of letting in: a word of the marketplace's own error catalogue. */
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
  /** What a person reads in the picture, or the offset in pixels. */
  readonly solution: string;
  readonly png: Uint8Array;
  readonly backgroundPng: Uint8Array | null;
}

/** How often a code may be asked for again, as the marketplaces do it (ours). */
export const CODE_RULES = { lifeMs: 600_000, resendAfterMs: 60_000, sendsPerHour: 5, wrongAnswers: 5 } as const;

export interface Demands {
  of(marketplace: Marketplace, identifier: string): AccountDemands;
  set(marketplace: Marketplace, identifier: string, demands: AccountDemands): void;
  /** One demand of the account was met, or its login went through: the remaining count falls by one. */
  loggedIn(marketplace: Marketplace, identifier: string): void;

  /** Null when it was asked too soon or too often. */
  sendCode(marketplace: Marketplace, identifier: string, channel: SentCode['channel']): SentCode | null;
  checkCode(marketplace: Marketplace, identifier: string, code: string): 'right' | 'wrong' | 'expired' | 'tooOften';
  /** Newest first: what the phone of the account shows. */
  codes(marketplace: Marketplace, identifier: string): readonly SentCode[];

  openCaptcha(marketplace: Marketplace, captchaType: Captcha['captchaType']): Captcha;
  captcha(captchaId: string): Captcha | null;
  /** A captcha is used up by its check, right or wrong; a slide may be 4 pixels off. */
  checkCaptcha(captchaId: string, answer: string): boolean;
}
