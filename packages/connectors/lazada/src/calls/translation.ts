/** Translating in a session. Languages are BCP 47 primary tags. */
import type { PlatformConversationId } from '@pasar/domain';
import { z } from 'zod';
import { APIS } from '../wire/apis.ts';
import { done, gatewayCall, readAs, resultOf } from './definition.ts';

export interface TextToTranslate {
  readonly sessionId: PlatformConversationId;
  readonly text: string;
  /** Null lets the marketplace detect the language. */
  readonly source: string | null;
  readonly target: string;
}
export const recognizeTranslate = gatewayCall({
  key: 'lazada-gateway POST recognize-translate',
  tag: 'ours',
  repeat: 'idempotent',
  api: APIS.translate,
  method: 'POST',
  data: ({ sessionId, text, source, target }: TextToTranslate) => ({
    text,
    sourceLanguage: source ?? 'auto',
    targetLanguage: target,
    sessionId,
  }),
  read: readAs('translation', resultOf(z.object({ targetText: z.string() })), ({ targetText }) => targetText),
});

export interface TranslationAgreement {
  readonly isOn: boolean;
  readonly source: string | null;
  readonly target: string;
}
export const translationAgreement = gatewayCall({
  key: 'lazada-gateway PUT translation-agreement',
  tag: 'ours',
  repeat: 'idempotent',
  api: APIS.translationAgreement,
  method: 'POST',
  data: ({ isOn, source, target }: TranslationAgreement) => ({
    translationOn: isOn,
    sourceLanguage: source ?? 'auto',
    targetLanguage: target,
  }),
  read: done,
});

/** Names of the languages by code. */
export const languageMap = gatewayCall({
  key: 'lazada-gateway GET language-map',
  tag: 'ours',
  repeat: 'read',
  api: APIS.languages,
  method: 'GET',
  data: (_params: null) => ({}),
  read: readAs(
    'language map',
    resultOf(z.record(z.string(), z.string())),
    (languages): ReadonlyMap<string, string> => new Map(Object.entries(languages)),
  ),
});
