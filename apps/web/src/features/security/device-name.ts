import Bowser from 'bowser';

/** The browser and the system of a user agent, such as `Chrome` and `Windows`; null for what it does not tell. */
export function deviceOf(userAgent: string | null): {
  readonly browser: string | null;
  readonly system: string | null;
} {
  if (userAgent === null || userAgent === '') return { browser: null, system: null };
  const parsed = Bowser.parse(userAgent);
  return { browser: parsed.browser.name || null, system: parsed.os.name || null };
}
