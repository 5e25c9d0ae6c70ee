import { type AutomaticStopView, CALLS, type MemberView } from '@pasar/api';
import { succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Answers, type Append, answering } from './answers.ts';

const { automation } = CALLS;

/** Where nothing is sent without a person, and the pictures of automatic messages. The model itself sends nothing. */
export class AutomationModel {
  stops: readonly AutomaticStopView[] = [];
  /** The names of the files that were stored, by the id of the picture. */
  readonly pictures = new Map<string, string>();
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
    ]);
  }

  /** Another member stops something, or ends a stop. */
  set(stops: readonly AutomaticStopView[]) {
    this.stops = stops;
    this.#append({ kind: 'automation' });
    return succeeded({});
  }
}
