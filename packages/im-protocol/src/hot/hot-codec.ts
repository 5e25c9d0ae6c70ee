import type { Message } from '@bufbuild/protobuf';
import type { Frame, Request, Response } from '../schema.ts';
import {
  readFrame,
  readMessageBody,
  readRequest,
  readResponse,
  writeFrame,
  writeMessageBody,
  writeRequest,
  writeResponse,
} from './gen/messages_pb.ts';
import { GIVE_UP, HotReader } from './reader.ts';
import { HotWriter } from './writer.ts';

/** A straight-line codec; null when it leaves these bytes, or this message, to the general codec. */
export interface HotCodec<M extends Message> {
  readonly read: (bytes: Uint8Array) => M | null;
  readonly write: (message: M) => Uint8Array | null;
}

const reader = new HotReader();
const writer = new HotWriter();

function hotCodec<M extends Message>(
  read: (reader: HotReader, end: number) => M,
  write: (writer: HotWriter, message: M) => void,
): HotCodec<M> {
  return {
    read: (bytes) => {
      reader.open(bytes);
      try {
        return read(reader, bytes.length);
      } catch (error) {
        if (error === GIVE_UP) return null;
        throw error;
      } finally {
        reader.close();
      }
    },
    write: (message) => written(() => write(writer, message)),
  };
}

function written(write: () => void): Uint8Array | null {
  writer.start();
  try {
    write();
    return writer.finish();
  } catch (error) {
    // Includes a value that is not a list or map: the general codec reports the error.
    if (error === GIVE_UP || error instanceof TypeError) return null;
    throw error;
  }
}

/** Writes a frame with the message inside it, in one pass. */
export const writeFrameAround = (frame: Frame, inside: Request | Response): Uint8Array | null =>
  written(() => writeFrame(writer, frame, inside));

export const HOT_CODECS = {
  frame: hotCodec(readFrame, writeFrame),
  request: hotCodec(readRequest, writeRequest),
  response: hotCodec(readResponse, writeResponse),
  messageBody: hotCodec(readMessageBody, writeMessageBody),
};
