import { type KeptTable, many, never, OWN, rows } from './kept-table.ts';

const WITH_CONVERSATION = 'as long as its conversation';

/** What the product keeps of how fast buyers are answered. */
export const FIGURE_TABLES: Readonly<Record<string, KeptTable>> = {
  figures_due: {
    holds: 'which conversations’ team figures are behind their messages',
    of: 'account',
    until: 'until the figures are made, a minute as a rule',
    exported: never('made of the messages'),
    ...OWN,
  },
  buyer_wait: {
    holds: 'when a buyer began to wait, when and by whom the buyer was answered',
    of: 'buyer',
    until: WITH_CONVERSATION,
    exported: rows(),
    ...many(100),
  },
  conversation_set_aside: {
    holds: 'when a member said that a buyer needed no answer',
    of: 'buyer',
    until: WITH_CONVERSATION,
    exported: rows(),
    ...OWN,
  },
  conversation_assignment: {
    holds: 'to which member a conversation was assigned, by whom and why',
    of: 'buyer',
    until: WITH_CONVERSATION,
    exported: rows(),
    ...many(100),
  },
  conversation_hour: {
    holds: 'how many messages of a conversation were sent in an hour, and by whom',
    of: 'buyer',
    until: WITH_CONVERSATION,
    exported: rows(),
    ...many(100),
  },
};
