import { createTiktokConnector } from '@pasar/connector-tiktok';
import { LIMITS } from '@pasar/domain';
import { encodePushFrame, type NewMessageNotifyInit } from '@pasar/im-protocol';
import { describeConnectorContract } from '../src/connector-contract.ts';
import { TIKTOK_IDS } from './tiktok-harness.ts';

const HEAD = { seqid: 1n, nowMs: 1_700_000_000_000, service: 10_002, method: 1, headers: {} };
const push = (message: NewMessageNotifyInit['message']): Uint8Array =>
  encodePushFrame(HEAD, { hasNewMessageNotify: { message } }, 'log', '');

const IDS = { conversationId: '7000000000000000123', conversationShortId: 7000000000000000123n };
const UNREADABLE: readonly Uint8Array[] = [
  // A frame without `method`.
  Uint8Array.from(Buffer.from('08011090b0a5e8d53018924e3a027062', 'hex')),
  // Not protobuf.
  new TextEncoder().encode('<html>502 Bad Gateway</html>'),
  // A payload that is declared as LZ4 and is one invalid byte.
  Uint8Array.from(Buffer.from('0801100118924e200132055f5f6c7a344201ff', 'hex')),
  push({ ...IDS, messageType: 1000, content: 'no place in the conversation', serverMessageId: 1n, sender: 2n }),
  push({ ...IDS, messageType: 1000, content: 'no id', indexInConversation: 1_700_000_000_000_000n, sender: 2n }),
  push({ ...IDS, messageType: 50_001, content: 'not JSON', sender: 2n }),
  push({ ...IDS, messageType: 50_001, content: '{"command_type":1}', sender: 2n }),
];

describeConnectorContract({
  marketplace: 'tiktok',
  createConnector: ({ origins, keys }) =>
    createTiktokConnector({
      sellerOrigin: () => origins.tiktok,
      globalOrigin: origins.tiktok,
      ...TIKTOK_IDS,
      ...keys,
    }),
  canListOffline: true,
  isMediaOpen: true,
  sendTimeoutMs: LIMITS.socketReplyTimeoutMs,
  unreadableFrames: UNREADABLE.map((bytes) => ({ type: 'binary', bytes })),
});
