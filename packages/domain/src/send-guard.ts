import type { Country, Marketplace } from './marketplace.ts';
import { isOtherLanguage } from './other-language.ts';
import { isOwnHost } from './own-hosts.ts';

/**
 * What marketplaces publish about messages to buyers. Pasar warns and does not refuse, because the numbers are those of the
 * open APIs, and the sellers' own pages may allow more.
 */
export interface SendRules {
  /** Longest text in characters. */
  readonly textLength: number;
  /** Most messages in a row to a buyer who does not answer; null where no number is known. */
  readonly inARow: number | null;
  /** A buyer may be written to for this long after the buyer's last message; null where no number is known. */
  readonly openForMs: number | null;
}
const DAY_MS = 86_400_000;
/** Facts of the open APIs: Shopee's send_message, TikTok Shop's customer service. Lazada's is the longest text of ours. */
export const SEND_RULES: Readonly<Record<Marketplace, SendRules>> = {
  shopee: { textLength: 600, inARow: 5, openForMs: 7 * DAY_MS },
  lazada: { textLength: 2_000, inARow: null, openForMs: null },
  tiktok: { textLength: 1_000, inARow: null, openForMs: null },
};

/** Why a person should look once more at what goes out. */
export type SendWarning =
  | { readonly kind: 'length'; readonly length: number; readonly most: number }
  | { readonly kind: 'inARow'; readonly most: number }
  | { readonly kind: 'closed'; readonly days: number }
  /** An address, a number or a link by which a buyer leaves the marketplace. */
  | { readonly kind: 'contact'; readonly found: string }
  /** A word of the account's list. */
  | { readonly kind: 'word'; readonly found: string }
  /** The buyer writes in other letters, so hardly in this language. */
  | { readonly kind: 'script' }
  /** A colleague writes to the buyer too, or has just now. */
  | { readonly kind: 'colleague'; readonly memberId: string };

export interface SendSituation {
  readonly marketplace: Marketplace;
  /** The words of the shop's country. */
  readonly words: readonly string[];
  /** Messages to the buyer since the buyer's last one, with those that are on their way. */
  readonly inARow: number;
  /** Time of the buyer's last message; null when it is not known. */
  readonly buyerWroteAt: number | null;
  /** The buyer's last texts. */
  readonly buyerTexts: readonly string[];
  readonly now: number;
}

/** What goes to a buyer at once. */
export interface ToSend {
  /** Messages, whether or not they have words. */
  readonly count: number;
  readonly texts: readonly string[];
}

/** At most one warning of each kind. */
export function sendWarnings({ count, texts }: ToSend, situation: SendSituation): SendWarning[] {
  if (count === 0) return [];
  const { inARow, openForMs } = SEND_RULES[situation.marketplace];
  const warnings: SendWarning[] = [];
  if (inARow !== null && situation.inARow + count > inARow) warnings.push({ kind: 'inARow', most: inARow });
  const { buyerWroteAt, now } = situation;
  if (openForMs !== null && buyerWroteAt !== null && now - buyerWroteAt > openForMs) {
    warnings.push({ kind: 'closed', days: openForMs / DAY_MS });
  }
  for (const warning of texts.flatMap((text) => textWarnings(text, situation))) {
    if (!warnings.some(({ kind }) => kind === warning.kind)) warnings.push(warning);
  }
  return warnings;
}

function textWarnings(text: string, { marketplace, words, buyerTexts }: SendSituation): SendWarning[] {
  const { textLength } = SEND_RULES[marketplace];
  const warnings: SendWarning[] = [];
  const length = [...text].length;
  if (length > textLength) warnings.push({ kind: 'length', length, most: textLength });
  const contact = contactIn(text);
  if (contact !== null) warnings.push({ kind: 'contact', found: contact });
  const word = wordIn(text, words);
  if (word !== null) warnings.push({ kind: 'word', found: word });
  // A link tells nothing of the language.
  if (isOtherLanguage(text.replace(LINK, ''), buyerTexts.join(' ').replace(LINK, '')))
    warnings.push({ kind: 'script' });
  return warnings;
}

const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
/**
 * A phone number: a plus, or a zero in front, and eight to fourteen digits, perhaps in groups. Numbers of orders and
 * parcels are longer, or have letters.
 */
const PHONE = /(?<![\p{L}\p{N}.,])(?:\+[1-9]|0)(?:[ .()-]{0,2}[0-9]){7,13}(?![\p{L}\p{N}])/u;
const LINK = /(?:https?:\/\/|www\.)[^\s<>"']+/giu;

/** The first address, phone number or foreign link in a text; null for none. */
function contactIn(text: string): string | null {
  const folded = text.normalize('NFKC');
  const link = folded.match(LINK)?.find((found) => !isOwnHost(hostOf(found)));
  return folded.match(MAIL)?.[0] ?? link ?? folded.match(PHONE)?.[0].trim() ?? null;
}

const hostOf = (link: string): string => URL.parse(link.startsWith('www.') ? `https://${link}` : link)?.hostname ?? '';

/** The first word of the list in a text. Case and width do not matter; a word of letters of the Latin script stands alone. */
function wordIn(text: string, words: readonly string[]): string | null {
  const folded = fold(text);
  return (
    words.find((word) => {
      const wanted = fold(word).trim();
      if (wanted === '') return false;
      if (!/^[\p{Script=Latin}\p{N} ]+$/u.test(wanted)) return folded.includes(wanted);
      return new RegExp(`(?<![\\p{Script=Latin}\\p{N}])${wanted}(?![\\p{Script=Latin}\\p{N}])`, 'u').test(folded);
    }) ?? null
  );
}
const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const EVERYWHERE = ['whatsapp', 'wechat', 'weixin', '微信', 'telegram', 'facebook', 'instagram', 'paypal'] as const;
/** Ours: names of ways to talk or to pay outside a marketplace, by country, until the account has a list of its own. */
const BY_COUNTRY: Partial<Readonly<Record<Country, readonly string[]>>> = {
  TH: ['line', 'ไลน์', 'แอดไลน์', 'โอนเงิน', 'เลขบัญชี', 'พร้อมเพย์'],
  VN: ['zalo', 'chuyển khoản', 'số tài khoản'],
  ID: ['wa', 'transfer bank', 'nomor rekening'],
  MY: ['wa', 'bank transfer', 'akaun bank'],
  SG: ['paynow', 'bank transfer'],
  PH: ['viber', 'gcash', 'bank transfer'],
  TW: ['line', '賴', '匯款', '私下交易'],
  BR: ['zap', 'pix', 'transferência'],
  MX: ['transferencia', 'depósito'],
};
export const defaultGuardWords = (country: Country): readonly string[] => [
  ...EVERYWHERE,
  ...(BY_COUNTRY[country] ?? []),
];
