import type { MessageContent } from './message.ts';

/**
 * Words of thanks and of assent in the languages of the buyers, without spaces, punctuation and capitals. A message that
 * consists of nothing else asks for no answer (our choice).
 */
const WORDS: readonly string[] = [
  // English
  ...['thanks', 'thankyou', 'thankyouverymuch', 'thankyousomuch', 'thx', 'ty', 'tq', 'alot', 'somuch', 'verymuch'],
  ...[
    'ok',
    'okay',
    'okey',
    'oki',
    'okie',
    'k',
    'noted',
    'gotit',
    'received',
    'great',
    'good',
    'nice',
    'perfect',
    'cool',
  ],
  ...[
    'yes',
    'alright',
    'sure',
    'noproblem',
    'bye',
    'haveaniceday',
    'verygood',
    'verynice',
    'itsbeautiful',
    'love',
    'it',
  ],
  // Chinese, in both scripts
  ...[
    '谢谢',
    '謝謝',
    '多谢',
    '多謝',
    '感谢',
    '感謝',
    '谢谢你',
    '謝謝你',
    '谢谢您',
    '謝謝您',
    '谢啦',
    '謝啦',
    '谢了',
    '謝了',
  ],
  ...[
    '收到',
    '收到了',
    '已收到',
    '好',
    '好的',
    '好滴',
    '好啦',
    '好喔',
    '嗯',
    '嗯嗯',
    '哦',
    '哦哦',
    '喔',
    '行',
    '可以',
    '可以的',
  ],
  ...[
    '知道了',
    '明白',
    '明白了',
    '了解',
    '了解了',
    '辛苦了',
    '没事了',
    '沒事了',
    '很好',
    '很漂亮',
    '非常好',
    '很满意',
    '很滿意',
    '满意',
    '滿意',
  ],
  ...[
    '非常感谢',
    '非常感謝',
    '不客气',
    '不客氣',
    '老板',
    '老闆',
    '亲',
    '親',
    '哈哈',
    '哈哈哈',
    '喜欢',
    '喜歡',
    '很喜欢',
    '很喜歡',
    '的',
    '啊',
    '啦',
  ],
  // Thai
  ...[
    'ขอบคุณ',
    'ขอบคุณค่ะ',
    'ขอบคุณครับ',
    'ขอบคุณคะ',
    'ขอบคุณมาก',
    'ขอบใจ',
    'โอเค',
    'โอเคค่ะ',
    'โอเคครับ',
    'ได้ค่ะ',
    'ได้ครับ',
    'ค่ะ',
    'คะ',
  ],
  ...['ครับ', 'ครับผม', 'มาก', 'มากๆ', 'นะ', 'จ้า', 'จ้ะ', 'รับทราบ', 'ได้รับแล้ว', 'สวยมาก', 'ชอบมาก', 'ดีมาก'],
  // Indonesian and Malay
  ...[
    'terimakasih',
    'terimakasihbanyak',
    'makasih',
    'makasi',
    'mksh',
    'trims',
    'tks',
    'baik',
    'oke',
    'siap',
    'sip',
    'sudahditerima',
  ],
  ...['sudahsampai', 'bagus', 'mantap', 'kak', 'kakak', 'min', 'ya', 'iya', 'banyak', 'terimakasihya', 'sis', 'bos'],
  // Vietnamese
  ...[
    'cảmơn',
    'cảmơnshop',
    'cámơn',
    'camon',
    'dạ',
    'vâng',
    'ok',
    'okshop',
    'shop',
    'nhé',
    'nha',
    'ạ',
    'đượcrồi',
    'nhậnđượcrồi',
    'đẹplắm',
    'nhiều',
  ],
  // Filipino
  ...['salamat', 'salamatpo', 'maramingsalamat', 'po', 'opo', 'sigepo', 'sige'],
  // Portuguese and Spanish
  ...[
    'obrigado',
    'obrigada',
    'muitoobrigado',
    'muitoobrigada',
    'valeu',
    'gracias',
    'muchasgracias',
    'perfecto',
    'vale',
    'listo',
  ],
  // Polish and French
  ...['dziękuję', 'dzięki', 'merci', 'mercibeaucoup', 'daccord', 'parfait'],
].map((word) => word.normalize('NFC'));
const KNOWN: ReadonlySet<string> = new Set(WORDS);
const LONGEST = Math.max(...WORDS.map((word) => word.length));
/** Longer texts say more than thanks (our choice). */
const MOST_LETTERS = 60;

/** Whether a buyer's message only thanks, or agrees: then nobody has to answer it. */
export function isOnlyThanks(content: MessageContent): boolean {
  if (content.type === 'sticker') return true;
  if (content.type !== 'text' || /[?？]/.test(content.text)) return false;
  const text = content.text.normalize('NFC').toLowerCase();
  const letters = text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  // A text of pictures alone, such as 👍.
  if (letters === '') return /\p{Extended_Pictographic}/u.test(text);
  return letters.length <= MOST_LETTERS && isMadeOfWords(letters);
}

/** Whether the letters are known words, one behind the other. */
function isMadeOfWords(letters: string): boolean {
  const isReached = [true];
  for (let end = 1; end <= letters.length; end += 1) {
    isReached[end] = false;
    for (let length = 1; length <= Math.min(LONGEST, end) && isReached[end] === false; length += 1) {
      isReached[end] = isReached[end - length] === true && KNOWN.has(letters.slice(end - length, end));
    }
  }
  return isReached[letters.length] === true;
}
