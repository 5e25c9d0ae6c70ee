import { type AutomaticStopView, CALLS, type MemberView } from '@pasar/api';
import type { OutgoingVideo } from '@pasar/domain';
import { fromBase64 } from '../../base64.ts';
import { succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Answers, type Append, answering, VIDEO_LOST } from './answers.ts';

const { automation } = CALLS;

/** Where nothing is sent without a person, and the pictures and videos of automatic messages. The model itself sends nothing. */
export class AutomationModel {
  stops: readonly AutomaticStopView[] = [];
  /** The names of the files that were stored, by the id of the picture. */
  readonly pictures = new Map<string, string>();
  /** The videos that were begun, and as much of them as came, by client id. */
  readonly videos = new Map<string, { readonly video: OutgoingVideo; readonly bytes: Uint8Array }>();
  readonly #append: Append;
  readonly answers: Answers;

  constructor(append: Append, member: () => MemberView, now: () => number) {
    this.#append = append;
    this.answers = new Map([
      answering(automation.automaticStops, () => succeeded({ stops: [...this.stops] })),
      answering(automation.stopAutomatic, ({ shopId = null }) => {
        const others = this.stops.filter((stop) => stop.shopId !== shopId);
        const held = this.stops.find((stop) => stop.shopId === shopId);
        return this.set([...others, held ?? { shopId, stoppedAt: now(), stoppedBy: member().name }]);
      }),
      answering(automation.resumeAutomatic, ({ shopId = null }) =>
        this.set(this.stops.filter((stop) => stop.shopId !== shopId)),
      ),
      answering(automation.saveAutomaticPicture, ({ fileName }) => {
        const pictureId = uuidOf(`automatic picture ${this.pictures.size}`);
        this.pictures.set(pictureId, fileName);
        return succeeded({ pictureId, width: 40, height: 30 });
      }),
      answering(automation.beginAutomaticVideo, ({ clientId, video }) => {
        const begun = this.videos.get(clientId) ?? { video, bytes: new Uint8Array() };
        this.videos.set(clientId, begun);
        return succeeded({ received: begun.bytes.length });
      }),
      answering(automation.putAutomaticVideoPart, ({ clientId, offset, part }) => {
        const begun = this.videos.get(clientId);
        if (begun === undefined) return VIDEO_LOST;
        const added = offset === begun.bytes.length ? fromBase64(part) : new Uint8Array();
        const bytes = new Uint8Array([...begun.bytes, ...added]);
        this.videos.set(clientId, { ...begun, bytes });
        return succeeded({ received: bytes.length });
      }),
      answering(automation.endAutomaticVideo, ({ clientId }) => {
        const begun = this.videos.get(clientId);
        return begun === undefined
          ? VIDEO_LOST
          : succeeded({ videoId: uuidOf(`automatic video ${clientId}`), video: begun.video });
      }),
    ]);
  }

  /** Another member stops something, or ends a stop. */
  set(stops: readonly AutomaticStopView[]) {
    this.stops = stops;
    this.#append({ kind: 'automation' });
    return succeeded({});
  }
}
