import { ABILITIES, levelOf, MARKETPLACES } from '@pasar/domain';
import { expect, it } from 'vitest';
import { UNUSED_CALLS } from './unused-calls.ts';

it.each(Object.entries(UNUSED_CALLS))(
  '%s awaits what is planned at its marketplace, or says why it is not made',
  (key, why) => {
    const marketplace = MARKETPLACES.find((name) => key.startsWith(`${name}-`));
    if (marketplace === undefined) throw new Error(`${key}: of no marketplace`);
    if ('because' in why) expect(why.because).toMatch(/^\w+ .{10,80}[^.]$/);
    else {
      expect(levelOf(marketplace, why.awaits)).toBe('planned');
      expect(ABILITIES[why.awaits]).toHaveProperty('awaits');
    }
  },
);
