import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { encodeFrame, encodeResponse } from '../src/codec.ts';
import { FrameSchema, type MessageBodySchema, type Response, ResponseSchema } from '../src/schema.ts';

/** Typical shop chat: three languages, 64-bit ids, an `ext` map of eight entries. */
const TEXTS = [
  'สวัสดีค่ะ สินค้าพร้อมส่งไหมคะ อยากได้สีดำไซส์ M สองตัว ส่งวันนี้ทันไหม',
  'Hello, is the black one in size M still available? I would like two of them, please.',
  'Kak, barangnya ready ga? Mau pesan dua yang warna hitam ukuran M, bisa kirim hari ini?',
  'ok',
];
const BUYERS = 40n;
const CONVERSATIONS = 16n;
const STARTED_AT = 1_760_000_000_000n;

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

function messageOf(number: number, conversation: bigint): MessageInitShape<typeof MessageBodySchema> {
  const id = 7_000_000_000_000_000_000n + conversation * 1_000_003n;
  const sentAt = STARTED_AT + BigInt(number) * 61_337n;
  const clientMessageId = `9b2e4c1a-5f0d-4e7b-8a6c-${String(number * 7_919 + 100_000_000_000).slice(-12)}`;
  return {
    conversationId: String(id),
    conversationType: 2,
    serverMessageId: id + BigInt(number) * 4_099n,
    indexInConversation: sentAt * 1_000n,
    conversationShortId: id,
    messageType: 1000,
    sender: 7_200_000_000_000_000_000n + (BigInt(number) % BUYERS) * 7_001n,
    content: at(TEXTS, number),
    ext: {
      type: 'text',
      PIGEON_BIZ_TYPE: '1',
      sender_role: String((number % 2) + 1),
      sender_im_id: String(7_200_000_000_000_000_000n + (BigInt(number) % BUYERS) * 7_001n),
      shop_region: 'TH',
      monitor_send_message_platform: 'pc',
      's:client_message_id': clientMessageId,
      uname: `ผู้ซื้อ ${number % Number(BUYERS)}`,
    },
    createTime: sentAt,
    version: 0n,
    status: 0,
    orderInConversation: sentAt * 1_000n,
    secSender: `MS4wLjABAAAA${String(number % Number(BUYERS)).padStart(8, 'x')}`,
  };
}

function framed(response: Response, number: number): Uint8Array {
  return encodeFrame(
    create(FrameSchema, {
      seqid: BigInt(number + 1),
      logid: STARTED_AT + BigInt(number),
      service: 10_002,
      method: 1,
      headers: [
        { key: 'x_frontier_traceid', value: `4bf92f3577b34da6a3ce929d0e0e47${String(number).padStart(2, '0')}` },
        { key: 'x_frontier_msg_id', value: String(number) },
      ],
      payloadType: 'pb',
      payload: encodeResponse(response),
    }),
  );
}

/** Sixteen different pushes, command 500. */
export const notifyFrames = (): readonly Uint8Array[] =>
  Array.from({ length: 16 }, (_, number) => {
    const message = messageOf(number, BigInt(number) % CONVERSATIONS);
    const cursor = STARTED_AT * 1_000n + BigInt(number) * 1_000n;
    return framed(
      create(ResponseSchema, {
        cmd: 500,
        sequenceId: 0n,
        statusCode: 0,
        errorDesc: 'OK',
        inboxType: 0,
        logId: `20261121${String(number).padStart(20, '0')}`,
        body: {
          hasNewMessageNotify: {
            conversationId: message.conversationId ?? '',
            conversationType: 2,
            notifyType: 1,
            message,
            previousCursor: cursor,
            nextCursor: cursor + 1_000n,
            indexInConversation: message.indexInConversation ?? 0n,
          },
        },
      }),
      number,
    );
  });

/** A page of fifty messages of one conversation, the reply to command 301. */
export const pageFrame = (): Uint8Array =>
  framed(
    create(ResponseSchema, {
      cmd: 301,
      sequenceId: 10_007n,
      statusCode: 0,
      errorDesc: 'OK',
      inboxType: 0,
      logId: '2026112100000000000000000007',
      body: {
        messagesInConversationBody: {
          messages: Array.from({ length: 50 }, (_, number) => messageOf(number, 3n)),
          nextCursor: STARTED_AT * 1_000n,
          hasMore: true,
        },
      },
    }),
    7,
  );
