import { create } from '@bufbuild/protobuf';
import type { CommandName, ReplyOf, RequestOf } from '../../commands.ts';
import { RequestSchema } from '../../schema.ts';
import type { ImServer } from '../../server/index.ts';
import { readReply } from '../client-requests.ts';
import { COMMANDS_BY_NAME } from '../command-table.ts';

/** Gives a command to the server directly, from any user's other device; null when it was refused. */
export type Ask = <Name extends CommandName>(userId: bigint, name: Name, body: RequestOf<Name>) => ReplyOf<Name> | null;

/** The tokens of these devices. */
export const USER_TOKEN = /^user-([0-9]+)$/;

export function createAsk(server: ImServer): Ask {
  let sequenceId = 1n;
  return (userId, name, body) => {
    const command = COMMANDS_BY_NAME[name];
    sequenceId += 1n;
    const request = create(RequestSchema, {
      cmd: command.number,
      sequenceId,
      token: `user-${userId}`,
      body: command.request.fill(body),
    });
    const outcome = readReply(command, server.handle({ userId, deviceId: 'other' }, request));
    return outcome.kind === 'replied' ? outcome.body : null;
  };
}
