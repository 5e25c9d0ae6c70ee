import type { SessionTag } from '@pasar/domain';

/** The names of the sorts of a list, and of whom its conversations are assigned to. */
export const SORT_TEXTS = { tab: 'sort.tab', newest: 'sort.newest', longestWait: 'sort.longestWait' } as const;
export const ASSIGNEE_TEXTS = {
  mine: 'assignee.mine',
  nobody: 'assignee.nobody',
  others: 'assignee.others',
} as const;

/** The names of the tags that Lazada gives a session. */
export const SESSION_TAG_TEXTS = {
  official: 'session.official',
  'ai-serving': 'session.aiServing',
  'ai-unresolved': 'session.aiUnresolved',
  'bot-agent-service': 'session.bot',
} as const satisfies Record<SessionTag, string>;
