import {
  create,
  type DescField,
  type DescMessage,
  isMessage,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import { reflect } from '@bufbuild/protobuf/reflect';
import { ClientACKRequestBodySchema, ClientACKResponseBodySchema } from './gen/im_proto/client_commands_pb.ts';
import {
  GetConversationInfoListV2RequestBodySchema,
  GetConversationInfoListV2ResponseBodySchema,
  GetConversationParticipantsReadIndexV3RequestBodySchema,
  GetConversationParticipantsReadIndexV3ResponseBodySchema,
  MarkConversationReadRequestBodySchema,
} from './gen/im_proto/conversation_commands_pb.ts';
import {
  type RequestBody,
  RequestBodySchema,
  type ResponseBody,
  ResponseBodySchema,
} from './gen/im_proto/envelope_pb.ts';
import {
  MessagesInConversationRequestBodySchema,
  MessagesInConversationResponseBodySchema,
  MessagesPerUserInitV2RequestBodySchema,
  MessagesPerUserInitV2ResponseBodySchema,
  MessagesPerUserRequestBodySchema,
  MessagesPerUserResponseBodySchema,
  SendMessageRequestBodySchema,
  SendMessageResponseBodySchema,
} from './gen/im_proto/message_commands_pb.ts';

/** The schema of a command's request body, and what may be given for one. */
export type CommandSchema = DescMessage;
export type CommandBody<Req extends CommandSchema> = MessageInitShape<Req>;

/**
 * One row of the command catalogue (facts §2.1). `Reply` is the body of the reply, null for a command whose reply has
 * none. Another command is another row here and its messages in `proto/`.
 */
export interface Command<Req extends DescMessage = DescMessage, Reply = unknown> {
  readonly number: number;
  readonly request: RequestSlot<Req>;
  readonly response: ResponseSlot<Reply>;
  /** POST path of the HTTP twin, relative to the token call's apiUrl. */
  readonly path: string;
  /** The vendor's client signs these frames with headers; see `frameHeaders` of the client session. */
  readonly isSigned: boolean;
}
export interface RequestSlot<Req extends DescMessage> {
  /** Field number in RequestBody. */
  readonly number: number;
  readonly schema: Req;
  /** A RequestBody with this slot filled. */
  readonly fill: (body: MessageInitShape<Req>) => RequestBody;
}
export interface ResponseSlot<Reply> {
  /** Field number in ResponseBody, null for none. */
  readonly number: number | null;
  /** The reply's body; undefined when the reply lacks it. */
  readonly read: (body: ResponseBody | undefined) => Reply | undefined;
}

function slotField(container: DescMessage, number: number, schema: DescMessage): DescField & { fieldKind: 'message' } {
  const field = container.fields.find((candidate) => candidate.number === number);
  if (field?.fieldKind !== 'message' || field.message !== schema) {
    throw new Error(`${container.name} has no slot ${number} for ${schema.name}`);
  }
  return field;
}

function asks<Req extends DescMessage>(number: number, schema: Req): RequestSlot<Req> {
  const field = slotField(RequestBodySchema, number, schema);
  return {
    number,
    schema,
    fill: (body) => {
      const filled = create(RequestBodySchema);
      reflect(RequestBodySchema, filled).set(field, reflect(schema, create(schema, body)));
      return filled;
    },
  };
}

function answers<Res extends DescMessage>(number: number, schema: Res): ResponseSlot<MessageShape<Res>> {
  const field = slotField(ResponseBodySchema, number, schema);
  return {
    number,
    read: (body) => {
      if (body === undefined) return undefined;
      const slots = reflect(ResponseBodySchema, body);
      if (!slots.isSet(field)) return undefined;
      const { message } = slots.get(field);
      return isMessage(message, schema) ? message : undefined;
    },
  };
}

const answersNothing: ResponseSlot<null> = { number: null, read: () => null };

export const COMMANDS = {
  sendMessage: {
    number: 100,
    request: asks(100, SendMessageRequestBodySchema),
    response: answers(100, SendMessageResponseBodySchema),
    path: 'v1/message/send',
    isSigned: true,
  },
  messagesPerUser: {
    number: 200,
    request: asks(200, MessagesPerUserRequestBodySchema),
    response: answers(200, MessagesPerUserResponseBodySchema),
    path: 'v1/message/get_by_user',
    isSigned: false,
  },
  messagesPerUserInit: {
    number: 203,
    request: asks(203, MessagesPerUserInitV2RequestBodySchema),
    response: answers(203, MessagesPerUserInitV2ResponseBodySchema),
    path: 'v2/message/get_by_user_init',
    isSigned: false,
  },
  messagesInConversation: {
    number: 301,
    request: asks(301, MessagesInConversationRequestBodySchema),
    response: answers(301, MessagesInConversationResponseBodySchema),
    path: 'v1/message/get_by_conversation',
    isSigned: false,
  },
  conversationInfoList: {
    number: 610,
    request: asks(610, GetConversationInfoListV2RequestBodySchema),
    response: answers(610, GetConversationInfoListV2ResponseBodySchema),
    path: 'v2/conversation/get_info_list',
    isSigned: false,
  },
  readIndex: {
    number: 2000,
    request: asks(2000, GetConversationParticipantsReadIndexV3RequestBodySchema),
    response: answers(2000, GetConversationParticipantsReadIndexV3ResponseBodySchema),
    path: 'v3/conversation/get_read_index',
    isSigned: false,
  },
  markRead: {
    number: 2002,
    request: asks(604, MarkConversationReadRequestBodySchema),
    response: answersNothing,
    path: 'v3/conversation/mark_read',
    isSigned: false,
  },
  clientAck: {
    number: 2010,
    request: asks(2010, ClientACKRequestBodySchema),
    response: answers(2010, ClientACKResponseBodySchema),
    path: 'v1/client/ack',
    isSigned: false,
  },
} as const satisfies Readonly<Record<string, Command>>;

/** Commands that only a server sends, with sequence_id 0. Their slot has their own number. */
export const PUSHES = { newMessage: 500, newP2PMessage: 504 } as const;

export const commandByNumber = (number: number): Command | null =>
  Object.values(COMMANDS).find((command) => command.number === number) ?? null;
export const commandByPath = (path: string): Command | null =>
  Object.values(COMMANDS).find((command) => command.path === path) ?? null;
