/** Features that are not built yet, by the names that rows of abilities and of reasons await. */
export const COMING_FEATURES = [
  'addresses',
  'auto-reply',
  'bought-proxies',
  'creators',
  'desktop',
  'follow-tasks',
  'payment',
  'quotes',
  'rich-messages',
  'vacation',
] as const;
export type ComingFeature = (typeof COMING_FEATURES)[number];
