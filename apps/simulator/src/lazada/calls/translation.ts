/** Translation. ours: the fields. The marketplace only translates between two languages that the shop agreed to. */
import { z } from 'zod';
import { type Call, refused, success } from '../context.ts';
import { flagField, idField } from './fields.ts';
import { badData, conversationOf, noSession } from './messagebox.ts';

/** The languages of spec 2 §9. */
const LANGUAGES: Readonly<Record<string, string>> = {
  th: 'ไทย',
  en: 'English',
  id: 'Bahasa Indonesia',
  vi: 'Tiếng Việt',
  ms: 'Bahasa Melayu',
  zh: '繁體中文',
};
const AUTO = 'auto';
const language = z.string().refine((code) => code in LANGUAGES);
const source = z.union([language, z.literal(AUTO)]);

export const languageMap: Call = () => success({ result: LANGUAGES });

const agreementFields = z.object({ translationOn: flagField, sourceLanguage: source, targetLanguage: language });
export const updateAgreement: Call = ({ settings }, { shop }, data) => {
  const fields = agreementFields.safeParse(data);
  if (!fields.success) return badData();
  const { sourceLanguage, targetLanguage, translationOn } = fields.data;
  settings.agreeToTranslate(shop.shopId, sourceLanguage, targetLanguage, translationOn);
  return success({});
};

const textFields = z.object({
  text: z.string().min(1),
  sourceLanguage: source,
  targetLanguage: language,
  sessionId: idField,
});
/** The simulator has no translator: the answer is the text with the target language named. */
export const recognizeAndTranslate: Call = (context, seller, data) => {
  const fields = textFields.safeParse(data);
  if (!fields.success) return badData();
  const { text, sourceLanguage, targetLanguage, sessionId } = fields.data;
  if (conversationOf(context, seller, sessionId) === null) return noSession();
  if (!context.settings.isTranslating(seller.shop.shopId, sourceLanguage, targetLanguage)) {
    return refused('FAIL_BIZ_TRANSLATION_OFF', 'the translation agreement is off');
  }
  return success({ result: { sourceLanguage, targetText: `[${targetLanguage}] ${text}` } });
};
