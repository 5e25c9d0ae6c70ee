import type { MessageContent } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { type ConversationRow, toConversationView, toLastMessage } from './rows.ts';

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

describe('the name of a buyer', () => {
  it('has no characters that turn the text behind it round', () => {
    const row: ConversationRow = {
      conversation_id: 'f7b1d6f2-2f0e-4f5b-8a51-6c2d52a9a111',
      shop_id: 'f7b1d6f2-2f0e-4f5b-8a51-6c2d52a9a112',
      platform_conversation_id: '1',
      buyer_id: '1',
      buyer_name: '\u202eevil\u2066 กขค 小美',
      buyer_avatar_url: null,
      status: 'activated',
      is_pinned: false,
      is_muted: false,
      is_favorite: false,
      is_buyer_blocked: false,
      unread_count: 0,
      is_marked_unread: false,
      waiting_since: null,
      due_at: null,
      set_aside_position: null,
      deleted_position: null,
      closing: null,
      assignee_id: null,
      tag_ids: [],
      buyer_wrote_at: null,
      last_reply_position: null,
      last_message_at: '1',
      last_position: null,
      last_message: null,
      seller_read_position: null,
      buyer_read_position: null,
      history: 'unknown',
      is_history_wanted: false,
    };
    expect(toConversationView(row).buyer.name).toBe('evil กขค 小美');
  });
});
