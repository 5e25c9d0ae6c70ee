import { COUNTRIES, LOCALES, refusal } from '@pasar/domain';
import i18next from 'i18next';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { countryName } from './country-name.ts';
import { changeLocale, reasonText, startI18n } from './i18n.ts';
import { refusalText, withUnknownWords } from './refusal-text.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
  await startI18n('en');
  return () => vi.unstubAllGlobals();
});
const t = () => i18next.getFixedT(null, 'common');

describe('the text of a refusal', () => {
  it('shows words without a translation unchanged', () => {
    const sentence = reasonText('login_failed', 'en');
    expect(refusalText(refusal('login_failed', 'error_brand_new'), 'en', t())).toBe(`${sentence} (error_brand_new)`);
    expect(refusalText(refusal('login_failed'), 'en', t())).toBe(sentence);
    expect(refusalText(refusal('login_failed', ' \n '), 'en', t())).toBe(sentence);
  });

  it('has not the words that a sentence stands for', () => {
    const known = refusal('wrong_account_or_password', 'error_password');
    expect(refusalText(known, 'en', t())).toBe(reasonText('wrong_account_or_password', 'en'));
    expect(withUnknownWords('No.', 'a code of a later server', 'x', t())).toBe('No.');
  });

  it('stays one line of a page that came instead', () => {
    const page = `<html>\n  ${'x'.repeat(5_000)}`;
    const text = refusalText(refusal('marketplace_error', page), 'en', t());
    expect(text).toContain('<html> xxx');
    expect(text.length).toBeLessThan(260);
  });
});

it('every site has a name in every language', async () => {
  for (const locale of LOCALES) {
    await changeLocale(locale);
    for (const country of COUNTRIES) expect(countryName(country, locale, t())).not.toBe(country);
  }
});
