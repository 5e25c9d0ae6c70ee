import { describe, expect, it } from 'vitest';
import { readExit } from './exit.ts';

describe('the exit of a proxy', () => {
  it.each([
    ['ipinfo.io', { ip: '203.0.113.9', city: 'Singapore', country: 'SG' }],
    ['ipapi.co', { ip: '203.0.113.9', country: 'SG', country_code: 'SG', country_name: 'Singapore' }],
    ['ip-api.com', { query: '203.0.113.9', status: 'success', country: 'Singapore', countryCode: 'SG' }],
    ['ifconfig.co', { ip: '203.0.113.9', country: 'Singapore', country_iso: 'SG' }],
    ['a service that writes small letters', { ip: '203.0.113.9', country: 'sg' }],
  ])('is read from the answer of %s', (_service, answer) => {
    expect(readExit(JSON.stringify(answer))).toEqual({ ip: '203.0.113.9', country: 'SG' });
  });

  it('has no country where the answer names none that is known', () => {
    expect(readExit('{"ip":"2001:db8::1","country":"Singapore"}')).toEqual({ ip: '2001:db8::1', country: null });
  });

  it.each(['', 'ok', '<html>', 'null', '[]', '{}', '{"ip":"shop.example"}', '{"ip":7}'])(
    'is unknown after %s',
    (text) => expect(readExit(text)).toBeNull(),
  );
});
