import { type AutomaticContent, CALLS } from '@pasar/api';
import { expect } from 'vitest';
import { DELIVERY_STEPS } from '../../src/engine/connection/runner-context.ts';
import { PNG } from '../harness/picture-connector.ts';
import type { Visitor } from '../harness/web.ts';
import type { Lane, Target } from './lane.ts';
import { expectHonest, SETTLED } from './sent.ts';

/** What a message without a person consists of. */
export const SHAPES = ['a text', 'two texts', 'a picture and a text'] as const;
export type Shape = (typeof SHAPES)[number];

const PART_COUNT: Readonly<Record<Shape, number>> = { 'a text': 1, 'two texts': 2, 'a picture and a text': 2 };

/**
 * How often the step comes until the server is stopped. Each part is sent by itself: of two texts the second is cut off, and
 * the picture before its text.
 */
export const timesOf = (shape: Shape, step: string): number =>
  shape === 'two texts' && DELIVERY_STEPS.some((one) => one === step) ? 2 : 1;

/** How many sends meet the marketplace's fault. */
export const faultsOf = (shape: Shape): number => (shape === 'two texts' ? 2 : 1);

const ENDED = [...SETTLED, 'dismissed'];

export interface Wanted {
  /** The marketplace must have every part. */
  readonly isSure: boolean;
  /**
   * The parts must have arrived in their order. Not where a server is frozen: the test lets its lease expire sooner than that
   * server's own clock says, so it still sends a part that the other server has given up.
   */
  readonly isInOrder: boolean;
}

/** A part of the message in the ledger. */
interface PartRow {
  readonly client_id: string;
  readonly state: string;
  readonly text: string | null;
}

/** A message without a person, whose texts no other message has. */
export class FireContent {
  readonly shape: Shape;
  /** The text that every shape has, the last of its parts. */
  readonly mark: string;
  readonly #opening: string;

  constructor(shape: Shape, mark: string) {
    this.shape = shape;
    this.mark = mark;
    this.#opening = `first ${crypto.randomUUID()}`;
  }

  /** As a call takes it; the picture is stored before. */
  async bring(visitor: Visitor): Promise<AutomaticContent> {
    const last = { kind: 'text', text: this.mark } as const;
    switch (this.shape) {
      case 'a text':
        return { parts: [last], variants: [] };
      case 'two texts':
        return { parts: [{ kind: 'text', text: this.#opening }, last], variants: [] };
      case 'a picture and a text': {
        const file = { fileName: 'fire.png', type: 'image/png', file: PNG.toString('base64') } as const;
        const saved = await visitor.call(CALLS.automation.saveAutomaticPicture, file);
        if (saved.result !== 'success') throw new Error(saved.reason);
        const picture = CALLS.automation.saveAutomaticPicture.output.parse(saved.data);
        return {
          parts: [{ kind: 'image', fileName: file.fileName, type: file.type, ...picture }, last],
          variants: [],
        };
      }
    }
  }

  /**
   * Each part is at the marketplace once or not at all, in the order of the message, and what is shown of it is the truth. Says
   * whether all parts have arrived. `where` names the parts in the ledger by a condition with `$1`.
   */
  async expectHonest(
    lane: Lane,
    target: Target,
    where: { readonly sql: string; readonly value: string },
    { isSure, isInOrder }: Wanted,
  ): Promise<boolean> {
    const inLedger = async () =>
      (
        await lane.database.owner.query<PartRow>(
          `select client_id, state, content->>'text' as text from delivery where ${where.sql} order by created_at, delivery_id`,
          [where.value],
        )
      ).rows;
    for (const { client_id: clientId, text } of await inLedger()) {
      const accepted = () => (text === null ? lane.acceptedUnder(target, clientId) : lane.accepted(target, text));
      const state = await lane.until('the end of a part', async () => {
        const reached = await lane.deliveryState(clientId);
        return reached !== null && ENDED.includes(reached) ? reached : null;
      });
      if (state === 'dismissed') {
        // Behind a part that has failed or is in doubt; when it goes out after all, it does so as another row.
        const isPutAgain = (await inLedger()).some((row) => row.text === text && row.client_id !== clientId);
        if (!isPutAgain) expect(await accepted()).toBe(0);
        if (isSure) expect(isPutAgain, 'whether a part that was put away goes out after all').toBe(true);
        continue;
      }
      await expectHonest(
        lane,
        {
          what: 'text',
          clientId,
          accepted,
          shown: () => shown(lane, clientId, text),
        },
        isSure,
      );
    }
    const arrived = await lane.acceptedOf(target, await this.#namesOf(inLedger));
    if (isInOrder)
      expect(arrived, 'the order in which the parts arrived').toEqual(arrived.toSorted((left, right) => left - right));
    if (isSure) expect(arrived, 'the parts of a message that nobody may doubt').toHaveLength(PART_COUNT[this.shape]);
    return arrived.length === PART_COUNT[this.shape];
  }

  /** By what the marketplace knows each part: the words of a text, the key of a picture. */
  async #namesOf(inLedger: () => Promise<readonly PartRow[]>): Promise<readonly string[]> {
    const pictures = (await inLedger()).filter(({ text }) => text === null).map((row) => row.client_id);
    return [...(this.shape === 'two texts' ? [this.#opening] : pictures), this.mark];
  }
}

/** The client ids of the robot's messages that show the part. */
async function shown(lane: Lane, clientId: string, text: string | null): Promise<readonly string[]> {
  const column = text === null ? 'client_id::text' : "content->>'text'";
  const found = await lane.database.owner.query<{ client_id: string }>(
    `select client_id from message where ${column} = $1 and author = 'robot'`,
    [text ?? clientId],
  );
  return found.rows.map((row) => row.client_id);
}
