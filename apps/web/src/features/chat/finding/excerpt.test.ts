import { expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';

it('shows the words with some of the text around them', () => {
  expect(excerptOf('我想问发货时间', '发货')).toEqual({ before: '我想问', hit: '发货', after: '时间' });
  expect(excerptOf('Is the LAMP new?', 'lamp')).toEqual({ before: 'Is the ', hit: 'LAMP', after: ' new?' });
  const { before } = excerptOf(`${'a'.repeat(100)} lamp`, 'lamp');
  expect(before).toBe(`…${'a'.repeat(23)} `);
});

it('marks nothing where the words stand in another form', () => {
  expect(excerptOf('ＬＡＭＰ', 'lamp')).toEqual({ before: 'ＬＡＭＰ', hit: '', after: '' });
});
