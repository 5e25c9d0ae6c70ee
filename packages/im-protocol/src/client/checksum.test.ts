import { expect, test } from 'vitest';
import { indexesChecksum } from './checksum.ts';

test('IM-S25 the checksum is the CRC-32 of the indexes, newest first, joined by commas', () => {
  // The check value of the CRC-32 catalogue.
  expect(indexesChecksum([123_456_789n])).toBe(0xcbf4_3926);
  expect(indexesChecksum([])).toBe(0);
  expect(indexesChecksum([2n, 1n])).not.toBe(indexesChecksum([21n]));
  expect(indexesChecksum([2n, 1n])).not.toBe(indexesChecksum([1n, 2n]));
});
