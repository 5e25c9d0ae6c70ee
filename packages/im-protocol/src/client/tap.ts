import type { CaptureEntry } from '../capture.ts';
import type { ClockPort, PostPort } from './ports.ts';

/**
 * One message as it went over the wire: frames on a socket (the content of a capture), messages without a frame over
 * HTTP.
 */
export type TapEntry =
  | CaptureEntry
  | {
      readonly time: number;
      readonly direction: 'in' | 'out';
      readonly message: { readonly type: 'http'; readonly path: string; readonly bytes: Uint8Array };
    };
/** Sees every message and changes nothing; an error it throws reaches the sender or receiver of the message. */
export type Tap = (entry: TapEntry) => void;

export function tapPost(post: PostPort, clock: ClockPort, tap: Tap): PostPort {
  return {
    post: async (request) => {
      const { path } = request;
      tap({ time: clock.now(), direction: 'out', message: { type: 'http', path, bytes: request.bytes } });
      const result = await post.post(request);
      if (result.kind === 'answered') {
        tap({ time: clock.now(), direction: 'in', message: { type: 'http', path, bytes: result.bytes } });
      }
      return result;
    },
  };
}
