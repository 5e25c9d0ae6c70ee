import { MARKETPLACES, type Marketplace } from '@pasar/domain';
import { inject } from 'vitest';
import { FireAnswer } from './answering.ts';
import { FireCare } from './caring.ts';
import { type Crossing, dealt, drawn, FROZEN_IN_TASK, KILLED_IN_ANSWER, KILLED_IN_TASK, shared } from './crossing.ts';
import type { Lane } from './lane.ts';
import { FireBulk, type Robot } from './tasked.ts';

const ROBOTS = ['message to many buyers', 'message about an order', 'automatic answer'] as const;
export type RobotKind = (typeof ROBOTS)[number];
export type RobotCase = Crossing & { readonly robot: RobotKind };

export async function takeRobot(lane: Lane, robot: RobotKind): Promise<Robot> {
  if (robot === 'message about an order') return new FireCare(lane);
  const target = await lane.nextTarget();
  return robot === 'automatic answer' ? new FireAnswer(lane, target) : new FireBulk(lane, target);
}

const as = (robot: RobotKind) => (crossing: Crossing) => ({ ...crossing, robot });
const isOfTask = ({ step }: Crossing) => /^(accept|bulk-send)/.test(step);

/**
 * The cases in which one of two servers is killed while a task sends. In the short run each step comes once at each
 * marketplace, and the kinds of messages take turns; the two steps of answers alone are shared by the marketplaces. In the
 * long run each kind comes in all cases.
 */
export function killedRobots(marketplace: Marketplace, isWhole = inject('depth').isFireWhole): readonly RobotCase[] {
  const [bulk, care, answer] = ROBOTS;
  if (isWhole) {
    return [...[bulk, care].flatMap((robot) => KILLED_IN_TASK.map(as(robot))), ...KILLED_IN_ANSWER.map(as(answer))];
  }
  const turn = MARKETPLACES.indexOf(marketplace);
  const ofTask = drawn(KILLED_IN_TASK, marketplace, false).map((crossing, row) => {
    const kinds = isOfTask(crossing) ? [bulk, care] : ROBOTS;
    return as(kinds[(row + turn) % kinds.length] ?? bulk)(crossing);
  });
  const ofAnswer = shared(KILLED_IN_ANSWER, marketplace, false).filter(({ step }) => step.startsWith('auto-reply'));
  return [...ofTask, ...ofAnswer.map(as(answer))];
}

/** The cases in which one of two servers is frozen: in the short run one at each marketplace, at a step that comes by lot. */
export const frozenRobots = (marketplace: Marketplace, isWhole = inject('depth').isFireWhole): readonly RobotCase[] =>
  dealt(FROZEN_IN_TASK, MARKETPLACES, isWhole)
    .filter(({ to }) => to === marketplace)
    .map(({ to: _, ...crossing }) => as('message to many buyers')(crossing));
