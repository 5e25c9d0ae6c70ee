import { createHash } from 'node:crypto';
import {
  type AccountId,
  hasWords,
  isReadIn,
  type Protected,
  protect,
  restore,
  type ToldLanguage,
  type TranslationLanguage,
} from '@pasar/domain';
import pLimit from 'p-limit';
import type { Database, Scope } from '../../storage/database.ts';
import { type Answer, fail, success } from '../answer.ts';
import type { Provider } from './provider.ts';

/** Texts that are translated at the same time, so that a burst of texts leaves the service room (our choice). */
const AT_ONCE = 4;

/** The call of the marketplace of the text's conversation; null where the marketplace has none. */
export type MarketplaceTranslates = (
  text: string,
  source: ToldLanguage,
  target: TranslationLanguage,
) => Promise<Answer<string>>;

export interface TranslatorContext {
  readonly database: Pick<Database, 'within'>;
  readonly scope: Scope;
  readonly now: number;
}

export interface TextToTranslate {
  readonly text: string;
  readonly target: TranslationLanguage;
  readonly marketplace: MarketplaceTranslates | null;
}

/**
 * Translates texts of accounts. Each text is translated once into each language: the translations of an account are
 * stored, and who asks for one that is on its way waits for it.
 */
export class Translator {
  readonly #provider: Provider | null;
  readonly #underWay = new Map<string, Promise<Answer<string>>>();
  readonly #inTurn = pLimit(AT_ONCE);

  constructor(provider: Provider | null) {
    this.#provider = provider;
  }

  get hasProvider(): boolean {
    return this.#provider !== null;
  }

  async translate(context: TranslatorContext, asked: TextToTranslate): Promise<Answer<string>> {
    const { text, target } = asked;
    const given = protect(text);
    if (!hasWords(given)) return success(text);
    const { tellLanguage } = await import('./tell-language.ts');
    const source = tellLanguage(text);
    if (isReadIn(source, target)) return success(text);
    const { accountId } = context.scope;
    const hash = createHash('sha256').update(text).digest();
    const name = `${accountId} ${target} ${hash.toString('hex')}`;
    const running = this.#underWay.get(name);
    if (running !== undefined) return running;
    const begun = this.#once(context, { accountId, hash, target }, given, source, asked).finally(() =>
      this.#underWay.delete(name),
    );
    this.#underWay.set(name, begun);
    return begun;
  }

  async #once(
    { database, scope, now }: TranslatorContext,
    key: Key,
    given: Protected,
    source: ToldLanguage,
    { target, marketplace }: TextToTranslate,
  ): Promise<Answer<string>> {
    const kept = await readKept(database, scope, key);
    if (kept !== null) return success(kept);
    const answer = await this.#inTurn(() => this.#ask(given.text, source, target, marketplace));
    if (!answer.ok) return answer;
    const translated = restore(answer.data.replaceAll('\0', '').toWellFormed().trim(), given);
    if (translated === null || translated === '') return fail('translation_spoiled');
    await keep(database, scope, key, translated, now);
    return success(translated);
  }

  /** The marketplace first; what it cannot do is left to the provider, where the server has one. */
  async #ask(
    text: string,
    source: ToldLanguage,
    target: TranslationLanguage,
    marketplace: MarketplaceTranslates | null,
  ): Promise<Answer<string>> {
    const own = marketplace === null ? null : await marketplace(text, source, target);
    if (own?.ok) return own;
    if (this.#provider !== null) return this.#provider.translate(text, source, target);
    return own ?? fail('translation_missing');
  }
}

interface Key {
  readonly accountId: AccountId;
  readonly hash: Buffer;
  readonly target: TranslationLanguage;
}

async function readKept(database: Pick<Database, 'within'>, scope: Scope, { accountId, hash, target }: Key) {
  const found = await database.within(scope, (transaction) =>
    transaction.query<{ translated: string }>({
      name: 'find-translation',
      text: 'select translated from translation where account_id = $1 and target_language = $2 and text_hash = $3',
      values: [accountId, target, hash],
    }),
  );
  return found.rows[0]?.translated ?? null;
}

async function keep(
  database: Pick<Database, 'within'>,
  scope: Scope,
  { accountId, hash, target }: Key,
  translated: string,
  now: number,
): Promise<void> {
  await database.within(scope, (transaction) =>
    transaction.query(
      `insert into translation (account_id, text_hash, target_language, translated, created_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [accountId, hash, target, translated, now],
    ),
  );
}
