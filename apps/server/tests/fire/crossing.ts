import { hash } from 'node:crypto';
import { MARKETPLACES, type Marketplace } from '@pasar/domain';
import { inject } from 'vitest';
import { DELIVERY_STEPS, UPLOAD_STEPS } from '../../src/engine/connection/runner-context.ts';

/**
 * The behaviour of the marketplace: it answers, loses the answer, or accepts late; it de-duplicates by the key or not,
 * and echoes it or not. Every pair of two behaviours occurs in some row.
 */
export const MODES = [
  { answer: 'plain', isHonoured: true, isEchoed: true },
  { answer: 'plain', isHonoured: false, isEchoed: false },
  { answer: 'answerLost', isHonoured: true, isEchoed: false },
  { answer: 'answerLost', isHonoured: false, isEchoed: true },
  { answer: 'acceptedLate', isHonoured: true, isEchoed: true },
  { answer: 'acceptedLate', isHonoured: false, isEchoed: false },
] as const;
export type Mode = (typeof MODES)[number];

const PLAIN = MODES[0];
const LOST = MODES[3];
const LATE = MODES[4];

/** A server is stopped at this step while the marketplace behaves in this mode. */
export interface Crossing {
  readonly step: string;
  readonly mode: Mode;
  readonly name: string;
}

/**
 * Whether the message must reach the marketplace: the server stops before it has stored that it sends, so nobody needs to
 * doubt whether it did. Once a message is in the ledger, another part of the server may send it while this one stops. A message
 * that the marketplace accepts late may come after the test has looked.
 */
export const mustArrive = ({ step, mode }: Pick<Crossing, 'step' | 'mode'>): boolean =>
  /^(accept\.before|auto-reply\.before|bulk-send(-shop)?\.before|claim|intent\.before)/.test(step) &&
  mode.answer !== 'acceptedLate';

const crossed = (steps: readonly string[], modesAt: (step: string) => readonly Mode[]): readonly Crossing[] =>
  steps.flatMap((step) => modesAt(step).map((mode) => ({ step, mode, name: nameOf(mode) })));

const nameOf = (mode: Mode): string =>
  `${mode.answer}, key ${mode.isHonoured ? 'honoured' : 'not honoured'} and ${mode.isEchoed ? 'echoed' : 'not echoed'}`;

// Before a message is accepted the marketplace has nothing of it, so its later behaviour makes no difference.
export const KILLED = crossed(['accept.before', 'accept.after', ...DELIVERY_STEPS], (step) =>
  step === 'accept.before' ? [PLAIN, LOST] : MODES,
);
/** An automatic answer is put into the ledger by a task; from there it goes as any message. */
export const KILLED_IN_ANSWER = crossed(['auto-reply.before', 'auto-reply.after', ...DELIVERY_STEPS], (step) =>
  step === 'auto-reply.before' ? [PLAIN, LOST] : MODES,
);
/** A message to many buyers and one of order care are put there by a task, after another has begun for all shops. */
export const KILLED_IN_TASK = crossed(
  [
    'accept.before',
    'accept.after',
    'bulk-send.before',
    'bulk-send.after',
    'bulk-send-shop.before',
    'bulk-send-shop.after',
    ...DELIVERY_STEPS,
  ],
  (step) => (step.endsWith('.before') && !/^(wire|settle|claim|intent)/.test(step) ? [PLAIN, LOST] : MODES),
);
export const KILLED_IN_UPLOAD = crossed(UPLOAD_STEPS, () => [PLAIN, LOST]);
// A message that was never sent cannot be accepted late: these steps come before the wire.
export const FROZEN = crossed(DELIVERY_STEPS, (step) =>
  /^(wire|settle)/.test(step) ? [PLAIN, LOST, LATE] : [PLAIN, LOST],
);

/** A frozen task may find that another server has done its work. */
export const FROZEN_IN_TASK = crossed(['bulk-send-shop.before', 'bulk-send-shop.after', ...DELIVERY_STEPS], (step) =>
  /^(wire|settle)/.test(step) ? [PLAIN, LOST, LATE] : [PLAIN, LOST],
);

/**
 * The cases of a marketplace: in the long run all of them, otherwise each step once, with a mode that changes from step
 * to step and from marketplace to marketplace.
 */
export function drawn(
  cases: readonly Crossing[],
  marketplace: Marketplace,
  isWhole = inject('depth').isFireWhole,
): readonly Crossing[] {
  if (isWhole) return cases;
  return byStep(cases).flatMap((ofStep, row) => oneOf(ofStep, row + MARKETPLACES.indexOf(marketplace)));
}

/** The same for cases that take two servers: in the short run the marketplaces share the steps. */
export function shared(
  cases: readonly Crossing[],
  marketplace: Marketplace,
  isWhole = inject('depth').isFireWhole,
): readonly Crossing[] {
  if (isWhole) return cases;
  const turn = MARKETPLACES.indexOf(marketplace);
  return byStep(cases).flatMap((ofStep, row) =>
    row % MARKETPLACES.length === turn ? oneOf(ofStep, Math.floor(row / MARKETPLACES.length) + turn) : [],
  );
}

/** Changed when another order of the lots is wanted. */
const SEED = 'fire';
const byLot = <Item>(items: readonly Item[], nameOfItem: (item: Item) => string): readonly Item[] => {
  const lot = (item: Item) => hash('sha256', `${SEED} ${nameOfItem(item)}`);
  return items.toSorted((left, right) => lot(left).localeCompare(lot(right)));
};

/**
 * The cases of several things: in the long run each thing in all of them; otherwise each thing in one, whose step comes
 * by lot, and no step a second time before all have come.
 */
export function dealt<To>(
  cases: readonly Crossing[],
  things: readonly To[],
  isWhole = inject('depth').isFireWhole,
): readonly (Crossing & { readonly to: To })[] {
  if (isWhole) return things.flatMap((to) => cases.map((crossing) => ({ ...crossing, to })));
  const steps = byLot(byStep(cases), ([first]) => first?.step ?? '');
  return things.flatMap((to, turn) => {
    const round = Math.floor(turn / steps.length);
    return oneOf(steps[turn % steps.length] ?? [], turn + round).map((crossing) => ({ ...crossing, to }));
  });
}

/** Each step once, with the modes in turn. */
export const oncePerStep = (cases: readonly Crossing[]): readonly Crossing[] =>
  byStep(cases).flatMap((ofStep, row) => oneOf(ofStep, row));

const byStep = (cases: readonly Crossing[]): readonly (readonly Crossing[])[] => [
  ...Map.groupBy(cases, ({ step }) => step).values(),
];
const oneOf = (cases: readonly Crossing[], turn: number): readonly Crossing[] => {
  const at = turn % cases.length;
  return cases.slice(at, at + 1);
};
