import { expect, it } from 'vitest';
import { exportedColumns } from './export-columns.ts';

it('a file has what the table shows, and no address', () => {
  expect(exportedColumns(['shop', 'items', 'changed', 'shipping', 'note'])).toEqual([
    'orderNumber',
    'marketplace',
    'buyer',
    'amount',
    'currency',
    'status',
    'wireStatus',
    'createdAt',
  ]);
  expect(exportedColumns([])).not.toContain('address');
});
