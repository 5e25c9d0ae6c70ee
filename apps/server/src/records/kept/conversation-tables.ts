import { CHANGED, type KeptTable, many, never, OWN, rows, WITH_CONVERSATION } from './kept-table.ts';

/** What the product keeps beside the conversations: what members do with them, and by what they are found. */
export const CONVERSATION_TABLES: Readonly<Record<string, KeptTable>> = {
  bulk_item: {
    holds: 'which conversations an action was about, and what became of it',
    of: 'buyer',
    until: 'seven days after the action',
    exported: rows(),
    ...many(1000),
  },
  bulk_action: {
    holds: 'actions on many conversations',
    of: 'member',
    until: 'seven days after their end',
    exported: rows(),
    ...OWN,
  },
  chat_setting: { holds: 'chat settings of the account', of: 'account', until: CHANGED, exported: rows(), ...OWN },
  member_chat_setting: {
    holds: 'chat settings of members',
    of: 'member',
    until: 'as long as the member',
    exported: rows(),
    ...OWN,
  },
  conversation_view: {
    holds: 'saved views of the conversation list',
    of: 'member',
    until: CHANGED,
    exported: rows(),
    ...OWN,
  },
  conversation_name: {
    holds: 'the parts of the names of buyers, by which a search finds them',
    of: 'buyer',
    until: WITH_CONVERSATION,
    exported: never('made of the conversations'),
    ...OWN,
  },
  conversation_buyer: {
    holds: 'which conversations have the same buyer',
    of: 'buyer',
    until: WITH_CONVERSATION,
    exported: never('made of the conversations'),
    ...OWN,
  },
  draft: {
    holds: 'what a member has written to a buyer and not sent',
    of: 'member',
    until: 'as long as its conversation and its member',
    exported: rows(),
    ...many(500),
  },
  note_mention: {
    holds: 'which member a note for colleagues mentions, and when the member saw it',
    of: 'member',
    until: 'as long as the note and the member',
    exported: rows(),
    ...OWN,
  },
  conversation_note: {
    holds: 'notes about a conversation that only colleagues see',
    of: 'buyer',
    until: 'as long as its conversation, or until its author deletes it',
    exported: rows(),
    ...many(100),
  },
  buyer_tag_relation: {
    holds: 'which buyers have which tags, and who added them',
    of: 'buyer',
    until: `${CHANGED}, the shop is unbound, or the buyer is erased`,
    exported: rows(),
    ...OWN,
  },
  buyer_tag: { holds: 'tags of buyers', of: 'account', until: CHANGED, exported: rows(), ...OWN },
};
