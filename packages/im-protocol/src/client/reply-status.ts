import type { CommandName, ReplyOf } from '../commands.ts';
import {
  OPERATION_STATUSES,
  PROPERTY_STATUSES,
  RESPONSE_STATUSES,
  SEND_STATUSES,
  type StatusTable,
  VOIP_STATUSES,
} from './statuses.ts';

/** The table that a status belongs to. */
export type StatusSource = 'response' | 'send' | 'property' | 'voip' | 'operation';
export const STATUS_TABLES: Readonly<Record<StatusSource, StatusTable>> = {
  response: RESPONSE_STATUSES,
  send: SEND_STATUSES,
  property: PROPERTY_STATUSES,
  voip: VOIP_STATUSES,
  operation: OPERATION_STATUSES,
};

/** The status in a reply's body, beside the envelope's status, and the message of the server's check. */
export interface ReplyStatus {
  readonly source: StatusSource;
  readonly code: number;
  readonly checkCode: bigint;
  readonly checkMessage: string;
}

interface Checked {
  readonly status: number;
  readonly checkCode: bigint;
  readonly checkMessage: string;
}
const checked =
  (source: StatusSource) =>
  ({ status, checkCode, checkMessage }: Checked): ReplyStatus => ({ source, code: status, checkCode, checkMessage });
const bare = (source: StatusSource, code: number): ReplyStatus => ({ source, code, checkCode: 0n, checkMessage: '' });

type Readers = { readonly [Name in CommandName]?: (reply: ReplyOf<Name>) => ReplyStatus };

/** The commands whose reply has a status of its own. */
const READERS: Readers = {
  sendMessage: checked('send'),
  broadcastSend: checked('send'),
  modifyMessageProperty: ({ status }) => bare('property', status),
  createVoip: ({ statusCode }) => bare('voip', statusCode),
  updateVoip: ({ statusCode }) => bare('voip', statusCode),
  callVoip: checked('voip'),
  createConversation: checked('operation'),
  addParticipants: checked('operation'),
  removeParticipants: checked('operation'),
  updateParticipant: checked('operation'),
  setCoreInfo: checked('operation'),
  upsertCoreExt: checked('operation'),
  setSetting: checked('operation'),
  upsertSettingExt: checked('operation'),
  markMessage: checked('response'),
  batchUnmark: checked('response'),
};

export const replyStatusReaders: ReadonlySet<string> = new Set(Object.keys(READERS));

/** Null for a command whose reply has no status beside the envelope's. */
export function replyStatus<Name extends CommandName>(name: Name, reply: ReplyOf<Name>): ReplyStatus | null {
  const reader = READERS[name];
  return reader === undefined ? null : reader(reply);
}
