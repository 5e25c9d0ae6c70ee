/**
 * A translation service by the published schema of the LibreTranslate API: POST /translate, POST /detect and GET
 * /languages, with its errors 400, 403, 429 and 500. It knows a few phrases; any other text comes back with the
 * language in front of it, and a text that it has marked so loses the mark again.
 */
import { z } from 'zod';
import { PHRASES } from './phrases.ts';

export const TRANSLATION_KEY = 'simulated-translation-key';
/** As the option of the service by which an operator limits the length of a text. */
const MOST_CHARACTERS = 5_000;
const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'English',
  'zh-Hans': 'Chinese',
  'zh-Hant': 'Chinese (traditional)',
  id: 'Indonesian',
  ms: 'Malay',
  th: 'Thai',
  vi: 'Vietnamese',
};

/** What the service does wrong from now on. */
export const TRANSLATION_FAULTS = ['busy', 'broken', 'forgets', 'hostile'] as const;
export type TranslationFault = (typeof TRANSLATION_FAULTS)[number];

export interface TranslationAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const text = z.union([z.string(), z.array(z.string())]);
const translateBody = z.object({
  q: text,
  source: z.string(),
  target: z.string(),
  format: z.enum(['text', 'html']).default('text'),
  alternatives: z.number().int().min(0).default(0),
  api_key: z.string().optional(),
});
const detectBody = z.object({ q: z.string(), api_key: z.string().optional() });

const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): TranslationAnswer => ({
  status,
  headers,
  body,
});
const refuse = (status: number, error: string, headers: Readonly<Record<string, string>> = {}): TranslationAnswer =>
  answer(status, { error }, headers);

export class TranslationService {
  fault: TranslationFault | null = null;
  /** Every text that was translated, in order. */
  readonly asked: { readonly q: string; readonly source: string; readonly target: string }[] = [];

  languages(): TranslationAnswer {
    const targets = Object.keys(LANGUAGES);
    return answer(
      200,
      Object.entries(LANGUAGES).map(([code, name]) => ({ code, name, targets })),
    );
  }

  detect(body: unknown): TranslationAnswer {
    const read = detectBody.safeParse(body);
    if (!read.success) return refuse(400, 'Invalid request: missing q parameter');
    const refused = this.#admit(read.data.api_key);
    return refused ?? answer(200, [{ confidence: 90, language: languageOf(read.data.q) }]);
  }

  translate(body: unknown): TranslationAnswer {
    const read = translateBody.safeParse(body);
    if (!read.success) {
      const [missing] = read.error.issues;
      return refuse(400, `Invalid request: missing ${String(missing?.path[0] ?? 'q')} parameter`);
    }
    const { q, source, target, api_key } = read.data;
    const refused = this.#admit(api_key);
    if (refused !== null) return refused;
    for (const code of [source, target]) {
      if (!(code in LANGUAGES) && !(code === 'auto' && code === source)) return refuse(400, `${code} is not supported`);
    }
    const texts = typeof q === 'string' ? [q] : q;
    const length = texts.reduce((sum, item) => sum + item.length, 0);
    if (length > MOST_CHARACTERS) {
      return refuse(400, `Invalid request: request (${length}) exceeds text limit (${MOST_CHARACTERS})`);
    }
    if (this.fault === 'broken') return refuse(500, 'Cannot translate text: the model is not loaded');
    const translated = texts.map((item) => {
      this.asked.push({ q: item, source, target });
      return this.#translated(item, target);
    });
    const [first = ''] = texts;
    const detectedLanguage = source === 'auto' ? { confidence: 90, language: languageOf(first) } : undefined;
    return answer(200, {
      translatedText: typeof q === 'string' ? translated[0] : translated,
      ...(detectedLanguage === undefined ? {} : { detectedLanguage }),
    });
  }

  #admit(key: string | undefined): TranslationAnswer | null {
    if (key === undefined) return refuse(403, 'Please contact the server operator to get an API key');
    if (key !== TRANSLATION_KEY) return refuse(403, 'Invalid API key');
    return this.fault === 'busy' ? refuse(429, 'Slowdown: 80 per 1 minute', { 'retry-after': '1' }) : null;
  }

  #translated(given: string, target: string): string {
    const plain = given.replace(/^\[[a-zA-Z-]{2,7}\] /, '');
    const phrase = PHRASES.find((row) => Object.values(row).some((known) => bare(known) === bare(plain)));
    const translated = phrase?.[target] ?? `[${target}] ${plain}`;
    if (this.fault === 'forgets') return translated.replaceAll(/\[\d+\]/g, '');
    if (this.fault === 'hostile')
      return `<img src=x onerror="window.__hostile=1"><script>window.__hostile=1</script>${translated}`;
    return translated;
  }
}

const bare = (phrase: string): string => phrase.toLowerCase().replaceAll(/[\s\p{P}]/gu, '');

/** By the script, and by the marks of Vietnamese; English is the guess for other Latin letters. */
function languageOf(given: string): string {
  if (/\p{Script=Thai}/u.test(given)) return 'th';
  if (/\p{Script=Han}/u.test(given)) return 'zh-Hans';
  return /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu.test(given) ? 'vi' : 'en';
}
