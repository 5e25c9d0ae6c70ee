import { describe, expect, it } from 'vitest';
import { metricText, metricValue } from './metrics.ts';

describe('the figures of a dashboard', () => {
  it('have words and numbers as people write them', () => {
    expect(metricText('shop_uv')).toBe('metric.visitors');
    expect(metricValue('shop_uv', '12800', 'en')).toBe('12,800');
    expect(metricValue('shop_uv_to_paid_buyers_rate', '0.0401', 'en')).toBe('4.01%');
  });

  it('of an unknown name, or without a number, stay as the marketplace tells them', () => {
    expect(metricText('toString')).toBeNull();
    expect(metricValue('shop_pv', '12800', 'en')).toBe('12800');
    expect(metricValue('shop_uv', 'many', 'en')).toBe('many');
    expect(metricValue('shop_uv', '', 'en')).toBe('');
  });
});
