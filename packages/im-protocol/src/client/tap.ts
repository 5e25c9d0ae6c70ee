import type { CaptureEntry } from '../capture.ts';
import type { ClockPort, PostPort } from './ports.ts';

/** One thing that went over the wire, as it was: frames on a socket (what a capture holds), bare messages over HTTP. */
export type TapEntry =
  | CaptureEntry
  | {
      readonly time: number;
      readonly direction: 'in' | 'out';
      readonly message: { readonly type: 'http'; readonly path: string; readonly bytes: Uint8Array };
    };
/** Sees everything and changes nothing; what it throws reaches whoever sent or delivered the message. */
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
