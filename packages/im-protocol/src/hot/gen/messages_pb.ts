// Written by scripts/generate-hot.ts from the descriptors of the schema; do not edit. Run: npm run generate
import * as s from '../../schema.ts';
import { coldSlots, onlySlot, readColdSlot, writeColdSlot } from '../bodies.ts';
import { GIVE_UP, type HotReader, shapeOf } from '../reader.ts';
import { blank, type HotWriter, owns } from '../writer.ts';

const Frame_ExtendedEntryShape = shapeOf(s.Frame_ExtendedEntrySchema, function () {
  this.$typeName = 'im_proto.Frame.ExtendedEntry';
});
const Frame_ExtendedEntryNumbers: ReadonlySet<number> = new Set(s.Frame_ExtendedEntrySchema.fields.map(({ number }) => number));
function readFrame_ExtendedEntry(r: HotReader, end: number): s.Frame_ExtendedEntry {
  const m = new Frame_ExtendedEntryShape();
  let missing = 3;
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 10:
        missing &= ~1;
        m.key = r.text(end);
        break;
      case 18:
        missing &= ~2;
        m.value = r.text(end);
        break;
      default:
        r.unknown(tag, end, Frame_ExtendedEntryNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  if (missing !== 0) throw GIVE_UP;
  return m;
}

const ReferenceInfoShape = shapeOf(s.ReferenceInfoSchema, function () {
  this.$typeName = 'im_proto.ReferenceInfo';
});
const ReferenceInfoNumbers: ReadonlySet<number> = new Set(s.ReferenceInfoSchema.fields.map(({ number }) => number));
function readReferenceInfo(r: HotReader, end: number): s.ReferenceInfo {
  const m = new ReferenceInfoShape();
  let missing = 15;
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 8:
        missing &= ~1;
        m.referencedMessageId = r.int64();
        break;
      case 18:
        missing &= ~2;
        m.hint = r.text(end);
        break;
      case 24:
        missing &= ~4;
        m.refMessageType = r.int64();
        break;
      case 32:
        missing &= ~8;
        m.referencedMessageStatus = r.int32() as s.MessageStatus;
        break;
      case 40:
        m.rootMessageId = r.int64();
        break;
      case 48:
        m.rootMessageConvIndex = r.int64();
        break;
      case 56:
        m.sender = r.int64();
        break;
      default:
        r.unknown(tag, end, ReferenceInfoNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  if (missing !== 0) throw GIVE_UP;
  return m;
}

const PropertyItemShape = shapeOf(s.PropertyItemSchema, function () {
  this.$typeName = 'im_proto.PropertyItem';
});
const PropertyItemNumbers: ReadonlySet<number> = new Set(s.PropertyItemSchema.fields.map(({ number }) => number));
function readPropertyItem(r: HotReader, end: number): s.PropertyItem {
  const m = new PropertyItemShape();
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 8:
        m.uid = r.int64();
        break;
      case 18:
        m.secUid = r.text(end);
        break;
      case 24:
        m.createTime = r.int64();
        break;
      case 34:
        m.idempotentId = r.text(end);
        break;
      case 42:
        m.value = r.text(end);
        break;
      case 48:
        m.createTimeMicro = r.int64();
        break;
      default:
        r.unknown(tag, end, PropertyItemNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  return m;
}

const PropertyItemListShape = shapeOf(s.PropertyItemListSchema, function () {
  this.$typeName = 'im_proto.PropertyItemList';
  this.Items = [];
});
const PropertyItemListNumbers: ReadonlySet<number> = new Set(s.PropertyItemListSchema.fields.map(({ number }) => number));
function readPropertyItemList(r: HotReader, end: number): s.PropertyItemList {
  const m = new PropertyItemListShape();
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 10:
        m.Items.push(readPropertyItem(r, r.length(end)));
        break;
      default:
        r.unknown(tag, end, PropertyItemListNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  return m;
}

const MessageBodyShape = shapeOf(s.MessageBodySchema, function () {
  this.$typeName = 'im_proto.MessageBody';
  this.ext = {};
  this.propertyList = {};
  this.userProfile = {};
});
const MessageBodyNumbers: ReadonlySet<number> = new Set(s.MessageBodySchema.fields.map(({ number }) => number));
function readMessageBody(r: HotReader, end: number): s.MessageBody {
  const m = new MessageBodyShape();
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 10:
        m.conversationId = r.text(end);
        break;
      case 16:
        m.conversationType = r.int32();
        break;
      case 24:
        m.serverMessageId = r.int64();
        break;
      case 32:
        m.indexInConversation = r.int64();
        break;
      case 40:
        m.conversationShortId = r.int64();
        break;
      case 48:
        m.messageType = r.int32();
        break;
      case 56:
        m.sender = r.int64();
        break;
      case 66:
        m.content = r.text(end);
        break;
      case 74:
        r.textEntry(end, m.ext);
        break;
      case 80:
        m.createTime = r.int64();
        break;
      case 88:
        m.version = r.int64();
        break;
      case 96:
        m.status = r.int32();
        break;
      case 104:
        m.orderInConversation = r.int64();
        break;
      case 114:
        m.secSender = r.text(end);
        break;
      case 122:
        throw GIVE_UP;
      case 130:
        r.textEntry(end, m.userProfile);
        break;
      case 136:
        m.indexInConversationV2 = r.int64();
        break;
      case 146:
        if (m.referenceInfo !== undefined) throw GIVE_UP;
        m.referenceInfo = readReferenceInfo(r, r.length(end));
        break;
      case 152:
        m.indexInConversationV1 = r.int64();
        break;
      case 162:
        m.contentPb = r.raw(end);
        break;
      case 170:
        m.scene = r.text(end);
        break;
      case 176:
        m.convRankUpdateRule = r.int32();
        break;
      case 184:
        m.ttl = r.int64();
        break;
      case 200:
        m.preConversationIndex = r.int64();
        break;
      default:
        r.unknown(tag, end, MessageBodyNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  return m;
}

const NewMessageNotifyShape = shapeOf(s.NewMessageNotifySchema, function () {
  this.$typeName = 'im_proto.NewMessageNotify';
});
const NewMessageNotifyNumbers: ReadonlySet<number> = new Set(s.NewMessageNotifySchema.fields.map(({ number }) => number));
function readNewMessageNotify(r: HotReader, end: number): s.NewMessageNotify {
  const m = new NewMessageNotifyShape();
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 18:
        m.conversationId = r.text(end);
        break;
      case 24:
        m.conversationType = r.int32();
        break;
      case 32:
        m.notifyType = r.int32() as s.NewMessageNotifyType;
        break;
      case 42:
        if (m.message !== undefined) throw GIVE_UP;
        m.message = readMessageBody(r, r.length(end));
        break;
      case 48:
        m.previousCursor = r.int64();
        break;
      case 56:
        m.nextCursor = r.int64();
        break;
      case 64:
        m.indexInConversation = r.int64();
        break;
      case 72:
        m.indexInConversationV2 = r.int64();
        break;
      case 80:
        m.conversationVersion = r.int64();
        break;
      case 88:
        m.previousConversationVersion = r.int64();
        break;
      case 96:
        m.cmdMessageIndex = r.int64();
        break;
      case 104:
        m.badgeCount = r.int32();
        break;
      case 114:
        if (m.trace !== undefined) throw GIVE_UP;
        m.trace = r.cold(s.MsgTraceSchema, end) as s.MsgTrace;
        break;
      case 122:
        if (m.refMsgInfo !== undefined) throw GIVE_UP;
        m.refMsgInfo = readReferenceInfo(r, r.length(end));
        break;
      case 128:
        m.previousMsgIndexInConv = r.int64();
        break;
      case 136:
        m.readconvVersion = r.int64();
        break;
      case 144:
        m.preReadconvVersion = r.int64();
        break;
      case 154:
        if (m.muteBadgeCountInfo !== undefined) throw GIVE_UP;
        m.muteBadgeCountInfo = r.cold(s.MuteBadgeCountInfoSchema, end) as s.MuteBadgeCountInfo;
        break;
      case 162:
        m.pushPreview = r.text(end);
        break;
      default:
        r.unknown(tag, end, NewMessageNotifyNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  return m;
}

const MessagesInConversationResponseBodyShape = shapeOf(s.MessagesInConversationResponseBodySchema, function () {
  this.$typeName = 'im_proto.MessagesInConversationResponseBody';
  this.messages = [];
});
const MessagesInConversationResponseBodyNumbers: ReadonlySet<number> = new Set(s.MessagesInConversationResponseBodySchema.fields.map(({ number }) => number));
function readMessagesInConversationResponseBody(r: HotReader, end: number): s.MessagesInConversationResponseBody {
  const m = new MessagesInConversationResponseBodyShape();
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 10:
        m.messages.push(readMessageBody(r, r.length(end)));
        break;
      case 16:
        m.nextCursor = r.int64();
        break;
      case 24:
        m.hasMore = r.bool();
        break;
      default:
        r.unknown(tag, end, MessagesInConversationResponseBodyNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  return m;
}

const MessagesPerUserResponseBodyShape = shapeOf(s.MessagesPerUserResponseBodySchema, function () {
  this.$typeName = 'im_proto.MessagesPerUserResponseBody';
  this.messages = [];
  this.conversationBadgeCount = [];
});
const MessagesPerUserResponseBodyNumbers: ReadonlySet<number> = new Set(s.MessagesPerUserResponseBodySchema.fields.map(({ number }) => number));
function readMessagesPerUserResponseBody(r: HotReader, end: number): s.MessagesPerUserResponseBody {
  const m = new MessagesPerUserResponseBodyShape();
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 10:
        m.messages.push(readMessageBody(r, r.length(end)));
        break;
      case 16:
        m.nextCursor = r.int64();
        break;
      case 24:
        m.hasMore = r.bool();
        break;
      case 32:
        m.nextInterval = r.int64();
        break;
      case 40:
        m.nextConversationVersion = r.int64();
        break;
      case 50:
        m.conversationBadgeCount.push(r.cold(s.ConversationBadgeCountInfoSchema, end) as s.ConversationBadgeCountInfo);
        break;
      case 56:
        m.nextCmdIndex = r.int64();
        break;
      default:
        r.unknown(tag, end, MessagesPerUserResponseBodyNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  return m;
}

const SendMessageRequestBodyShape = shapeOf(s.SendMessageRequestBodySchema, function () {
  this.$typeName = 'im_proto.SendMessageRequestBody';
  this.ext = {};
  this.mentionedUsers = [];
  this.clientExt = {};
  this.VisibleUsers = [];
  this.InvisibleUsers = [];
});
const SendMessageRequestBodyNumbers: ReadonlySet<number> = new Set(s.SendMessageRequestBodySchema.fields.map(({ number }) => number));
function readSendMessageRequestBody(r: HotReader, end: number): s.SendMessageRequestBody {
  const m = new SendMessageRequestBodyShape();
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 10:
        m.conversationId = r.text(end);
        break;
      case 16:
        m.conversationType = r.int32();
        break;
      case 24:
        m.conversationShortId = r.int64();
        break;
      case 34:
        m.content = r.text(end);
        break;
      case 42:
        r.textEntry(end, m.ext);
        break;
      case 48:
        m.messageType = r.int32();
        break;
      case 58:
        m.ticket = r.text(end);
        break;
      case 66:
        m.clientMessageId = r.text(end);
        break;
      case 72:
        m.mentionedUsers.push(r.int64());
        break;
      case 74: {
        const stop = r.length(end);
        while (r.at < stop) m.mentionedUsers.push(r.int64());
        if (r.at !== stop) throw GIVE_UP;
        break;
      }
      case 80:
        m.ignoreBadgeCount = r.bool();
        break;
      case 90:
        if (m.refMsgInfo !== undefined) throw GIVE_UP;
        m.refMsgInfo = r.cold(s.ReferencedMessageInfoSchema, end) as s.ReferencedMessageInfo;
        break;
      case 98:
        r.textEntry(end, m.clientExt);
        break;
      case 114:
        m.scene = r.text(end);
        break;
      case 120:
        m.VisibleUsers.push(r.int64());
        break;
      case 122: {
        const stop = r.length(end);
        while (r.at < stop) m.VisibleUsers.push(r.int64());
        if (r.at !== stop) throw GIVE_UP;
        break;
      }
      case 128:
        m.InvisibleUsers.push(r.int64());
        break;
      case 130: {
        const stop = r.length(end);
        while (r.at < stop) m.InvisibleUsers.push(r.int64());
        if (r.at !== stop) throw GIVE_UP;
        break;
      }
      default:
        r.unknown(tag, end, SendMessageRequestBodyNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  return m;
}

const SendMessageResponseBodyShape = shapeOf(s.SendMessageResponseBodySchema, function () {
  this.$typeName = 'im_proto.SendMessageResponseBody';
});
const SendMessageResponseBodyNumbers: ReadonlySet<number> = new Set(s.SendMessageResponseBodySchema.fields.map(({ number }) => number));
function readSendMessageResponseBody(r: HotReader, end: number): s.SendMessageResponseBody {
  const m = new SendMessageResponseBodyShape();
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 8:
        m.serverMessageId = r.int64();
        break;
      case 18:
        m.extraInfo = r.text(end);
        break;
      case 24:
        m.status = r.int32();
        break;
      case 34:
        m.clientMessageId = r.text(end);
        break;
      case 40:
        m.checkCode = r.int64();
        break;
      case 50:
        m.checkMessage = r.text(end);
        break;
      case 58:
        m.filteredContent = r.text(end);
        break;
      case 64:
        m.isAsyncSend = r.bool();
        break;
      case 74:
        m.newTicket = r.text(end);
        break;
      case 82:
        if (m.conversation !== undefined) throw GIVE_UP;
        m.conversation = r.cold(s.ConversationInfoV2Schema, end) as s.ConversationInfoV2;
        break;
      case 96:
        m.inboxPageCategory = r.int32();
        break;
      case 104:
        m.filterReason = r.int32();
        break;
      default:
        r.unknown(tag, end, SendMessageResponseBodyNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  return m;
}

const RequestBodyShape = shapeOf(s.RequestBodySchema, function () {
  this.$typeName = 'im_proto.RequestBody';
});
const RequestBodyNumbers: ReadonlySet<number> = new Set(s.RequestBodySchema.fields.map(({ number }) => number));
const RequestBodyCold = coldSlots(s.RequestBodySchema, [200, 203, 211, 301, 302, 410, 411, 603, 604, 605, 609, 610, 611, 612, 614, 615, 650, 651, 652, 655, 701, 702, 705, 901, 902, 904, 921, 922, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 2000, 2001, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2011, 2012, 2013, 2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2030, 2031, 2032, 2033, 2034, 2036, 2037, 2054, 2055, 2056]);
function readRequestBody(r: HotReader, end: number): s.RequestBody {
  const m = new RequestBodyShape();
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 802:
        if (m.sendMessageBody !== undefined) throw GIVE_UP;
        m.sendMessageBody = readSendMessageRequestBody(r, r.length(end));
        break;
      default:
        if (!readColdSlot(r, tag, end, RequestBodyCold, m)) r.unknown(tag, end, RequestBodyNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  return m;
}

const RequestShape = shapeOf(s.RequestSchema, function () {
  this.$typeName = 'im_proto.Request';
  this.headers = {};
});
const RequestNumbers: ReadonlySet<number> = new Set(s.RequestSchema.fields.map(({ number }) => number));
function readRequest(r: HotReader, end: number): s.Request {
  const m = new RequestShape();
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 8:
        m.cmd = r.int32();
        break;
      case 16:
        m.sequenceId = r.int64();
        break;
      case 26:
        m.sdkVersion = r.text(end);
        break;
      case 34:
        m.token = r.text(end);
        break;
      case 40:
        m.refer = r.int32() as s.Refer;
        break;
      case 48:
        m.inboxType = r.int32();
        break;
      case 58:
        m.buildNumber = r.text(end);
        break;
      case 66:
        if (m.body !== undefined) throw GIVE_UP;
        m.body = readRequestBody(r, r.length(end));
        break;
      case 74:
        m.deviceId = r.text(end);
        break;
      case 82:
        m.channel = r.text(end);
        break;
      case 90:
        m.devicePlatform = r.text(end);
        break;
      case 98:
        m.deviceType = r.text(end);
        break;
      case 106:
        m.osVersion = r.text(end);
        break;
      case 114:
        m.versionCode = r.text(end);
        break;
      case 122:
        r.textEntry(end, m.headers);
        break;
      case 128:
        m.configId = r.int32();
        break;
      case 138:
        if (m.tokenInfo !== undefined) throw GIVE_UP;
        m.tokenInfo = r.cold(s.TokenInfoSchema, end) as s.TokenInfo;
        break;
      case 144:
        m.authType = r.int32() as s.AuthType;
        break;
      case 154:
        if (m.msgTrace !== undefined) throw GIVE_UP;
        m.msgTrace = r.cold(s.MsgTraceSchema, end) as s.MsgTrace;
        break;
      case 160:
        m.retryCount = r.int32();
        break;
      default:
        r.unknown(tag, end, RequestNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  return m;
}

const ResponseBodyShape = shapeOf(s.ResponseBodySchema, function () {
  this.$typeName = 'im_proto.ResponseBody';
});
const ResponseBodyNumbers: ReadonlySet<number> = new Set(s.ResponseBodySchema.fields.map(({ number }) => number));
const ResponseBodyCold = coldSlots(s.ResponseBodySchema, [203, 211, 302, 410, 411, 503, 504, 605, 609, 610, 611, 612, 615, 650, 651, 655, 705, 901, 902, 904, 921, 922, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 2000, 2001, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2011, 2012, 2013, 2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2030, 2031, 2032, 2033, 2034, 2036, 2037, 2054, 2055, 2056]);
function readResponseBody(r: HotReader, end: number): s.ResponseBody {
  const m = new ResponseBodyShape();
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 802:
        if (m.sendMessageBody !== undefined) throw GIVE_UP;
        m.sendMessageBody = readSendMessageResponseBody(r, r.length(end));
        break;
      case 1602:
        if (m.messagesPerUserBody !== undefined) throw GIVE_UP;
        m.messagesPerUserBody = readMessagesPerUserResponseBody(r, r.length(end));
        break;
      case 2410:
        if (m.messagesInConversationBody !== undefined) throw GIVE_UP;
        m.messagesInConversationBody = readMessagesInConversationResponseBody(r, r.length(end));
        break;
      case 4002:
        if (m.hasNewMessageNotify !== undefined) throw GIVE_UP;
        m.hasNewMessageNotify = readNewMessageNotify(r, r.length(end));
        break;
      case 4042:
        if (m.hasNewBroadcastMessageNotify !== undefined) throw GIVE_UP;
        m.hasNewBroadcastMessageNotify = readNewMessageNotify(r, r.length(end));
        break;
      default:
        if (!readColdSlot(r, tag, end, ResponseBodyCold, m)) r.unknown(tag, end, ResponseBodyNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  return m;
}

const ResponseShape = shapeOf(s.ResponseSchema, function () {
  this.$typeName = 'im_proto.Response';
  this.headers = {};
});
const ResponseNumbers: ReadonlySet<number> = new Set(s.ResponseSchema.fields.map(({ number }) => number));
function readResponse(r: HotReader, end: number): s.Response {
  const m = new ResponseShape();
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 8:
        m.cmd = r.int32();
        break;
      case 16:
        m.sequenceId = r.int64();
        break;
      case 24:
        m.statusCode = r.int32();
        break;
      case 34:
        m.errorDesc = r.text(end);
        break;
      case 40:
        m.inboxType = r.int32();
        break;
      case 50:
        if (m.body !== undefined) throw GIVE_UP;
        m.body = readResponseBody(r, r.length(end));
        break;
      case 58:
        m.logId = r.text(end);
        break;
      case 66:
        r.textEntry(end, m.headers);
        break;
      case 72:
        m.startTimeStamp = r.int64();
        break;
      case 80:
        m.requestArrivedTime = r.int64();
        break;
      case 88:
        m.serverExecutionEndTime = r.int64();
        break;
      case 96:
        m.retryCount = r.int32();
        break;
      case 104:
        m.serverStartTime = r.int64();
        break;
      default:
        r.unknown(tag, end, ResponseNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  return m;
}

const FrameShape = shapeOf(s.FrameSchema, function () {
  this.$typeName = 'im_proto.Frame';
  this.headers = [];
});
const FrameNumbers: ReadonlySet<number> = new Set(s.FrameSchema.fields.map(({ number }) => number));
function readFrame(r: HotReader, end: number): s.Frame {
  const m = new FrameShape();
  let missing = 15;
  while (r.at < end) {
    const tag = r.tag();
    switch (tag) {
      case 8:
        missing &= ~1;
        m.seqid = r.uint64();
        break;
      case 16:
        missing &= ~2;
        m.logid = r.uint64();
        break;
      case 24:
        missing &= ~4;
        m.service = r.int32();
        break;
      case 32:
        missing &= ~8;
        m.method = r.int32();
        break;
      case 42:
        m.headers.push(readFrame_ExtendedEntry(r, r.length(end)));
        break;
      case 50:
        m.payloadEncoding = r.text(end);
        break;
      case 58:
        m.payloadType = r.text(end);
        break;
      case 66:
        m.payload = r.raw(end);
        break;
      case 74:
        m.logIdNew = r.text(end);
        break;
      case 82:
        m.serverTiming = r.text(end);
        break;
      case 90:
        m.msgId = r.text(end);
        break;
      case 96:
        m.frameType = r.int32();
        break;
      default:
        r.unknown(tag, end, FrameNumbers, m);
    }
  }
  if (r.at !== end) throw GIVE_UP;
  if (missing !== 0) throw GIVE_UP;
  return m;
}

const Frame_ExtendedEntryBlank = blank(s.Frame_ExtendedEntrySchema);
function writeFrame_ExtendedEntry(w: HotWriter, m: s.Frame_ExtendedEntry): void {
  if (m.$typeName !== 'im_proto.Frame.ExtendedEntry') throw GIVE_UP;
  w.room(0);
  if (m.key === undefined || (m.key === Frame_ExtendedEntryBlank.key && !owns(m, 'key'))) throw GIVE_UP;
  w.bytes[w.at++] = 10; w.text(m.key);
  if (m.value === undefined || (m.value === Frame_ExtendedEntryBlank.value && !owns(m, 'value'))) throw GIVE_UP;
  w.bytes[w.at++] = 18; w.text(m.value);
  w.unknown(m, Frame_ExtendedEntryNumbers);
}

const ReferenceInfoBlank = blank(s.ReferenceInfoSchema);
function writeReferenceInfo(w: HotWriter, m: s.ReferenceInfo): void {
  if (m.$typeName !== 'im_proto.ReferenceInfo') throw GIVE_UP;
  w.room(0);
  if (m.referencedMessageId === undefined || (m.referencedMessageId === ReferenceInfoBlank.referencedMessageId && !owns(m, 'referencedMessageId'))) throw GIVE_UP;
  w.bytes[w.at++] = 8; w.int64(m.referencedMessageId);
  if (m.hint === undefined || (m.hint === ReferenceInfoBlank.hint && !owns(m, 'hint'))) throw GIVE_UP;
  w.bytes[w.at++] = 18; w.text(m.hint);
  if (m.refMessageType === undefined || (m.refMessageType === ReferenceInfoBlank.refMessageType && !owns(m, 'refMessageType'))) throw GIVE_UP;
  w.bytes[w.at++] = 24; w.int64(m.refMessageType);
  if (m.referencedMessageStatus === undefined || (m.referencedMessageStatus === ReferenceInfoBlank.referencedMessageStatus && !owns(m, 'referencedMessageStatus'))) throw GIVE_UP;
  w.bytes[w.at++] = 32; w.int32(m.referencedMessageStatus);
  if (m.rootMessageId !== undefined && (m.rootMessageId !== ReferenceInfoBlank.rootMessageId || owns(m, 'rootMessageId'))) { w.bytes[w.at++] = 40; w.int64(m.rootMessageId); }
  if (m.rootMessageConvIndex !== undefined && (m.rootMessageConvIndex !== ReferenceInfoBlank.rootMessageConvIndex || owns(m, 'rootMessageConvIndex'))) { w.bytes[w.at++] = 48; w.int64(m.rootMessageConvIndex); }
  if (m.sender !== undefined && (m.sender !== ReferenceInfoBlank.sender || owns(m, 'sender'))) { w.bytes[w.at++] = 56; w.int64(m.sender); }
  w.unknown(m, ReferenceInfoNumbers);
}

const PropertyItemBlank = blank(s.PropertyItemSchema);
function writePropertyItem(w: HotWriter, m: s.PropertyItem): void {
  if (m.$typeName !== 'im_proto.PropertyItem') throw GIVE_UP;
  w.room(0);
  if (m.uid !== undefined && (m.uid !== PropertyItemBlank.uid || owns(m, 'uid'))) { w.bytes[w.at++] = 8; w.int64(m.uid); }
  if (m.secUid !== undefined && (m.secUid !== PropertyItemBlank.secUid || owns(m, 'secUid'))) { w.bytes[w.at++] = 18; w.text(m.secUid); }
  if (m.createTime !== undefined && (m.createTime !== PropertyItemBlank.createTime || owns(m, 'createTime'))) { w.bytes[w.at++] = 24; w.int64(m.createTime); }
  if (m.idempotentId !== undefined && (m.idempotentId !== PropertyItemBlank.idempotentId || owns(m, 'idempotentId'))) { w.bytes[w.at++] = 34; w.text(m.idempotentId); }
  if (m.value !== undefined && (m.value !== PropertyItemBlank.value || owns(m, 'value'))) { w.bytes[w.at++] = 42; w.text(m.value); }
  if (m.createTimeMicro !== undefined && (m.createTimeMicro !== PropertyItemBlank.createTimeMicro || owns(m, 'createTimeMicro'))) { w.bytes[w.at++] = 48; w.int64(m.createTimeMicro); }
  w.unknown(m, PropertyItemNumbers);
}

let PropertyItemList_Items_width = 2;
function writePropertyItemList(w: HotWriter, m: s.PropertyItemList): void {
  if (m.$typeName !== 'im_proto.PropertyItemList') throw GIVE_UP;
  w.room(0);
  for (const v of m.Items) {
    w.room(16);
    w.bytes[w.at++] = 10;
    const at = w.fork(PropertyItemList_Items_width);
    writePropertyItem(w, v);
    PropertyItemList_Items_width = w.join(at, PropertyItemList_Items_width);
  }
  w.unknown(m, PropertyItemListNumbers);
}

let MessageBody_referenceInfo_width = 2;
const MessageBodyBlank = blank(s.MessageBodySchema);
function writeMessageBody(w: HotWriter, m: s.MessageBody): void {
  if (m.$typeName !== 'im_proto.MessageBody') throw GIVE_UP;
  w.room(0);
  if (m.conversationId !== undefined && (m.conversationId !== MessageBodyBlank.conversationId || owns(m, 'conversationId'))) { w.bytes[w.at++] = 10; w.text(m.conversationId); }
  if (m.conversationType !== undefined && (m.conversationType !== MessageBodyBlank.conversationType || owns(m, 'conversationType'))) { w.bytes[w.at++] = 16; w.int32(m.conversationType); }
  if (m.serverMessageId !== undefined && (m.serverMessageId !== MessageBodyBlank.serverMessageId || owns(m, 'serverMessageId'))) { w.bytes[w.at++] = 24; w.int64(m.serverMessageId); }
  if (m.indexInConversation !== undefined && (m.indexInConversation !== MessageBodyBlank.indexInConversation || owns(m, 'indexInConversation'))) { w.bytes[w.at++] = 32; w.int64(m.indexInConversation); }
  if (m.conversationShortId !== undefined && (m.conversationShortId !== MessageBodyBlank.conversationShortId || owns(m, 'conversationShortId'))) { w.bytes[w.at++] = 40; w.int64(m.conversationShortId); }
  if (m.messageType !== undefined && (m.messageType !== MessageBodyBlank.messageType || owns(m, 'messageType'))) { w.bytes[w.at++] = 48; w.int32(m.messageType); }
  if (m.sender !== undefined && (m.sender !== MessageBodyBlank.sender || owns(m, 'sender'))) { w.bytes[w.at++] = 56; w.int64(m.sender); }
  if (m.content !== undefined && (m.content !== MessageBodyBlank.content || owns(m, 'content'))) { w.bytes[w.at++] = 66; w.text(m.content); }
  w.textEntries(74, m.ext);
  if (m.createTime !== undefined && (m.createTime !== MessageBodyBlank.createTime || owns(m, 'createTime'))) { w.bytes[w.at++] = 80; w.int64(m.createTime); }
  if (m.version !== undefined && (m.version !== MessageBodyBlank.version || owns(m, 'version'))) { w.bytes[w.at++] = 88; w.int64(m.version); }
  if (m.status !== undefined && (m.status !== MessageBodyBlank.status || owns(m, 'status'))) { w.bytes[w.at++] = 96; w.int32(m.status); }
  if (m.orderInConversation !== undefined && (m.orderInConversation !== MessageBodyBlank.orderInConversation || owns(m, 'orderInConversation'))) { w.bytes[w.at++] = 104; w.int64(m.orderInConversation); }
  if (m.secSender !== undefined && (m.secSender !== MessageBodyBlank.secSender || owns(m, 'secSender'))) { w.bytes[w.at++] = 114; w.text(m.secSender); }
  if (Object.keys(m.propertyList).length > 0) throw GIVE_UP;
  w.textEntries(130, m.userProfile);
  if (m.indexInConversationV2 !== undefined && (m.indexInConversationV2 !== MessageBodyBlank.indexInConversationV2 || owns(m, 'indexInConversationV2'))) { w.bytes[w.at++] = 136; w.bytes[w.at++] = 1; w.int64(m.indexInConversationV2); }
  if (m.referenceInfo !== undefined) {
    const v = m.referenceInfo;
    w.bytes[w.at++] = 146; w.bytes[w.at++] = 1;
    const at = w.fork(MessageBody_referenceInfo_width);
    writeReferenceInfo(w, v);
    MessageBody_referenceInfo_width = w.join(at, MessageBody_referenceInfo_width);
  }
  if (m.indexInConversationV1 !== undefined && (m.indexInConversationV1 !== MessageBodyBlank.indexInConversationV1 || owns(m, 'indexInConversationV1'))) { w.bytes[w.at++] = 152; w.bytes[w.at++] = 1; w.int64(m.indexInConversationV1); }
  if (m.contentPb !== undefined && (m.contentPb !== MessageBodyBlank.contentPb || owns(m, 'contentPb'))) { w.bytes[w.at++] = 162; w.bytes[w.at++] = 1; w.raw(m.contentPb); }
  if (m.scene !== undefined && (m.scene !== MessageBodyBlank.scene || owns(m, 'scene'))) { w.bytes[w.at++] = 170; w.bytes[w.at++] = 1; w.text(m.scene); }
  if (m.convRankUpdateRule !== undefined && (m.convRankUpdateRule !== MessageBodyBlank.convRankUpdateRule || owns(m, 'convRankUpdateRule'))) { w.bytes[w.at++] = 176; w.bytes[w.at++] = 1; w.int32(m.convRankUpdateRule); }
  if (m.ttl !== undefined && (m.ttl !== MessageBodyBlank.ttl || owns(m, 'ttl'))) { w.bytes[w.at++] = 184; w.bytes[w.at++] = 1; w.int64(m.ttl); }
  if (m.preConversationIndex !== undefined && (m.preConversationIndex !== MessageBodyBlank.preConversationIndex || owns(m, 'preConversationIndex'))) { w.bytes[w.at++] = 200; w.bytes[w.at++] = 1; w.int64(m.preConversationIndex); }
  w.unknown(m, MessageBodyNumbers);
}

let NewMessageNotify_message_width = 2;
let NewMessageNotify_refMsgInfo_width = 2;
const NewMessageNotifyBlank = blank(s.NewMessageNotifySchema);
function writeNewMessageNotify(w: HotWriter, m: s.NewMessageNotify): void {
  if (m.$typeName !== 'im_proto.NewMessageNotify') throw GIVE_UP;
  w.room(0);
  if (m.conversationId !== undefined && (m.conversationId !== NewMessageNotifyBlank.conversationId || owns(m, 'conversationId'))) { w.bytes[w.at++] = 18; w.text(m.conversationId); }
  if (m.conversationType !== undefined && (m.conversationType !== NewMessageNotifyBlank.conversationType || owns(m, 'conversationType'))) { w.bytes[w.at++] = 24; w.int32(m.conversationType); }
  if (m.notifyType !== undefined && (m.notifyType !== NewMessageNotifyBlank.notifyType || owns(m, 'notifyType'))) { w.bytes[w.at++] = 32; w.int32(m.notifyType); }
  if (m.message !== undefined) {
    const v = m.message;
    w.bytes[w.at++] = 42;
    const at = w.fork(NewMessageNotify_message_width);
    writeMessageBody(w, v);
    NewMessageNotify_message_width = w.join(at, NewMessageNotify_message_width);
  }
  if (m.previousCursor !== undefined && (m.previousCursor !== NewMessageNotifyBlank.previousCursor || owns(m, 'previousCursor'))) { w.bytes[w.at++] = 48; w.int64(m.previousCursor); }
  if (m.nextCursor !== undefined && (m.nextCursor !== NewMessageNotifyBlank.nextCursor || owns(m, 'nextCursor'))) { w.bytes[w.at++] = 56; w.int64(m.nextCursor); }
  if (m.indexInConversation !== undefined && (m.indexInConversation !== NewMessageNotifyBlank.indexInConversation || owns(m, 'indexInConversation'))) { w.bytes[w.at++] = 64; w.int64(m.indexInConversation); }
  if (m.indexInConversationV2 !== undefined && (m.indexInConversationV2 !== NewMessageNotifyBlank.indexInConversationV2 || owns(m, 'indexInConversationV2'))) { w.bytes[w.at++] = 72; w.int64(m.indexInConversationV2); }
  if (m.conversationVersion !== undefined && (m.conversationVersion !== NewMessageNotifyBlank.conversationVersion || owns(m, 'conversationVersion'))) { w.bytes[w.at++] = 80; w.int64(m.conversationVersion); }
  if (m.previousConversationVersion !== undefined && (m.previousConversationVersion !== NewMessageNotifyBlank.previousConversationVersion || owns(m, 'previousConversationVersion'))) { w.bytes[w.at++] = 88; w.int64(m.previousConversationVersion); }
  if (m.cmdMessageIndex !== undefined && (m.cmdMessageIndex !== NewMessageNotifyBlank.cmdMessageIndex || owns(m, 'cmdMessageIndex'))) { w.bytes[w.at++] = 96; w.int64(m.cmdMessageIndex); }
  if (m.badgeCount !== undefined && (m.badgeCount !== NewMessageNotifyBlank.badgeCount || owns(m, 'badgeCount'))) { w.bytes[w.at++] = 104; w.int32(m.badgeCount); }
  if (m.trace !== undefined) {
    const v = m.trace;
    w.bytes[w.at++] = 114;
    w.cold(s.MsgTraceSchema, v);
  }
  if (m.refMsgInfo !== undefined) {
    const v = m.refMsgInfo;
    w.bytes[w.at++] = 122;
    const at = w.fork(NewMessageNotify_refMsgInfo_width);
    writeReferenceInfo(w, v);
    NewMessageNotify_refMsgInfo_width = w.join(at, NewMessageNotify_refMsgInfo_width);
  }
  if (m.previousMsgIndexInConv !== undefined && (m.previousMsgIndexInConv !== NewMessageNotifyBlank.previousMsgIndexInConv || owns(m, 'previousMsgIndexInConv'))) { w.bytes[w.at++] = 128; w.bytes[w.at++] = 1; w.int64(m.previousMsgIndexInConv); }
  if (m.readconvVersion !== undefined && (m.readconvVersion !== NewMessageNotifyBlank.readconvVersion || owns(m, 'readconvVersion'))) { w.bytes[w.at++] = 136; w.bytes[w.at++] = 1; w.int64(m.readconvVersion); }
  if (m.preReadconvVersion !== undefined && (m.preReadconvVersion !== NewMessageNotifyBlank.preReadconvVersion || owns(m, 'preReadconvVersion'))) { w.bytes[w.at++] = 144; w.bytes[w.at++] = 1; w.int64(m.preReadconvVersion); }
  if (m.muteBadgeCountInfo !== undefined) {
    const v = m.muteBadgeCountInfo;
    w.bytes[w.at++] = 154; w.bytes[w.at++] = 1;
    w.cold(s.MuteBadgeCountInfoSchema, v);
  }
  if (m.pushPreview !== undefined && (m.pushPreview !== NewMessageNotifyBlank.pushPreview || owns(m, 'pushPreview'))) { w.bytes[w.at++] = 162; w.bytes[w.at++] = 1; w.text(m.pushPreview); }
  w.unknown(m, NewMessageNotifyNumbers);
}

let MessagesInConversationResponseBody_messages_width = 2;
const MessagesInConversationResponseBodyBlank = blank(s.MessagesInConversationResponseBodySchema);
function writeMessagesInConversationResponseBody(w: HotWriter, m: s.MessagesInConversationResponseBody): void {
  if (m.$typeName !== 'im_proto.MessagesInConversationResponseBody') throw GIVE_UP;
  w.room(0);
  for (const v of m.messages) {
    w.room(16);
    w.bytes[w.at++] = 10;
    const at = w.fork(MessagesInConversationResponseBody_messages_width);
    writeMessageBody(w, v);
    MessagesInConversationResponseBody_messages_width = w.join(at, MessagesInConversationResponseBody_messages_width);
  }
  if (m.nextCursor !== undefined && (m.nextCursor !== MessagesInConversationResponseBodyBlank.nextCursor || owns(m, 'nextCursor'))) { w.bytes[w.at++] = 16; w.int64(m.nextCursor); }
  if (m.hasMore !== undefined && (m.hasMore !== MessagesInConversationResponseBodyBlank.hasMore || owns(m, 'hasMore'))) { w.bytes[w.at++] = 24; w.bool(m.hasMore); }
  w.unknown(m, MessagesInConversationResponseBodyNumbers);
}

let MessagesPerUserResponseBody_messages_width = 2;
const MessagesPerUserResponseBodyBlank = blank(s.MessagesPerUserResponseBodySchema);
function writeMessagesPerUserResponseBody(w: HotWriter, m: s.MessagesPerUserResponseBody): void {
  if (m.$typeName !== 'im_proto.MessagesPerUserResponseBody') throw GIVE_UP;
  w.room(0);
  for (const v of m.messages) {
    w.room(16);
    w.bytes[w.at++] = 10;
    const at = w.fork(MessagesPerUserResponseBody_messages_width);
    writeMessageBody(w, v);
    MessagesPerUserResponseBody_messages_width = w.join(at, MessagesPerUserResponseBody_messages_width);
  }
  if (m.nextCursor !== undefined && (m.nextCursor !== MessagesPerUserResponseBodyBlank.nextCursor || owns(m, 'nextCursor'))) { w.bytes[w.at++] = 16; w.int64(m.nextCursor); }
  if (m.hasMore !== undefined && (m.hasMore !== MessagesPerUserResponseBodyBlank.hasMore || owns(m, 'hasMore'))) { w.bytes[w.at++] = 24; w.bool(m.hasMore); }
  if (m.nextInterval !== undefined && (m.nextInterval !== MessagesPerUserResponseBodyBlank.nextInterval || owns(m, 'nextInterval'))) { w.bytes[w.at++] = 32; w.int64(m.nextInterval); }
  if (m.nextConversationVersion !== undefined && (m.nextConversationVersion !== MessagesPerUserResponseBodyBlank.nextConversationVersion || owns(m, 'nextConversationVersion'))) { w.bytes[w.at++] = 40; w.int64(m.nextConversationVersion); }
  for (const v of m.conversationBadgeCount) {
    w.room(16);
    w.bytes[w.at++] = 50;
    w.cold(s.ConversationBadgeCountInfoSchema, v);
  }
  if (m.nextCmdIndex !== undefined && (m.nextCmdIndex !== MessagesPerUserResponseBodyBlank.nextCmdIndex || owns(m, 'nextCmdIndex'))) { w.bytes[w.at++] = 56; w.int64(m.nextCmdIndex); }
  w.unknown(m, MessagesPerUserResponseBodyNumbers);
}

const SendMessageRequestBodyBlank = blank(s.SendMessageRequestBodySchema);
function writeSendMessageRequestBody(w: HotWriter, m: s.SendMessageRequestBody): void {
  if (m.$typeName !== 'im_proto.SendMessageRequestBody') throw GIVE_UP;
  w.room(0);
  if (m.conversationId !== undefined && (m.conversationId !== SendMessageRequestBodyBlank.conversationId || owns(m, 'conversationId'))) { w.bytes[w.at++] = 10; w.text(m.conversationId); }
  if (m.conversationType !== undefined && (m.conversationType !== SendMessageRequestBodyBlank.conversationType || owns(m, 'conversationType'))) { w.bytes[w.at++] = 16; w.int32(m.conversationType); }
  if (m.conversationShortId !== undefined && (m.conversationShortId !== SendMessageRequestBodyBlank.conversationShortId || owns(m, 'conversationShortId'))) { w.bytes[w.at++] = 24; w.int64(m.conversationShortId); }
  if (m.content !== undefined && (m.content !== SendMessageRequestBodyBlank.content || owns(m, 'content'))) { w.bytes[w.at++] = 34; w.text(m.content); }
  w.textEntries(42, m.ext);
  if (m.messageType !== undefined && (m.messageType !== SendMessageRequestBodyBlank.messageType || owns(m, 'messageType'))) { w.bytes[w.at++] = 48; w.int32(m.messageType); }
  if (m.ticket !== undefined && (m.ticket !== SendMessageRequestBodyBlank.ticket || owns(m, 'ticket'))) { w.bytes[w.at++] = 58; w.text(m.ticket); }
  if (m.clientMessageId !== undefined && (m.clientMessageId !== SendMessageRequestBodyBlank.clientMessageId || owns(m, 'clientMessageId'))) { w.bytes[w.at++] = 66; w.text(m.clientMessageId); }
  for (const v of m.mentionedUsers) {
    w.room(16);
    w.bytes[w.at++] = 72;
    w.int64(v);
  }
  if (m.ignoreBadgeCount !== undefined && (m.ignoreBadgeCount !== SendMessageRequestBodyBlank.ignoreBadgeCount || owns(m, 'ignoreBadgeCount'))) { w.bytes[w.at++] = 80; w.bool(m.ignoreBadgeCount); }
  if (m.refMsgInfo !== undefined) {
    const v = m.refMsgInfo;
    w.bytes[w.at++] = 90;
    w.cold(s.ReferencedMessageInfoSchema, v);
  }
  w.textEntries(98, m.clientExt);
  if (m.scene !== undefined && (m.scene !== SendMessageRequestBodyBlank.scene || owns(m, 'scene'))) { w.bytes[w.at++] = 114; w.text(m.scene); }
  for (const v of m.VisibleUsers) {
    w.room(16);
    w.bytes[w.at++] = 120;
    w.int64(v);
  }
  for (const v of m.InvisibleUsers) {
    w.room(16);
    w.bytes[w.at++] = 128; w.bytes[w.at++] = 1;
    w.int64(v);
  }
  w.unknown(m, SendMessageRequestBodyNumbers);
}

const SendMessageResponseBodyBlank = blank(s.SendMessageResponseBodySchema);
function writeSendMessageResponseBody(w: HotWriter, m: s.SendMessageResponseBody): void {
  if (m.$typeName !== 'im_proto.SendMessageResponseBody') throw GIVE_UP;
  w.room(0);
  if (m.serverMessageId !== undefined && (m.serverMessageId !== SendMessageResponseBodyBlank.serverMessageId || owns(m, 'serverMessageId'))) { w.bytes[w.at++] = 8; w.int64(m.serverMessageId); }
  if (m.extraInfo !== undefined && (m.extraInfo !== SendMessageResponseBodyBlank.extraInfo || owns(m, 'extraInfo'))) { w.bytes[w.at++] = 18; w.text(m.extraInfo); }
  if (m.status !== undefined && (m.status !== SendMessageResponseBodyBlank.status || owns(m, 'status'))) { w.bytes[w.at++] = 24; w.int32(m.status); }
  if (m.clientMessageId !== undefined && (m.clientMessageId !== SendMessageResponseBodyBlank.clientMessageId || owns(m, 'clientMessageId'))) { w.bytes[w.at++] = 34; w.text(m.clientMessageId); }
  if (m.checkCode !== undefined && (m.checkCode !== SendMessageResponseBodyBlank.checkCode || owns(m, 'checkCode'))) { w.bytes[w.at++] = 40; w.int64(m.checkCode); }
  if (m.checkMessage !== undefined && (m.checkMessage !== SendMessageResponseBodyBlank.checkMessage || owns(m, 'checkMessage'))) { w.bytes[w.at++] = 50; w.text(m.checkMessage); }
  if (m.filteredContent !== undefined && (m.filteredContent !== SendMessageResponseBodyBlank.filteredContent || owns(m, 'filteredContent'))) { w.bytes[w.at++] = 58; w.text(m.filteredContent); }
  if (m.isAsyncSend !== undefined && (m.isAsyncSend !== SendMessageResponseBodyBlank.isAsyncSend || owns(m, 'isAsyncSend'))) { w.bytes[w.at++] = 64; w.bool(m.isAsyncSend); }
  if (m.newTicket !== undefined && (m.newTicket !== SendMessageResponseBodyBlank.newTicket || owns(m, 'newTicket'))) { w.bytes[w.at++] = 74; w.text(m.newTicket); }
  if (m.conversation !== undefined) {
    const v = m.conversation;
    w.bytes[w.at++] = 82;
    w.cold(s.ConversationInfoV2Schema, v);
  }
  if (m.inboxPageCategory !== undefined && (m.inboxPageCategory !== SendMessageResponseBodyBlank.inboxPageCategory || owns(m, 'inboxPageCategory'))) { w.bytes[w.at++] = 96; w.int32(m.inboxPageCategory); }
  if (m.filterReason !== undefined && (m.filterReason !== SendMessageResponseBodyBlank.filterReason || owns(m, 'filterReason'))) { w.bytes[w.at++] = 104; w.int32(m.filterReason); }
  w.unknown(m, SendMessageResponseBodyNumbers);
}

let RequestBody_sendMessageBody_width = 2;
const RequestBodySlots = coldSlots(s.RequestBodySchema, [200, 203, 211, 301, 302, 410, 411, 603, 604, 605, 609, 610, 611, 612, 614, 615, 650, 651, 652, 655, 701, 702, 705, 901, 902, 904, 921, 922, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 2000, 2001, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2011, 2012, 2013, 2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2030, 2031, 2032, 2033, 2034, 2036, 2037, 2054, 2055, 2056]);
function writeRequestBody(w: HotWriter, m: s.RequestBody): void {
  if (m.$typeName !== 'im_proto.RequestBody') throw GIVE_UP;
  w.room(16);
  switch (onlySlot(m)) {
    case null:
      break;
    case 'sendMessageBody': {
      const v = m.sendMessageBody;
      if (v === undefined) throw GIVE_UP;
      w.bytes[w.at++] = 162; w.bytes[w.at++] = 6;
      const at = w.fork(RequestBody_sendMessageBody_width);
      writeSendMessageRequestBody(w, v);
      RequestBody_sendMessageBody_width = w.join(at, RequestBody_sendMessageBody_width);
      break;
    }
    default:
      writeColdSlot(w, RequestBodySlots, m);
  }
  w.unknown(m, RequestBodyNumbers);
}

let Request_body_width = 2;
const RequestBlank = blank(s.RequestSchema);
function writeRequest(w: HotWriter, m: s.Request): void {
  if (m.$typeName !== 'im_proto.Request') throw GIVE_UP;
  w.room(0);
  if (m.cmd !== undefined && (m.cmd !== RequestBlank.cmd || owns(m, 'cmd'))) { w.bytes[w.at++] = 8; w.int32(m.cmd); }
  if (m.sequenceId !== undefined && (m.sequenceId !== RequestBlank.sequenceId || owns(m, 'sequenceId'))) { w.bytes[w.at++] = 16; w.int64(m.sequenceId); }
  if (m.sdkVersion !== undefined && (m.sdkVersion !== RequestBlank.sdkVersion || owns(m, 'sdkVersion'))) { w.bytes[w.at++] = 26; w.text(m.sdkVersion); }
  if (m.token !== undefined && (m.token !== RequestBlank.token || owns(m, 'token'))) { w.bytes[w.at++] = 34; w.text(m.token); }
  if (m.refer !== undefined && (m.refer !== RequestBlank.refer || owns(m, 'refer'))) { w.bytes[w.at++] = 40; w.int32(m.refer); }
  if (m.inboxType !== undefined && (m.inboxType !== RequestBlank.inboxType || owns(m, 'inboxType'))) { w.bytes[w.at++] = 48; w.int32(m.inboxType); }
  if (m.buildNumber !== undefined && (m.buildNumber !== RequestBlank.buildNumber || owns(m, 'buildNumber'))) { w.bytes[w.at++] = 58; w.text(m.buildNumber); }
  if (m.body !== undefined) {
    const v = m.body;
    w.bytes[w.at++] = 66;
    const at = w.fork(Request_body_width);
    writeRequestBody(w, v);
    Request_body_width = w.join(at, Request_body_width);
  }
  if (m.deviceId !== undefined && (m.deviceId !== RequestBlank.deviceId || owns(m, 'deviceId'))) { w.bytes[w.at++] = 74; w.text(m.deviceId); }
  if (m.channel !== undefined && (m.channel !== RequestBlank.channel || owns(m, 'channel'))) { w.bytes[w.at++] = 82; w.text(m.channel); }
  if (m.devicePlatform !== undefined && (m.devicePlatform !== RequestBlank.devicePlatform || owns(m, 'devicePlatform'))) { w.bytes[w.at++] = 90; w.text(m.devicePlatform); }
  if (m.deviceType !== undefined && (m.deviceType !== RequestBlank.deviceType || owns(m, 'deviceType'))) { w.bytes[w.at++] = 98; w.text(m.deviceType); }
  if (m.osVersion !== undefined && (m.osVersion !== RequestBlank.osVersion || owns(m, 'osVersion'))) { w.bytes[w.at++] = 106; w.text(m.osVersion); }
  if (m.versionCode !== undefined && (m.versionCode !== RequestBlank.versionCode || owns(m, 'versionCode'))) { w.bytes[w.at++] = 114; w.text(m.versionCode); }
  w.textEntries(122, m.headers);
  if (m.configId !== undefined && (m.configId !== RequestBlank.configId || owns(m, 'configId'))) { w.bytes[w.at++] = 128; w.bytes[w.at++] = 1; w.int32(m.configId); }
  if (m.tokenInfo !== undefined) {
    const v = m.tokenInfo;
    w.bytes[w.at++] = 138; w.bytes[w.at++] = 1;
    w.cold(s.TokenInfoSchema, v);
  }
  if (m.authType !== undefined && (m.authType !== RequestBlank.authType || owns(m, 'authType'))) { w.bytes[w.at++] = 144; w.bytes[w.at++] = 1; w.int32(m.authType); }
  if (m.msgTrace !== undefined) {
    const v = m.msgTrace;
    w.bytes[w.at++] = 154; w.bytes[w.at++] = 1;
    w.cold(s.MsgTraceSchema, v);
  }
  if (m.retryCount !== undefined && (m.retryCount !== RequestBlank.retryCount || owns(m, 'retryCount'))) { w.bytes[w.at++] = 160; w.bytes[w.at++] = 1; w.int32(m.retryCount); }
  w.unknown(m, RequestNumbers);
}

let ResponseBody_sendMessageBody_width = 2;
let ResponseBody_messagesPerUserBody_width = 2;
let ResponseBody_messagesInConversationBody_width = 2;
let ResponseBody_hasNewMessageNotify_width = 2;
let ResponseBody_hasNewBroadcastMessageNotify_width = 2;
const ResponseBodySlots = coldSlots(s.ResponseBodySchema, [203, 211, 302, 410, 411, 503, 504, 605, 609, 610, 611, 612, 615, 650, 651, 655, 705, 901, 902, 904, 921, 922, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 2000, 2001, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2011, 2012, 2013, 2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2030, 2031, 2032, 2033, 2034, 2036, 2037, 2054, 2055, 2056]);
function writeResponseBody(w: HotWriter, m: s.ResponseBody): void {
  if (m.$typeName !== 'im_proto.ResponseBody') throw GIVE_UP;
  w.room(16);
  switch (onlySlot(m)) {
    case null:
      break;
    case 'sendMessageBody': {
      const v = m.sendMessageBody;
      if (v === undefined) throw GIVE_UP;
      w.bytes[w.at++] = 162; w.bytes[w.at++] = 6;
      const at = w.fork(ResponseBody_sendMessageBody_width);
      writeSendMessageResponseBody(w, v);
      ResponseBody_sendMessageBody_width = w.join(at, ResponseBody_sendMessageBody_width);
      break;
    }
    case 'messagesPerUserBody': {
      const v = m.messagesPerUserBody;
      if (v === undefined) throw GIVE_UP;
      w.bytes[w.at++] = 194; w.bytes[w.at++] = 12;
      const at = w.fork(ResponseBody_messagesPerUserBody_width);
      writeMessagesPerUserResponseBody(w, v);
      ResponseBody_messagesPerUserBody_width = w.join(at, ResponseBody_messagesPerUserBody_width);
      break;
    }
    case 'messagesInConversationBody': {
      const v = m.messagesInConversationBody;
      if (v === undefined) throw GIVE_UP;
      w.bytes[w.at++] = 234; w.bytes[w.at++] = 18;
      const at = w.fork(ResponseBody_messagesInConversationBody_width);
      writeMessagesInConversationResponseBody(w, v);
      ResponseBody_messagesInConversationBody_width = w.join(at, ResponseBody_messagesInConversationBody_width);
      break;
    }
    case 'hasNewMessageNotify': {
      const v = m.hasNewMessageNotify;
      if (v === undefined) throw GIVE_UP;
      w.bytes[w.at++] = 162; w.bytes[w.at++] = 31;
      const at = w.fork(ResponseBody_hasNewMessageNotify_width);
      writeNewMessageNotify(w, v);
      ResponseBody_hasNewMessageNotify_width = w.join(at, ResponseBody_hasNewMessageNotify_width);
      break;
    }
    case 'hasNewBroadcastMessageNotify': {
      const v = m.hasNewBroadcastMessageNotify;
      if (v === undefined) throw GIVE_UP;
      w.bytes[w.at++] = 202; w.bytes[w.at++] = 31;
      const at = w.fork(ResponseBody_hasNewBroadcastMessageNotify_width);
      writeNewMessageNotify(w, v);
      ResponseBody_hasNewBroadcastMessageNotify_width = w.join(at, ResponseBody_hasNewBroadcastMessageNotify_width);
      break;
    }
    default:
      writeColdSlot(w, ResponseBodySlots, m);
  }
  w.unknown(m, ResponseBodyNumbers);
}

let Response_body_width = 2;
const ResponseBlank = blank(s.ResponseSchema);
function writeResponse(w: HotWriter, m: s.Response): void {
  if (m.$typeName !== 'im_proto.Response') throw GIVE_UP;
  w.room(0);
  if (m.cmd !== undefined && (m.cmd !== ResponseBlank.cmd || owns(m, 'cmd'))) { w.bytes[w.at++] = 8; w.int32(m.cmd); }
  if (m.sequenceId !== undefined && (m.sequenceId !== ResponseBlank.sequenceId || owns(m, 'sequenceId'))) { w.bytes[w.at++] = 16; w.int64(m.sequenceId); }
  if (m.statusCode !== undefined && (m.statusCode !== ResponseBlank.statusCode || owns(m, 'statusCode'))) { w.bytes[w.at++] = 24; w.int32(m.statusCode); }
  if (m.errorDesc !== undefined && (m.errorDesc !== ResponseBlank.errorDesc || owns(m, 'errorDesc'))) { w.bytes[w.at++] = 34; w.text(m.errorDesc); }
  if (m.inboxType !== undefined && (m.inboxType !== ResponseBlank.inboxType || owns(m, 'inboxType'))) { w.bytes[w.at++] = 40; w.int32(m.inboxType); }
  if (m.body !== undefined) {
    const v = m.body;
    w.bytes[w.at++] = 50;
    const at = w.fork(Response_body_width);
    writeResponseBody(w, v);
    Response_body_width = w.join(at, Response_body_width);
  }
  if (m.logId !== undefined && (m.logId !== ResponseBlank.logId || owns(m, 'logId'))) { w.bytes[w.at++] = 58; w.text(m.logId); }
  w.textEntries(66, m.headers);
  if (m.startTimeStamp !== undefined && (m.startTimeStamp !== ResponseBlank.startTimeStamp || owns(m, 'startTimeStamp'))) { w.bytes[w.at++] = 72; w.int64(m.startTimeStamp); }
  if (m.requestArrivedTime !== undefined && (m.requestArrivedTime !== ResponseBlank.requestArrivedTime || owns(m, 'requestArrivedTime'))) { w.bytes[w.at++] = 80; w.int64(m.requestArrivedTime); }
  if (m.serverExecutionEndTime !== undefined && (m.serverExecutionEndTime !== ResponseBlank.serverExecutionEndTime || owns(m, 'serverExecutionEndTime'))) { w.bytes[w.at++] = 88; w.int64(m.serverExecutionEndTime); }
  if (m.retryCount !== undefined && (m.retryCount !== ResponseBlank.retryCount || owns(m, 'retryCount'))) { w.bytes[w.at++] = 96; w.int32(m.retryCount); }
  if (m.serverStartTime !== undefined && (m.serverStartTime !== ResponseBlank.serverStartTime || owns(m, 'serverStartTime'))) { w.bytes[w.at++] = 104; w.int64(m.serverStartTime); }
  w.unknown(m, ResponseNumbers);
}

let Frame_headers_width = 2;
let Frame_payload_width = 2;
const FrameBlank = blank(s.FrameSchema);
function writeFrame(w: HotWriter, m: s.Frame, inside: s.Request | s.Response | null = null): void {
  if (m.$typeName !== 'im_proto.Frame') throw GIVE_UP;
  w.room(0);
  if (m.seqid === undefined || (m.seqid === FrameBlank.seqid && !owns(m, 'seqid'))) throw GIVE_UP;
  w.bytes[w.at++] = 8; w.uint64(m.seqid);
  if (m.logid === undefined || (m.logid === FrameBlank.logid && !owns(m, 'logid'))) throw GIVE_UP;
  w.bytes[w.at++] = 16; w.uint64(m.logid);
  if (m.service === undefined || (m.service === FrameBlank.service && !owns(m, 'service'))) throw GIVE_UP;
  w.bytes[w.at++] = 24; w.int32(m.service);
  if (m.method === undefined || (m.method === FrameBlank.method && !owns(m, 'method'))) throw GIVE_UP;
  w.bytes[w.at++] = 32; w.int32(m.method);
  for (const v of m.headers) {
    w.room(16);
    w.bytes[w.at++] = 42;
    const at = w.fork(Frame_headers_width);
    writeFrame_ExtendedEntry(w, v);
    Frame_headers_width = w.join(at, Frame_headers_width);
  }
  if (m.payloadEncoding !== undefined && (m.payloadEncoding !== FrameBlank.payloadEncoding || owns(m, 'payloadEncoding'))) { w.bytes[w.at++] = 50; w.text(m.payloadEncoding); }
  if (m.payloadType !== undefined && (m.payloadType !== FrameBlank.payloadType || owns(m, 'payloadType'))) { w.bytes[w.at++] = 58; w.text(m.payloadType); }
  if (inside !== null) {
    w.bytes[w.at++] = 66;
    const at = w.fork(Frame_payload_width);
    if (inside.$typeName === 'im_proto.Request') writeRequest(w, inside);
    else writeResponse(w, inside);
    Frame_payload_width = w.join(at, Frame_payload_width);
  } else if (owns(m, 'payload')) { w.bytes[w.at++] = 66; w.raw(m.payload); }
  if (m.logIdNew !== undefined && (m.logIdNew !== FrameBlank.logIdNew || owns(m, 'logIdNew'))) { w.bytes[w.at++] = 74; w.text(m.logIdNew); }
  if (m.serverTiming !== undefined && (m.serverTiming !== FrameBlank.serverTiming || owns(m, 'serverTiming'))) { w.bytes[w.at++] = 82; w.text(m.serverTiming); }
  if (m.msgId !== undefined && (m.msgId !== FrameBlank.msgId || owns(m, 'msgId'))) { w.bytes[w.at++] = 90; w.text(m.msgId); }
  if (m.frameType !== undefined && (m.frameType !== FrameBlank.frameType || owns(m, 'frameType'))) { w.bytes[w.at++] = 96; w.int32(m.frameType); }
  w.unknown(m, FrameNumbers);
}

export { readFrame_ExtendedEntry, writeFrame_ExtendedEntry, readReferenceInfo, writeReferenceInfo, readPropertyItem, writePropertyItem, readPropertyItemList, writePropertyItemList, readMessageBody, writeMessageBody, readNewMessageNotify, writeNewMessageNotify, readMessagesInConversationResponseBody, writeMessagesInConversationResponseBody, readMessagesPerUserResponseBody, writeMessagesPerUserResponseBody, readSendMessageRequestBody, writeSendMessageRequestBody, readSendMessageResponseBody, writeSendMessageResponseBody, readRequestBody, writeRequestBody, readRequest, writeRequest, readResponseBody, writeResponseBody, readResponse, writeResponse, readFrame, writeFrame };
