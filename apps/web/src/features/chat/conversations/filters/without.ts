import type { ConversationFilter } from '@pasar/api';

/** The filter without one of its parts. */
export const without = (filter: ConversationFilter, key: keyof ConversationFilter): ConversationFilter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => name !== key));
