import { AccountRounds, type RoundsParts } from '../account-rounds.ts';
import { tagSome } from './tag-some.ts';

/** Gives buyers the tags that the rules of their accounts say. An account without a rule that is on is not looked at. */
export const makeTagger = (parts: RoundsParts & { readonly now: () => number }): AccountRounds =>
  new AccountRounds(parts, {
    part: 'tagger',
    failure: 'buyers_not_tagged',
    accounts: {
      name: 'accounts-to-tag',
      text: `select w.account_id from buyer_tag_watch w join account_counter c using (account_id)
        where w.seq < c.seq or exists (select from buyer_tag_due d where d.account_id = w.account_id)`,
      values: [],
    },
    step: (transaction, accountId) => tagSome(transaction, accountId, parts.now()),
  });
