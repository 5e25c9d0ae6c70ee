import { protect, type ToldLanguage } from '@pasar/domain';
import { eld } from 'eld/small';

/** By the codes of the library, the languages in which buyers of the marketplaces' countries write. */
const WRITTEN: Readonly<Record<string, ToldLanguage | 'malay or indonesian'>> = {
  zh: 'zh',
  th: 'th',
  vi: 'vi',
  en: 'en',
  // The library counts Indonesian as Malay.
  ms: 'malay or indonesian',
  tl: 'other',
  es: 'other',
  pt: 'other',
  fr: 'other',
  pl: 'other',
};
/** How far the first language must be before the second: below it the library is often wrong with short texts. */
const MARGIN = 0.04;

/** Words of chats that one of the two languages has and the other has not. */
const INDONESIAN = new Set(
  `apakah bisa kapan dikirim mau nggak enggak gak ga udah sudahkah banget ongkir kirim kirimin rusak uang kak kakak min
   gimana kenapa dong sih deh karena butuh coba resi pesanannya barangnya uangnya tolongin cuma cuman ukuran
   kantong sepatu warnanya besok rumahnya bagus gan bro mohon alamatnya ganti nomor dapat`.split(/\s+/),
);
const MALAY = new Set(
  `nak bila boleh tak takde ke pos poskan hantar dah sampaikah rosak duit wang kenapakah macam mana ni tu saiz bagitau
   awak sis akak kasut beg baju pulangkan tukar esok tolonglah bayaran barang2 sekarangkah parsel penghantaran
   bungkusan jual lagi bolehkah adakah bilakah kereta cik encik tauke`.split(/\s+/),
);
/** Words that both languages have in chats, whatever the lists above say of one of their senses. */
const BOTH = new Set(['sis', 'baju', 'tukar', 'lagi', 'boleh', 'ke', 'jual', 'mau', 'kenapa', 'dapat', 'bagus', 'ni']);

/** The language of a text of a chat. It is `unsure` rather than wrong. */
export function tellLanguage(text: string): ToldLanguage {
  const words = protect(text).text.replaceAll(/\[\d+\]/g, ' ');
  if (!/\p{L}/u.test(words)) return 'unsure';
  // Buyers write these scripts in one language only, and the library is unsure of the shortest texts.
  if (/\p{Script=Thai}/u.test(words)) return 'th';
  if (/\p{Script=Han}/u.test(words) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words)) return 'zh';
  const scores = Object.entries(eld.detect(words).getScores()).filter(([code]) => code in WRITTEN);
  const [first, second] = scores.toSorted(([, left], [, right]) => right - left);
  if (first === undefined || first[1] - (second?.[1] ?? 0) < MARGIN) return 'unsure';
  const told = WRITTEN[first[0]] ?? 'unsure';
  const byWords = malayOrIndonesian(words);
  if (told === 'malay or indonesian') return byWords ?? 'unsure';
  // Buyers mix in English words, by which the library then goes.
  return byWords === null ? told : 'unsure';
}

/** By the words that only one of the two languages has; null when there is none. */
function malayOrIndonesian(text: string): ToldLanguage | null {
  const words = (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !BOTH.has(word));
  const isIndonesian = words.some((word) => INDONESIAN.has(word));
  const isMalay = words.some((word) => MALAY.has(word));
  if (isIndonesian && isMalay) return 'unsure';
  return isIndonesian ? 'id' : isMalay ? 'ms' : null;
}
