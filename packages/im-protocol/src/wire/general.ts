import { type DescMessage, fromBinary, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { ImProtocolError, MalformedError, UnencodableError } from '../errors.ts';
import { checkRequired } from '../required.ts';
import { keepWholeEntries, withCurrentEntries } from './map-entries.ts';
import { scanMessage } from './scan.ts';

/**
 * Reads any message with the general library and this package's rules: the scan first, the required fields afterwards.
 * `depth` is the level of the message.
 */
export function readGeneral<Desc extends DescMessage>(desc: Desc, bytes: Uint8Array, depth = 1): MessageShape<Desc> {
  const { inEntries } = scanMessage(desc, bytes, depth);
  let message: MessageShape<Desc>;
  try {
    message = fromBinary(desc, bytes);
    if (inEntries > 0) keepWholeEntries(desc, message, bytes);
  } catch (error) {
    throw new MalformedError(desc.name, 'unreadable', 0, error);
  }
  checkRequired(desc, message);
  return message;
}

export function writeGeneral<Desc extends DescMessage>(desc: Desc, message: MessageShape<Desc>): Uint8Array {
  try {
    checkRequired(desc, message);
    return toBinary(desc, withCurrentEntries(desc, message));
  } catch (error) {
    if (error instanceof ImProtocolError) throw error;
    throw new UnencodableError(desc.name, error);
  }
}
