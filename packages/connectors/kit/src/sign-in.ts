import type { Country, DomainSwitchResult, ImageType } from '@pasar/domain';

/**
 * What a marketplace demands of the person before it lets them in (spec 2 §4): a normal state, answered by the person and
 * never worked around. `continuation` is the connector's own, secret and opaque: it comes back with the answer, so that a
 * sign-in survives a restart in between.
 */
export type Challenge =
  | {
      readonly kind: 'captcha';
      readonly captchaId: string;
      /**
       * `text`: write what the picture says. `slide`: how far the piece goes, in pixels of the background. `unknown`: a type
       * of the marketplace's that nobody here knows; the person sees the pictures as they are, and may find the answer.
       */
      readonly captchaType: CaptchaType;
      readonly image: CaptchaImage;
      readonly background: CaptchaImage | null;
      readonly continuation: string;
    }
  | {
      readonly kind: 'code';
      readonly channel: 'sms' | 'email' | 'app';
      /** Where the code went, masked by the marketplace; null where it does not say. */
      readonly target: string | null;
      /** Milliseconds until another one may be asked for; null when there is no resend. */
      readonly resendAfterMs: number | null;
      readonly continuation: string;
    }
  /** A page of the marketplace that the person has to go through; then the sign-in is tried again. */
  | { readonly kind: 'identity'; readonly pageUrl: string; readonly continuation: string };
export const CAPTCHA_TYPES = ['text', 'slide', 'unknown'] as const;
export type CaptchaType = (typeof CAPTCHA_TYPES)[number];
/** What a marketplace calls the type of its captcha; its own words for the known ones are ours. */
export const captchaTypeOf = (word: string): CaptchaType => (word === 'text' || word === 'slide' ? word : 'unknown');
export interface CaptchaImage {
  readonly type: ImageType;
  readonly bytes: Uint8Array;
}

export type ChallengeAnswer =
  | {
      readonly kind: 'captcha';
      readonly captchaId: string;
      readonly text: string;
      readonly continuation: string;
    }
  | { readonly kind: 'code'; readonly code: string; readonly continuation: string }
  | { readonly kind: 'identity'; readonly continuation: string };

/** What is remembered of the other domain of each country (spec 2 §4). */
export interface DomainSwitchMemory {
  get(country: Country): DomainSwitchResult | null;
  set(country: Country, result: DomainSwitchResult): void;
}

/** What happened on the way that somebody should hear of; none of it changes what a call answers. */
export type ConnectorNotice =
  /** A connection could not be made in time (spec 2 §8): the IP or the line may be at fault. */
  | { readonly notice: 'ip_tip'; readonly host: string }
  /** 'token not found': the login of this session is gone (spec 2 §4). */
  | { readonly notice: 'shop_login_expire' }
  /** The proxy failed after its retry (spec 2 §8). */
  | { readonly notice: 'ip_isolation_failed' };
