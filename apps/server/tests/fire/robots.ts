import { MARKETPLACES, type Marketplace } from '@pasar/domain';
import { inject } from 'vitest';
import { FireAnswer } from './answering.ts';
import { FireCare } from './caring.ts';
import { SHAPES, type Shape } from './content.ts';
import { type Crossing, dealt, drawn, FROZEN_IN_TASK, KILLED_IN_ANSWER, KILLED_IN_TASK, shared } from './crossing.ts';
import type { Lane } from './lane.ts';
import { FireBulk, type Robot } from './tasked.ts';

const ROBOTS = ['message to many buyers', 'message about an order', 'automatic answer'] as const;
export type RobotKind = (typeof ROBOTS)[number];
export type RobotCase = Crossing & { readonly robot: RobotKind; readonly shape: Shape };

export async function takeRobot(lane: Lane, robot: RobotKind, shape: Shape): Promise<Robot> {
  if (robot === 'message about an order') return new FireCare(lane, shape);
  const target = await lane.nextTarget();
  return robot === 'automatic answer' ? new FireAnswer(lane, target, shape) : new FireBulk(lane, target, shape);
}

const as = (robot: RobotKind, shape: Shape) => (crossing: Crossing) => ({ ...crossing, robot, shape });
const inAllShapes = (robot: RobotKind, crossings: readonly Crossing[]): readonly RobotCase[] =>
  SHAPES.flatMap((shape) => crossings.map(as(robot, shape)));
const shapeAt = (turn: number): Shape => SHAPES[turn % SHAPES.length] ?? 'a text';
const isOfTask = ({ step }: Crossing) => /^(accept|bulk-send)/.test(step);

/**
 * The cases in which one of two servers is killed while a task sends. In the short run each step comes once at each
 * marketplace, and the kinds of messages and their shapes take turns; the two steps of answers alone are shared by the
 * marketplaces. In the long run each kind comes in all cases in each shape.
 */
export function killedRobots(marketplace: Marketplace, isWhole = inject('depth').isFireWhole): readonly RobotCase[] {
  const [bulk, care, answer] = ROBOTS;
  if (isWhole) {
    return [
      ...[bulk, care].flatMap((robot) => inAllShapes(robot, KILLED_IN_TASK)),
      ...inAllShapes(answer, KILLED_IN_ANSWER),
    ];
  }
  const turn = MARKETPLACES.indexOf(marketplace);
  const ofTask = drawn(KILLED_IN_TASK, marketplace, false).map((crossing, row) => {
    const kinds = isOfTask(crossing) ? [bulk, care] : ROBOTS;
    return as(kinds[(row + turn) % kinds.length] ?? bulk, shapeAt(row + 2 * turn))(crossing);
  });
  const ofAnswer = shared(KILLED_IN_ANSWER, marketplace, false).filter(({ step }) => step.startsWith('auto-reply'));
  return [...ofTask, ...ofAnswer.map(as(answer, shapeAt(turn)))];
}

/** The cases in which one of two servers is frozen: in the short run one at each marketplace, at a step that comes by lot. */
export const frozenRobots = (marketplace: Marketplace, isWhole = inject('depth').isFireWhole): readonly RobotCase[] =>
  dealt(FROZEN_IN_TASK, MARKETPLACES, isWhole)
    .filter(({ to }) => to === marketplace)
    .flatMap(({ to, ...crossing }) =>
      isWhole
        ? inAllShapes('message to many buyers', [crossing])
        : [as('message to many buyers', shapeAt(MARKETPLACES.indexOf(to)))(crossing)],
    );
