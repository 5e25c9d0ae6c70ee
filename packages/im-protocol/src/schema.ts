/**
 * Every message and enumeration of the schema: types, and the descriptors that `create` takes. All other code imports
 * the schema from here.
 */
import { file_im_proto_enums } from './gen/im_proto/enums_pb.ts';

export * from './gen/im_proto/beyond_pb.ts';
export * from './gen/im_proto/blocklist_pb.ts';
export * from './gen/im_proto/broadcast_pb.ts';
export * from './gen/im_proto/conversation_commands_pb.ts';
export * from './gen/im_proto/conversation_pb.ts';
export * from './gen/im_proto/enums_pb.ts';
export * from './gen/im_proto/envelope_pb.ts';
export * from './gen/im_proto/mark_pb.ts';
export * from './gen/im_proto/media_pb.ts';
export * from './gen/im_proto/message_commands_pb.ts';
export * from './gen/im_proto/message_pb.ts';
export * from './gen/im_proto/participant_pb.ts';
export * from './gen/im_proto/presence_pb.ts';
export * from './gen/im_proto/push_pb.ts';
export * from './gen/im_proto/stranger_pb.ts';
export * from './gen/im_proto/trace_pb.ts';
export * from './gen/im_proto/unread_pb.ts';
export * from './gen/im_proto/voip_pb.ts';

// The vendor's readers keep an unlisted enumeration value in its field. The library's proto2 would move it to the
// unknown fields and show the first listed value instead, so that an unlisted status would read as OK. This is the flag
// that editions call enum_type = OPEN, which proto2 text cannot set.
for (const listed of file_im_proto_enums.enums) Object.assign(listed, { open: true });
