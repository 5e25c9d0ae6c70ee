import type { Country, DomainSwitchResult, ImageType } from '@pasar/domain';

/**
 * What a marketplace demands of the person during a login (spec 2 §4). A normal state: the person answers it, and Pasar
 * never bypasses it. Only the connector can read `continuation`, which is secret. It comes back with the answer, so
 * that a sign-in survives a restart in between.
 */
export type Challenge =
  | {
      readonly kind: 'captcha';
      readonly captchaId: string;
      /**
       * `text`: the person types the text of the picture. `slide`: the distance of the piece, in pixels of the
       * background. `unknown`: a type that this connector does not know; the person sees the pictures and may find the
       * answer.
       */
      readonly captchaType: CaptchaType;
      readonly image: CaptchaImage;
      readonly background: CaptchaImage | null;
      readonly continuation: string;
    }
  | {
      readonly kind: 'code';
      readonly channel: 'sms' | 'email' | 'app';
      /** Where the code went, masked by the marketplace; null when it does not say. */
      readonly target: string | null;
      /** Milliseconds until the person may request another code; null when there is no resend. */
      readonly resendAfterMs: number | null;
      readonly continuation: string;
    }
  /** A page of the marketplace that the person must go through. Then the sign-in is tried again. */
  | { readonly kind: 'identity'; readonly pageUrl: string; readonly continuation: string };
export const CAPTCHA_TYPES = ['text', 'slide', 'unknown'] as const;
export type CaptchaType = (typeof CAPTCHA_TYPES)[number];
/** The marketplace's names of captcha types; ours: the names of the known types. */
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

/** The remembered result of the domain switch in each country (spec 2 §4). */
export interface DomainSwitchMemory {
  get(country: Country): DomainSwitchResult | null;
  set(country: Country, result: DomainSwitchResult): void;
}

/** What a person should know about the way to a marketplace. No notice changes what a call answers. */
export type ConnectorNotice =
  /** A connection could not be made in time (spec 2 §8): the IP or the line may be at fault. */
  | { readonly notice: 'ip_tip'; readonly host: string }
  /** 'token not found': the login of this session is gone (spec 2 §4). */
  | { readonly notice: 'shop_login_expire' }
  /** The proxy failed after its retry (spec 2 §8). */
  | { readonly notice: 'ip_isolation_failed' };
