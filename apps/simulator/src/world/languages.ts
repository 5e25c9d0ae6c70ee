/** The languages of buyers, by the codes of ISO 639-1. */
export const LANGUAGES = ['th', 'vi', 'id', 'ms', 'en', 'zh', 'tl', 'pt', 'es', 'pl', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];
