import { expect, it } from 'vitest';
import { isOnlyThanks } from './thanks.ts';

const text = (words: string) => isOnlyThanks({ type: 'text', text: words });

it.each([
  'Thanks!',
  'ok thank you so much 🙏',
  '谢谢老板',
  '收到了，很漂亮',
  '好的，謝謝您～',
  'ขอบคุณมากค่ะ',
  'terima kasih banyak kak',
  'Dạ cảm ơn shop ạ',
  'Salamat po!',
  'Muito obrigada',
  '👍👍',
])('“%s” asks for no answer', (words) => expect(text(words)).toBe(true));

it.each([
  'thanks, when will it ship?',
  '谢谢，什么时候发货',
  'ok but the size is wrong',
  '好的？',
  'ขอบคุณค่ะ ส่งเมื่อไหร่',
  '',
  '12345',
])('“%s” may ask for one', (words) => expect(text(words)).toBe(false));

it('a sticker asks for no answer, a picture may', () => {
  const raw = { wireType: 'sticker', raw: null };
  expect(isOnlyThanks({ type: 'sticker', sticker: { imageUrl: 'https://x.example/s.png', text: null }, ...raw })).toBe(
    true,
  );
  const picture = { url: 'https://x.example/a.png', thumbUrl: null, width: 1, height: 1 };
  expect(isOnlyThanks({ type: 'image', picture, ...raw })).toBe(false);
});
