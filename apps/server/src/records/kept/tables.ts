/**
 * What the product keeps, table by table. A test compares the list with the schema of the database: a table that the list
 * does not know, or a column of bytes that it does not name, fails the build. The export of an account and its end follow
 * the list.
 */
export interface KeptTable {
  /** For the reader of an export. */
  readonly holds: string;
  /** Whose data the rows are. */
  readonly of: 'account' | 'member' | 'buyer' | 'server';
  /** How long a row is kept while its account exists. Ours, where a number stands. */
  readonly until: string;
  /** The column that names the account; null where a row belongs to no account. */
  readonly account: 'account_id' | null;
  readonly exported: Exported;
  /**
   * When the account is deleted: rows that go in one transaction, in the order of this list, where an account may have
   * very many. Null: they go with the row to which the database's rules tie them, at last the account's own.
   */
  readonly batch: number | null;
}

export type Exported =
  /** Left out, and why. */
  | { readonly kind: 'never'; readonly why: string }
  | {
      readonly kind: 'rows';
      /** Columns that are left out, because somebody could get in with them, or guess. */
      readonly secrets: readonly string[];
      readonly files: KeptFile | null;
    };

/** A column of bytes that an export writes as files of its own. */
export interface KeptFile {
  readonly column: string;
  /** The column with the id that names the file. Rows with the same id make one file. */
  readonly name: string;
  /** The order of the rows that make one file. */
  readonly order: string | null;
  /** How the name ends; `of its type` where a column `type` tells the kind of picture. */
  readonly ending: 'mp4' | 'jpg' | 'bin' | 'of its type';
}

const rows = (more: { readonly secrets?: readonly string[]; readonly files?: KeptFile } = {}): Exported => ({
  kind: 'rows',
  secrets: more.secrets ?? [],
  files: more.files ?? null,
});
const never = (why: string): Exported => ({ kind: 'never', why });

const OWN = { account: 'account_id', batch: null } as const;
const many = (batch: number) => ({ account: 'account_id', batch }) as const;
const SERVER = { of: 'server', account: null, batch: null } as const;

const CHANGED = 'until somebody changes or deletes it';
const WITH_CONVERSATION = 'as long as its conversation';
const WITH_SHOP = 'until the shop is unbound';
const WITH_LOGIN = 'as long as a shop is bound to the login';
const SETTLED = 'until the answer has arrived or is put away';

/** In the order in which the rows of an account go. */
export const KEPT_TABLES: Readonly<Record<string, KeptTable>> = {
  message: {
    holds: 'messages of buyers and shops; their pictures and videos stay at the marketplace',
    of: 'buyer',
    until: 'as the account has chosen; for ever where it has not',
    exported: rows(),
    ...OWN,
  },
  delivery_image: {
    holds: 'pictures on their way to buyers',
    of: 'buyer',
    until: SETTLED,
    exported: rows({ files: { column: 'bytes', name: 'delivery_id', order: null, ending: 'of its type' } }),
    ...OWN,
  },
  outgoing_video_part: {
    holds: 'the parts of videos on their way to buyers',
    of: 'buyer',
    until: SETTLED,
    exported: rows({ files: { column: 'bytes', name: 'video_id', order: 'number', ending: 'mp4' } }),
    ...OWN,
  },
  outgoing_video: {
    holds: 'videos on their way to buyers',
    of: 'buyer',
    until: `${SETTLED}, or a day after its browser gave it up`,
    exported: rows({ files: { column: 'cover', name: 'video_id', order: null, ending: 'jpg' } }),
    ...many(5),
  },
  delivery: {
    holds: 'answers on their way, and those that failed',
    of: 'buyer',
    until: 'seven days after it arrived or was put away; a failed one until somebody puts it away',
    exported: rows(),
    ...many(500),
  },
  setting_outbox: {
    holds: 'settings of conversations on their way to marketplaces',
    of: 'buyer',
    until: 'until the marketplace has taken it or refused it',
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
  conversation: {
    holds: 'conversations with their buyers, counters and read marks',
    of: 'buyer',
    until: `${WITH_SHOP}, or the buyer is erased`,
    // The address may hold tickets of the marketplace's session.
    exported: rows({ secrets: ['address'] }),
    ...many(50),
  },
  known_buyer: {
    holds: 'what marketplaces told of buyers, and sums of their orders',
    of: 'buyer',
    until: `${WITH_SHOP}, or the buyer is erased`,
    exported: rows(),
    ...OWN,
  },
  consulted_product: {
    holds: 'products that buyers asked about',
    of: 'buyer',
    until: `${WITH_SHOP}, or the buyer is erased`,
    exported: rows(),
    ...OWN,
  },
  buyer_note: {
    holds: 'notes of members about buyers',
    of: 'buyer',
    until: `${CHANGED}, or the buyer is erased`,
    exported: rows(),
    ...OWN,
  },
  erased_buyer: {
    holds: 'hashes of the buyers who were erased',
    of: 'buyer',
    until: 'as long as the account, so that the buyer stays erased',
    exported: rows(),
    ...OWN,
  },
  offer_answer: { holds: "answers to buyers' offers", of: 'buyer', until: WITH_SHOP, exported: rows(), ...OWN },
  translation: {
    holds: 'translations of texts, by a hash of the text',
    of: 'buyer',
    until: '90 days, or until a buyer who wrote the text is erased',
    exported: rows(),
    ...many(1000),
  },
  quarantine: {
    holds: 'what a marketplace sent and could not be read',
    of: 'buyer',
    until: '30 days',
    exported: rows({ files: { column: 'bytes', name: 'quarantine_id', order: null, ending: 'bin' } }),
    ...many(200),
  },
  webhook_delivery: {
    holds: 'how events were told to webhooks',
    of: 'account',
    until: 'as long as the event',
    exported: rows(),
    ...many(1_000),
  },
  webhook_event: {
    holds: 'events that webhooks are told',
    of: 'buyer',
    until: 'seven days, or the buyer is erased',
    exported: rows(),
    ...many(500),
  },
  alert: {
    holds: 'alerts, with the names of the logins, proxies and shops that they are about',
    of: 'account',
    until: '30 days after it was over',
    exported: rows(),
    ...OWN,
  },
  alert_mail: {
    holds: 'mails of alerts that wait to be sent',
    of: 'account',
    until: 'until the mail is sent, or given up',
    exported: rows(),
    ...OWN,
  },
  alert_settings: {
    holds: 'what the main account wants to be told',
    of: 'account',
    until: CHANGED,
    exported: rows(),
    ...OWN,
  },
  shop_group_shop: { holds: 'the shops of a group', of: 'account', until: CHANGED, exported: rows(), ...OWN },
  shop_group: { holds: 'groups of shops', of: 'account', until: CHANGED, exported: rows(), ...OWN },
  login_life: { holds: 'how long logins have lived', of: 'account', until: WITH_LOGIN, exported: rows(), ...OWN },
  webhook: { holds: 'webhooks', of: 'account', until: CHANGED, exported: rows(), ...OWN },
  change: {
    holds: 'what the open windows are told',
    of: 'buyer',
    until: 'the newest ones, as many as a window may ask for',
    exported: never('repeats the other tables'),
    ...many(1000),
  },
  client_report: {
    holds: 'reports about the product, without texts of buyers',
    of: 'account',
    until: '30 days',
    exported: rows(),
    ...many(1000),
  },
  audit_entry: {
    holds: 'who did what, when and from where',
    of: 'member',
    until: 'as the account has chosen; thirteen months where it has not',
    exported: rows(),
    ...many(1000),
  },
  quick_reply_video_part: {
    holds: 'the parts of the videos of quick replies',
    of: 'account',
    until: 'as long as the quick reply',
    exported: rows({ files: { column: 'bytes', name: 'video_id', order: 'number', ending: 'mp4' } }),
    ...OWN,
  },
  quick_reply_video: {
    holds: 'videos of quick replies',
    of: 'account',
    until: 'as long as the quick reply',
    exported: rows({ files: { column: 'cover', name: 'video_id', order: null, ending: 'jpg' } }),
    ...OWN,
  },
  quick_reply_picture: {
    holds: 'pictures of quick replies',
    of: 'account',
    until: 'as long as the quick reply',
    exported: rows({ files: { column: 'bytes', name: 'picture_id', order: null, ending: 'of its type' } }),
    ...OWN,
  },
  quick_reply_use: {
    holds: 'how often a member has used a quick reply',
    of: 'member',
    until: 'as long as the quick reply',
    exported: rows(),
    ...OWN,
  },
  quick_reply_shop: { holds: 'shops of quick replies', of: 'account', until: CHANGED, exported: rows(), ...OWN },
  quick_reply: { holds: 'quick replies', of: 'account', until: CHANGED, exported: rows(), ...OWN },
  quick_reply_group: { holds: 'groups of quick replies', of: 'account', until: CHANGED, exported: rows(), ...OWN },
  quick_reply_config: {
    holds: 'where quick replies are offered',
    of: 'account',
    until: CHANGED,
    exported: rows(),
    ...OWN,
  },
  shop_shortcuts: { holds: 'shortcuts of shops', of: 'account', until: WITH_SHOP, exported: rows(), ...OWN },
  guard_words: { holds: 'words of which members are warned', of: 'account', until: CHANGED, exported: rows(), ...OWN },
  translation_switch: { holds: 'where texts are translated', of: 'account', until: CHANGED, exported: rows(), ...OWN },
  suggestions_off: { holds: 'shops without suggestions', of: 'account', until: WITH_SHOP, exported: rows(), ...OWN },
  suggestion_consent: {
    holds: 'members who agreed to ask the language model',
    of: 'member',
    until: 'as long as the member',
    exported: rows(),
    ...OWN,
  },
  favorite_products: {
    holds: 'favourite products of shops',
    of: 'account',
    until: WITH_SHOP,
    exported: rows(),
    ...OWN,
  },
  sign_in: {
    holds: 'logins at marketplaces, one by one',
    of: 'member',
    until: 'as long as the member',
    exported: rows(),
    ...OWN,
  },
  shop_import: { holds: 'imports of shops', of: 'member', until: 'as long as the member', exported: rows(), ...OWN },
  shop_preference: { holds: 'how members arrange shops', of: 'member', until: WITH_SHOP, exported: rows(), ...OWN },
  member_shop: {
    holds: 'which member answers for which shop',
    of: 'account',
    until: CHANGED,
    exported: rows(),
    ...OWN,
  },
  shop: { holds: 'shops', of: 'account', until: WITH_SHOP, exported: rows(), ...OWN },
  connection_lease: {
    holds: 'which process serves a login',
    of: 'server',
    until: WITH_LOGIN,
    exported: never('true only for the processes of this moment'),
    ...OWN,
  },
  connection: { holds: 'logins at marketplaces', of: 'account', until: WITH_LOGIN, exported: rows(), ...OWN },
  proxy_test: {
    holds: 'tests of proxies',
    of: 'member',
    until: 'ten minutes, or until it is saved',
    exported: rows(),
    ...OWN,
  },
  ip_subject: { holds: 'proxies', of: 'account', until: CHANGED, exported: rows(), ...OWN },
  domain_switch: { holds: 'which line of a country works', of: 'account', until: CHANGED, exported: rows(), ...OWN },
  entrance_code: {
    holds: 'hashes of codes that were sent to prove a mobile number or a mailbox',
    of: 'member',
    until: 'a day',
    exported: never('codes open something'),
    ...OWN,
  },
  registration: {
    holds: 'what a stranger entered who made the account',
    of: 'account',
    until: 'as long as the account',
    exported: rows(),
    ...OWN,
  },
  passkey: {
    holds: "members' passkeys",
    of: 'member',
    until: 'until it is removed',
    exported: rows({ secrets: ['credential_id', 'public_key', 'sign_count', 'answered_until'] }),
    ...OWN,
  },
  sign_on_link: {
    holds: 'who members are at the provider of the single sign-on',
    of: 'member',
    until: 'until it is removed',
    exported: rows({ secrets: ['subject'] }),
    ...OWN,
  },
  api_token: { holds: 'API tokens', of: 'member', until: 'until it is deleted', exported: rows(), ...OWN },
  second_factor: {
    holds: "members' authenticator apps",
    of: 'member',
    until: 'until it is removed',
    exported: rows({ secrets: ['recovery_hashes', 'used_step'] }),
    ...OWN,
  },
  secret: {
    holds: 'sealed passwords, cookies and keys',
    of: 'account',
    until: 'as long as what they belong to',
    exported: never('secrets never leave the server'),
    ...OWN,
  },
  session: {
    holds: 'devices on which members are logged in',
    of: 'member',
    until: 'until it ends or its member logs out',
    exported: rows({ secrets: ['token_hash'] }),
    ...OWN,
  },
  retention: {
    holds: 'how long messages and the trail are kept',
    of: 'account',
    until: CHANGED,
    exported: rows(),
    ...OWN,
  },
  account_export: {
    holds: 'the last export',
    of: 'account',
    until: 'until the next one',
    exported: rows({ secrets: ['ticket_hash'] }),
    ...OWN,
  },
  account_counter: {
    holds: 'the number of the newest change',
    of: 'server',
    until: 'as long as the account',
    exported: never('counts what the windows are told'),
    ...OWN,
  },
  member: {
    holds: 'members',
    of: 'member',
    until: 'until the member is deleted',
    exported: rows({ secrets: ['password_hash', 'is_token'] }),
    ...OWN,
  },
  account: { holds: 'the account', of: 'account', until: 'until it is deleted', exported: rows(), ...OWN },

  owner_link: {
    holds: "hashes of a fresh server's links",
    until: 'until the first account is made',
    exported: never('belongs to no account'),
    ...SERVER,
  },
  peer: { holds: 'processes', until: 'while they live', exported: never('belongs to no account'), ...SERVER },
  retired_key: { holds: 'ids of retired keys', until: 'for ever', exported: never('belongs to no account'), ...SERVER },
  task_worker: { holds: 'processes', until: 'while they live', exported: never('belongs to no account'), ...SERVER },
};
