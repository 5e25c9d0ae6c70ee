import type { MessageContent } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { toLastMessage } from './rows.ts';

describe('the last message in a conversation list', () => {
  const kept = { wireType: 'x', raw: {} };
  it.each<readonly [string, MessageContent, string | null, string | null]>([
    ['a text', { type: 'text', text: 'hi' }, 'hi', null],
    ['a notice', { type: 'notice', text: 'Shipped.', ...kept }, 'Shipped.', null],
    ['what has no words', { type: 'placeholder', kind: 'sticker', ...kept }, null, 'sticker'],
  ])('shows %s', (_name, content, text, placeholder) => {
    expect(toLastMessage('buyer', content, 'available')).toEqual({
      author: 'buyer',
      text,
      placeholder,
      status: 'available',
    });
  });

  it('shows no words of a recalled message', () => {
    expect(toLastMessage('system', { type: 'notice', text: 'Shipped.', ...kept }, 'recalled')?.text).toBeNull();
  });
});
