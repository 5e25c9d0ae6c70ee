import type { AddressGuard, Clock } from '@pasar/bridge';
import { ForbiddenAddressError } from '@pasar/bridge';
import type { ReasonCode, ToldLanguage, TranslationLanguage } from '@pasar/domain';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { type Answer, fail, success } from '../answer.ts';
import { causeOf, pauseMsOf, textOf } from '../operator-service.ts';

/** Where the operator's translation service is: PASAR_TRANSLATE_URL and PASAR_TRANSLATE_KEY. */
export interface ProviderPlace {
  readonly url: string;
  readonly key: string | null;
}
export interface ProviderParts {
  readonly place: ProviderPlace;
  readonly guard: AddressGuard;
  readonly clock: Clock;
}

/** A person looks at a preview meanwhile (our choice). */
const TIMEOUT_MS = 15_000;
/** How long the languages of the service are taken to stay the same (our choice). */
const LANGUAGES_MS = 600_000;

/** The codes of a language, of newer versions of the service first. */
const CODES: Readonly<Record<TranslationLanguage, readonly string[]>> = {
  'zh-CN': ['zh-Hans', 'zh-CN', 'zh'],
  'zh-TW': ['zh-Hant', 'zh-TW', 'zt'],
  en: ['en'],
  th: ['th'],
  id: ['id'],
  vi: ['vi'],
  ms: ['ms'],
};

const languagesShape = z.array(z.object({ code: z.string(), targets: z.array(z.string()).optional() }));
type Languages = z.infer<typeof languagesShape>;
const translationShape = z.object({ translatedText: z.string().max(100_000) });
const errorShape = z.object({ error: z.string() });

/** Speaks the LibreTranslate API by its published schema: GET /languages, POST /translate. */
export class Provider {
  readonly #parts: ProviderParts;
  readonly #agent: Agent;
  #languages: { readonly list: Languages; readonly until: number } | null = null;
  #pausedUntil = 0;

  constructor(parts: ProviderParts) {
    this.#parts = parts;
    // A name is checked at the address that is dialled; `admit` checks an address that stands in the URL itself.
    this.#agent = new Agent({ connect: { lookup: parts.guard.lookup }, connections: 4 });
  }

  async translate(text: string, source: ToldLanguage, target: TranslationLanguage): Promise<Answer<string>> {
    const languages = await this.#known();
    if (!languages.ok) return languages;
    const codes = codesOf(languages.data, source, target);
    if (codes === null) return fail('translation_language_missing');
    const { key } = this.#parts.place;
    const answer = await this.#ask('translate', {
      q: text,
      ...codes,
      format: 'text',
      ...(key === null ? {} : { api_key: key }),
    });
    if (!answer.ok) return answer;
    const read = translationShape.safeParse(answer.data);
    return read.success ? success(read.data.translatedText) : fail('translation_failed', 'an answer of another shape');
  }

  /** The codes of the languages that the service translates from. */
  async languages(): Promise<Answer<readonly string[]>> {
    const known = await this.#known();
    return known.ok ? success(known.data.map(({ code }) => code)) : known;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #known(): Promise<Answer<Languages>> {
    const now = this.#parts.clock.now();
    if (this.#languages !== null && now < this.#languages.until) return success(this.#languages.list);
    const answer = await this.#ask('languages', null);
    if (!answer.ok) return answer;
    const read = languagesShape.safeParse(answer.data);
    if (!read.success) return fail('translation_failed', 'no list of languages');
    this.#languages = { list: read.data, until: now + LANGUAGES_MS };
    return success(read.data);
  }

  async #ask(path: string, body: object | null): Promise<Answer<unknown>> {
    const { place, guard, clock } = this.#parts;
    if (clock.now() < this.#pausedUntil) return fail('translation_busy');
    const url = new URL(path, place.url.endsWith('/') ? place.url : `${place.url}/`);
    try {
      guard.admit(url.hostname, Number(url.port || (url.protocol === 'https:' ? 443 : 80)));
      const response = await request(url, {
        dispatcher: this.#agent,
        method: body === null ? 'GET' : 'POST',
        headers: { accept: 'application/json', ...(body === null ? {} : { 'content-type': 'application/json' }) },
        body: body === null ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await textOf(response.body);
      if (response.statusCode === 429) this.#pause(Number(response.headers['retry-after']));
      if (response.statusCode !== 200) return fail(reasonOf(response.statusCode), wordsOf(text));
      return success(JSON.parse(text) as unknown);
    } catch (error) {
      if (error instanceof ForbiddenAddressError) return fail('translation_refused', error.message);
      if (error instanceof Error) return fail('translation_failed', causeOf(error));
      throw error;
    }
  }

  #pause(seconds: number): void {
    this.#pausedUntil = this.#parts.clock.now() + pauseMsOf(seconds);
  }
}

/** Null where the service does not translate so. */
function codesOf(
  languages: Languages,
  told: ToldLanguage,
  language: TranslationLanguage,
): { readonly source: string; readonly target: string } | null {
  const has = (code: string): boolean => languages.some((item) => item.code === code);
  const target = CODES[language].find((code) => languages.some(({ targets }) => targets?.includes(code)) || has(code));
  if (target === undefined) return null;
  const sources = told === 'unsure' || told === 'other' ? [] : CODES[told === 'zh' ? 'zh-CN' : told];
  const source = sources.find(has);
  // A source that is not told, or that the service calls by another name, is left to its own detection.
  if (source === undefined) return { source: 'auto', target };
  const { targets } = languages.find((item) => item.code === source) ?? {};
  return targets === undefined || targets.includes(target) ? { source, target } : null;
}

/** The errors of the published schema: 400 the request, 403 the key, 429 the pace, 500 the translation. */
function reasonOf(status: number): ReasonCode {
  if (status === 429) return 'translation_busy';
  return status === 401 || status === 403 ? 'translation_refused' : 'translation_failed';
}

function wordsOf(text: string): string | null {
  try {
    return errorShape.safeParse(JSON.parse(text)).data?.error.slice(0, 300) ?? null;
  } catch {
    return null;
  }
}
