import type { CaptureEntry } from '../capture.ts';
import { frameToJson } from '../dissect.ts';
import { ImProtocolError } from '../errors.ts';
import type { Json } from '../json.ts';

/** One message as one line of JSON; an unreadable message is shown with the reason and its bytes. */
export const shownLine = ({ time, direction, message }: CaptureEntry): string =>
  JSON.stringify({ time, direction, ...contentOf(message) });

function contentOf(message: CaptureEntry['message']): Readonly<Record<string, Json>> {
  if (message.type === 'text') return { text: message.text };
  try {
    return { frame: frameToJson(message.bytes) };
  } catch (error) {
    if (!(error instanceof ImProtocolError)) throw error;
    return { error: error.message, bytes: Buffer.from(message.bytes).toString('base64') };
  }
}
