import type { SecretPlace } from '../../storage/secrets.ts';

/**
 * What is kept outside the tables of the product: its folder, the queue of tasks, and the sealed secrets. Logs go to
 * the standard output, where the operator's journal keeps them.
 */

/** What may lie in the folder of PASAR_DATA. Nothing there is of one account alone but the rows of the database. */
export const KEPT_FILES: Readonly<Record<string, string>> = {
  'master-key': 'the keys to all secrets; belongs to the server',
  'master-key.partial': 'the same while it is written anew',
  'database-password': 'of the embedded database; belongs to the server',
  postgres: "the embedded database: PostgreSQL's own files, with the tables of the list",
};

/** Tables of the library that runs tasks, and of the migrations. */
export const KEPT_LIBRARY_TABLES: Readonly<Record<string, string>> = {
  'graphile_worker._private_jobs': 'tasks that wait or failed; those of an account go with it',
  'graphile_worker._private_job_queues': 'unused',
  'graphile_worker._private_known_crontabs': 'when work by the clock was last due',
  'graphile_worker._private_tasks': 'the names of the kinds of tasks',
  'graphile_worker.migrations': "the library's version",
  'migration.applied': 'the version of the tables',
};

/** The kinds of tasks, and what a waiting one holds of an account. */
export const KEPT_TASKS: Readonly<Record<string, string>> = {
  housekeeping: 'nothing',
  'account-housekeeping': 'the id of the account',
  'search-backlog': 'nothing',
  'account-search-backlog': 'the id of the account',
  'team-figures': 'nothing',
  'account-team-figures': 'the id of the account',
  'auto-reply': 'the ids of the account and of the answer',
  'bulk-send': 'the ids of the account and of the task',
  'bulk-send-shop': 'the ids of the account, of the task and of the shop',
  'order-care': 'the id of the account',
  'bulk-action': 'the ids of the account and of the action',
  'buyer-tag-sweep': 'the ids of the account and of the look',
  'forget-messages': 'the id of the account',
  'delete-account': 'the id of the account',
};

/** The kinds of sealed secrets. A kind without a row does not compile. */
export const KEPT_SECRETS: Readonly<Record<SecretPlace['field'], string>> = {
  password: 'the password of a login at a marketplace, or of a proxy',
  session: "a login's cookies and tokens",
  answer: 'a code that a person entered during a login',
  proxy_test: 'a proxy with its password while it is tested',
  webhook: 'the secret that signs what a webhook is told',
  second_factor: "the secret of a member's authenticator app",
};
