import { CHANGED, type KeptTable, many, never, OWN, rows } from './kept-table.ts';

/** What the product keeps to send messages without a person. */
export const AUTOMATION_TABLES: Readonly<Record<string, KeptTable>> = {
  auto_reply_queue: {
    holds: 'which messages were or will be answered automatically, and why others were not',
    of: 'buyer',
    until: '90 days after the answer',
    exported: rows(),
    ...many(1_000),
  },
  auto_reply_keyword: {
    holds: 'keywords of buyers, and the automatic answers to them',
    of: 'account',
    until: CHANGED,
    exported: rows(),
    ...OWN,
  },
  auto_reply_setting: {
    holds: 'when buyers are answered automatically, and what',
    of: 'account',
    until: CHANGED,
    exported: rows(),
    ...OWN,
  },
  auto_reply_version: {
    holds: 'how often the rules of automatic answers were changed',
    of: 'account',
    until: 'as long as the account',
    exported: never('follows from the rules'),
    ...OWN,
  },
  bulk_send_item: {
    holds: 'to whom messages to many buyers were sent, and what became of each',
    of: 'buyer',
    until: '180 days after the end of the task; of order care as long as an order of the task has changed in 30 days',
    exported: rows(),
    ...many(1_000),
  },
  bulk_send_task: {
    holds: 'messages to many buyers, and how many got them',
    of: 'account',
    until: '180 days after its end, or until a member deletes it; of order care as its orders',
    exported: rows(),
    ...OWN,
  },
  order_care_content: {
    holds: 'what buyers get at each stage of an order',
    of: 'account',
    until: CHANGED,
    exported: rows(),
    ...OWN,
  },
  order_care_setting: {
    holds: 'which messages about orders go out by themselves, and when',
    of: 'account',
    until: CHANGED,
    exported: rows(),
    ...OWN,
  },
  send_message_config: {
    holds: 'how many automatic messages a buyer gets at most, and when',
    of: 'account',
    until: CHANGED,
    exported: rows(),
    ...OWN,
  },
  send_message_log: {
    holds: 'when programs have sent automatic messages to buyers',
    of: 'buyer',
    until: '90 days',
    exported: rows(),
    ...OWN,
  },
  automatic_picture: {
    holds: 'pictures of automatic messages',
    of: 'account',
    until: 'as long as what it belongs to; a day where it belongs to nothing',
    exported: rows({ files: { column: 'bytes', name: 'picture_id', order: null, ending: 'of its type' } }),
    ...OWN,
  },
  automatic_stop: {
    holds: 'where nothing is sent without a person at present, and who said so',
    of: 'account',
    until: 'until a member ends the stop',
    exported: rows(),
    ...OWN,
  },
};
