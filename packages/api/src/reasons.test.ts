import { BULK_SEND_LIMITS, BUYER_TAG_LIMITS, LOCALES, type Locale, REASON_CODES, type ReasonCode } from '@pasar/domain';
import { errorCatalogue } from '@pasar/domain/error-catalogue';
import { describe, expect, it } from 'vitest';
import { loadDeliveryTexts, loadReasonTexts, reasonText } from './reasons.ts';

/** Refusals by a marketplace, its login or Pasar's engine that can end a delivery. */
const ENDS_A_DELIVERY: readonly ReasonCode[] = [
  ...(['invalid_request', 'not_found', 'too_frequent', 'wrong_account_or_password'] as const),
  ...(['content_empty', 'content_too_long', 'conversation_closed', 'blocked_by_user', 'message_refused'] as const),
  ...(['shop_not_logged_in', 'shop_login_expired', 'login_failed', 'account_frozen', 'account_not_exist'] as const),
  ...(['verification_needed', 'captcha_needed', 'identity_check_needed', 'secret_unreadable'] as const),
  ...(['file_too_large', 'file_unsupported', 'picture_refused', 'card_refused'] as const),
  ...(['video_refused', 'video_lost', 'video_not_ready'] as const),
  ...(['upload_token_invalid', 'image_data_missing'] as const),
  ...(['marketplace_unreachable', 'marketplace_error', 'request_timed_out', 'unexpected_answer'] as const),
];
/** Refusals that name a limit. */
const LIMITS: readonly (readonly [ReasonCode, number])[] = [
  ['order_numbers_too_many', BULK_SEND_LIMITS.orderNumbers],
  ['buyer_tag_rows_too_many', BUYER_TAG_LIMITS.rows],
  ['task_create_failed', BULK_SEND_LIMITS.open],
];
/** Splits a text into sentences: at a full stop or semicolon, in Thai at a space. */
const sentences = (text: string, locale: Locale): readonly string[] =>
  text.split(locale === 'th' ? / / : locale === 'en' ? /[.;] / : /[。；]/).filter((part) => part !== '');

const CATALOGUED = [...errorCatalogue('general'), ...errorCatalogue('calls')];

describe('the error catalogues of the specification', () => {
  it.each(['general', 'calls'] as const)('name each situation of the %s once', (name) => {
    const situations = errorCatalogue(name).map(({ situation }) => situation);
    expect(new Set(situations).size).toBe(situations.length);
  });

  it.each(LOCALES)('have a sentence for every situation in %s, a different one for every code', (locale) => {
    for (const { situation, reason } of CATALOGUED) {
      const text = reasonText(reason, locale) ?? '';
      expect([situation, text.trim()]).toEqual([situation, text]);
      expect([situation, text.length > 5]).toEqual([situation, true]);
      if (locale !== 'en') expect(text).not.toBe(reasonText(reason, 'en'));
    }
    const codes = new Set(CATALOGUED.map(({ reason }) => reason));
    expect(new Set([...codes].map((code) => reasonText(code, locale))).size).toBe(codes.size);
  });
});

describe.each(LOCALES)('the sentences of refusals in %s', (locale) => {
  it('are the same with the texts of one language as with those of all', async () => {
    const general = await loadReasonTexts(locale);
    for (const code of REASON_CODES) expect(general[code]).toBe(reasonText(code, locale));
  });

  it.each(LIMITS)('name the limit of %s', (code, limit) => {
    expect(reasonText(code, locale)).toContain(limit.toLocaleString('en'));
  });

  it('say of each that can end a delivery what became of the message and what to do', async () => {
    const [general, deliveries] = await Promise.all([loadReasonTexts(locale), loadDeliveryTexts(locale)]);
    expect(Object.keys(deliveries).sort()).toEqual([...ENDS_A_DELIVERY].sort());
    for (const code of ENDS_A_DELIVERY) {
      const text = deliveries[code] ?? '';
      expect([code, sentences(text, locale).length > 1]).toEqual([code, true]);
      expect(text).not.toBe(general[code]);
      expect(text.trim()).toBe(text);
    }
    expect(new Set(Object.values(deliveries)).size).toBe(ENDS_A_DELIVERY.length);
  });
});
