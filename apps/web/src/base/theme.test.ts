import { describe, expect, it } from 'vitest';
import { resolveTheme } from './theme.ts';

describe('the theme', () => {
  it('follows the machine only when asked to', () => {
    expect(resolveTheme('system', true)).toBe('dark');
    expect(resolveTheme('system', false)).toBe('light');
    expect(resolveTheme('light', true)).toBe('light');
    expect(resolveTheme('dark', false)).toBe('dark');
  });
});
