export const isPublic = (url: string): boolean => /^https?:\/\//.test(url);

/**
 * Whether the page may draw from there: its content policy lets in what is encrypted, and this server's own. What it
 * blocks would fail without a word to the person.
 */
export const isDrawable = (url: string): boolean => url.startsWith('https://') || url.startsWith(`${location.origin}/`);
