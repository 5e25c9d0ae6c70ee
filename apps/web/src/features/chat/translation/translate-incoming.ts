import type { ConversationId, MessageId, Refusal, TranslationLanguage } from '@pasar/domain';
import { isReasonCode, refusal } from '@pasar/domain';
import type { CallFailure } from '@pasar/sync';
import { askTranslations } from './commands.ts';
import { incoming, NO_TRANSLATIONS, type ShownTranslation } from './incoming.ts';

/** Few, so that the newest texts are translated soon (our choice). */
const AT_ONCE = 10;

/**
 * Translates texts of one conversation, the first wanted first, with one call at a time: a slow translation never takes
 * up the browser's connections, which sending needs.
 */
export class TranslateIncoming {
  readonly #id: ConversationId;
  readonly #language: TranslationLanguage;
  readonly #asked = new Set<MessageId>();
  readonly #texts = new Map<MessageId, ShownTranslation>();
  #wanted: readonly MessageId[] = [];
  #isBusy = false;
  #isEnded = false;

  constructor(id: ConversationId, language: TranslationLanguage) {
    this.#id = id;
    this.#language = language;
    this.#show();
  }

  want(messageIds: readonly MessageId[]): void {
    this.#wanted = messageIds.filter((messageId) => !this.#asked.has(messageId));
    void this.#pump();
  }

  end(): void {
    this.#isEnded = true;
    incoming.update(() => NO_TRANSLATIONS);
  }

  async #pump(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (!this.#isEnded && this.#wanted.length > 0) {
      const batch = this.#wanted.slice(0, AT_ONCE);
      this.#wanted = this.#wanted.slice(AT_ONCE);
      for (const messageId of batch) this.#asked.add(messageId);
      await this.#translate(batch);
    }
    this.#isBusy = false;
  }

  async #translate(batch: readonly MessageId[]): Promise<void> {
    const result = await askTranslations(this.#id, batch, this.#language);
    if (this.#isEnded) return;
    if (result.ok) {
      for (const { messageId, text, refusal: why } of result.data.translations) {
        if (why !== null) this.#texts.set(messageId, { state: 'failed', refusal: why });
        else if (text === null) this.#texts.delete(messageId);
        else this.#texts.set(messageId, { state: 'found', text });
      }
    } else {
      for (const messageId of batch)
        this.#texts.set(messageId, { state: 'failed', refusal: refusalOf(result.failure) });
    }
    this.#show();
  }

  #show(): void {
    const texts = new Map(this.#texts);
    incoming.update(() => ({ isOn: true, texts, again: (messageId) => this.#again(messageId) }));
  }

  #again(messageId: MessageId): void {
    // Until it is asked for, another message that comes must not drop it.
    this.#asked.delete(messageId);
    this.#wanted = [messageId, ...this.#wanted];
    void this.#pump();
  }
}

function refusalOf(failure: CallFailure): Refusal {
  if (failure.kind !== 'refused') return refusal('translation_failed');
  return refusal(isReasonCode(failure.code) ? failure.code : 'translation_failed', failure.detail);
}
