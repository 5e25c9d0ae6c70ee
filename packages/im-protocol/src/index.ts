export { create, fromJson, isFieldSet, type JsonValue, toJson } from '@bufbuild/protobuf';
export * from './access-key.ts';
export * from './client-requests.ts';
export * from './client-session.ts';
export * from './codec.ts';
export * from './commands.ts';
export * from './errors.ts';
export { GetConversationParticipantsReadIndexV3ResponseBodySchema } from './gen/im_proto/conversation_commands_pb.ts';
export {
  type ConversationInfoV2,
  ConversationInfoV2Schema,
  type ParticipantReadIndex,
} from './gen/im_proto/conversation_pb.ts';
export { MessageDirection } from './gen/im_proto/enums_pb.ts';
export {
  type Frame,
  FrameSchema,
  type Request,
  RequestSchema,
  type Response,
  ResponseSchema,
} from './gen/im_proto/envelope_pb.ts';
export {
  MessagesInConversationResponseBodySchema,
  MessagesPerUserInitV2ResponseBodySchema,
  type SendMessageResponseBody,
  SendMessageResponseBodySchema,
} from './gen/im_proto/message_commands_pb.ts';
export { type MessageBody, MessageBodySchema } from './gen/im_proto/message_pb.ts';
export { type NewMessageNotify, NewMessageNotifySchema, type NewP2PMessageNotify } from './gen/im_proto/push_pb.ts';
export * from './heartbeat.ts';
export * from './lz4.ts';
export * from './payload.ts';
export * from './ports.ts';
export * from './server-frames.ts';
export * from './status.ts';
