import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf';
import type { Command } from '../commands.ts';
import { STATUS } from '../status.ts';
import { buildHttpCall, type CallOutcome, type ClientProfile, readHttpReply } from './client-requests.ts';
import type { PostPort } from './ports.ts';
import type { SequenceIds } from './sequence.ts';
import { statusKind } from './statuses.ts';

export interface HttpTwin {
  /** Makes one attempt. Throws only for a body that lacks a required field. */
  call<Req extends DescMessage, Reply>(
    command: Command<Req, Reply>,
    body: MessageInitShape<Req>,
  ): Promise<CallOutcome<Reply>>;
}

/** Sends the same Request and Response over POST (facts §4.6), with the outcomes of a call on the socket. */
export function createHttpTwin(
  post: PostPort,
  profile: ClientProfile,
  sequence: SequenceIds,
  timeoutMs: number,
): HttpTwin {
  return {
    call: async (command, body) => {
      const call = buildHttpCall(profile, command, sequence.next(), body);
      const result = await post.post({ ...call, timeoutMs });
      switch (result.kind) {
        case 'notSent':
          return { kind: 'notSent' };
        case 'lost':
          return { kind: 'timedOut' };
        case 'answered':
          if (result.status === 200) return readHttpReply(command, result.bytes);
          // The gateway's own status; the command did not reach the service.
          if (result.status === STATUS.RESOURCE_EXHAUSTED) {
            const status = statusKind(STATUS.RESOURCE_EXHAUSTED);
            return { kind: 'refused', statusCode: STATUS.RESOURCE_EXHAUSTED, status, detail: 'HTTP 429' };
          }
          return { kind: 'unreadable', detail: `HTTP ${result.status}` };
      }
    },
  };
}
