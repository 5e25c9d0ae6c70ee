import { create, type MessageShape } from '@bufbuild/protobuf';
import { COMMANDS, type Command, type CommandName, type ReplyOf, type RequestOf } from '../commands.ts';

export type RequestSchemaOf<Name extends CommandName> = (typeof COMMANDS)[Name]['request']['schema'];
/** The request body of a command with every field readable. */
export type RequestShapeOf<Name extends CommandName> = MessageShape<RequestSchemaOf<Name>>;

type Table = { readonly [Name in CommandName]: Command<RequestSchemaOf<Name>, ReplyOf<Name>> };
/** The same rows, typed so that a row can be looked up by a type parameter. */
export const COMMANDS_BY_NAME: Table = COMMANDS;

export const requestShape = <Name extends CommandName>(name: Name, body: RequestOf<Name>): RequestShapeOf<Name> =>
  create(COMMANDS_BY_NAME[name].request.schema, body);
